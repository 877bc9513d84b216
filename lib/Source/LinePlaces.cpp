#include "loopyc/Source/LinePlaces.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::source;
using llvm::StringRef;

std::string source::lineMarker(const LinePlace &place) {
  std::string text = "# " + std::to_string(place.line) + " \"";
  for (char c : place.file) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  return text + "\"";
}

// What stands between the quotes.
static std::string unquoted(StringRef text) {
  std::string result;
  for (size_t at = 1; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size())
      ++at;
    result += text[at];
  }
  return result;
}

std::optional<LinePlace> source::readLineMarker(std::string_view line,
                                                const LinePlace &here) {
  StringRef text(line.data(), line.size());
  if (!text.consume_front("#"))
    return std::nullopt;
  text = text.ltrim();
  if (text.consume_front("line"))
    text = text.ltrim();
  LinePlace place = here;
  if (text.consumeInteger(10, place.line) || place.line < 0)
    return std::nullopt;
  text = text.ltrim();
  if (text.starts_with("\""))
    place.file = unquoted(text);
  return place;
}

static bool holdsSeveral(const std::string &line) {
  return line.find('\n') != std::string::npos;
}

std::vector<LinePlace>
source::linePlaces(const std::vector<std::string> &folded,
                   const std::string &file) {
  std::vector<LinePlace> places;
  LinePlace here{file, 1};
  for (const std::string &line : folded) {
    places.push_back(here);
    std::optional<LinePlace> named;
    if (!holdsSeveral(line))
      named = readLineMarker(line, here);
    here = named ? *named : here.next();
  }
  places.push_back(here);
  return places;
}

std::vector<std::string>
source::withMarkersBehind(std::vector<std::string> folded,
                          const std::string &file) {
  const std::vector<LinePlace> places = linePlaces(folded, file);
  for (size_t n = 0; n < folded.size(); ++n)
    if (holdsSeveral(folded[n]))
      folded[n] += "\n" + lineMarker(places[n + 1]);
  return folded;
}

std::vector<std::string>
source::withoutMarkersInside(std::vector<std::string> folded) {
  for (std::string &text : folded) {
    if (!holdsSeveral(text))
      continue;
    std::vector<std::string> kept;
    for (std::string &line : splitLines(text))
      if (!readLineMarker(line, {}))
        kept.push_back(std::move(line));
    text = joinLines(kept);
    if (!text.empty())
      text.pop_back(); // the end of the last
  }
  return folded;
}
