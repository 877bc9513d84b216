#include "loopyc/Source/Lines.h"

using namespace loopyc;
using namespace loopyc::source;

std::vector<std::string> source::splitLines(const std::string &text) {
  std::vector<std::string> lines;
  for (size_t start = 0; start < text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    size_t stop = end > start && text[end - 1] == '\r' ? end - 1 : end;
    lines.push_back(text.substr(start, stop - start));
    start = end + 1;
  }
  return lines;
}

std::string source::joinLines(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

UnfoldedLines::UnfoldedLines(const std::vector<std::string> &folded) {
  for (const std::string &text : folded) {
    starts.push_back(lines.size());
    std::vector<std::string> some = splitLines(text);
    if (some.empty())
      some.emplace_back();
    lines.insert(lines.end(), some.begin(), some.end());
  }
  starts.push_back(lines.size());
}

std::vector<std::string> UnfoldedLines::fold() const {
  std::vector<std::string> folded;
  for (size_t k = 0; k + 1 < starts.size(); ++k) {
    std::string text = lines[starts[k]];
    for (size_t line = starts[k] + 1; line < starts[k + 1]; ++line)
      text += "\n" + lines[line];
    folded.push_back(std::move(text));
  }
  return folded;
}
