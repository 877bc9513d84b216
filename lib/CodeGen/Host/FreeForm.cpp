#include "loopyc/CodeGen/FreeForm.h"

#include "Host/FixedForm.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::codegen;

std::vector<std::string> codegen::splitSourceLines(const std::string &text) {
  std::vector<std::string> lines;
  size_t start = 0;
  while (start < text.size()) {
    size_t end = text.find('\n', start);
    if (end == std::string::npos)
      end = text.size();
    std::string line = text.substr(start, end - start);
    if (!line.empty() && line.back() == '\r')
      line.pop_back();
    lines.push_back(line);
    start = end + 1;
  }
  return lines;
}

namespace {

// Columns 7 to 72, which a character constant that goes on fills.
constexpr size_t textColumns = 66;

// "!$OMP& SHARED(X)"; `continued`: the next line goes on with it.
std::string freeComment(const std::string &line, bool continued) {
  if (line.find_first_not_of(" \t") == std::string::npos)
    return "";
  size_t first = line.find_first_not_of(" \t");
  bool indented = line[first] == '!';
  std::string text = indented ? line : "!" + line.substr(1);
  if (isDirectiveContinuation(line))
    text[5] = '&';
  return text + (continued ? " &" : "");
}

// Converts statements; a line of the result for each line.
class FixedToFree {
public:
  explicit FixedToFree(const std::vector<std::string> &lines) : lines(lines) {
    for (const std::string &line : lines)
      read.push_back(readFixedLine(line));
  }

  std::vector<std::string> run() {
    std::vector<std::string> out;
    for (size_t i = 0; i < lines.size(); ++i)
      out.push_back(converted(i));
    return out;
  }

private:
  using Kind = FixedLine::Kind;

  std::string converted(size_t i) {
    switch (read[i].kind) {
    case Kind::Directive:
      return lines[i];
    case Kind::Comment:
      return freeComment(lines[i], i + 1 < lines.size() &&
                                       isDirectiveContinuation(lines[i + 1]));
    case Kind::Initial:
      quote = 0;
      return statement(i, "");
    case Kind::Continuation:
      return statement(i, "     &");
    }
    return lines[i];
  }

  // Is the next line of this statement behind some comments?
  bool isContinued(size_t i) const {
    size_t next = i + 1;
    while (next < lines.size() && read[next].kind == Kind::Comment)
      ++next;
    return next < lines.size() && read[next].kind == Kind::Continuation;
  }

  std::string statement(size_t i, std::string start) {
    const FixedLine &line = read[i];
    bool first = start.empty();
    if (first)
      start = line.label + std::string(labelWidth - std::min(
                               labelWidth, line.label.size()), ' ');
    std::string comment;
    std::string code = freeText(line.text, first, comment);
    if (!isContinued(i))
      return start + code + comment;
    if (quote) { // blanks up to column 72 belong to the constant
      if (code.size() < textColumns && !line.isFull)
        code.resize(textColumns, ' ');
      return start + code + "&";
    }
    code.erase(code.find_last_not_of(" \t") + 1);
    return start + code + (line.isFull ? "&" : " &") +
           (comment.empty() ? "" : " " + comment);
  }

  // The statement's part and its comment, which begins with "!".
  std::string freeText(const std::string &text, bool first,
                       std::string &comment) {
    std::string out, plain;
    auto flush = [&] {
      out += withUsualBlanks(plain, first && out.empty());
      plain.clear();
    };
    for (size_t at = 0; at < text.size(); ++at) {
      char c = text[at];
      if (quote) {
        out += c;
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        flush();
        out += c;
        quote = c;
      } else if (size_t length = hollerithAt(text, at)) {
        flush();
        out += text.substr(at, length);
        at += length - 1;
      } else if (c == '!') {
        flush();
        comment = text.substr(at);
        return out;
      } else {
        plain += c;
      }
    }
    flush();
    return out;
  }

  // "4H!abc" has 6 characters; 0: none is here.
  static size_t hollerithAt(const std::string &text, size_t at) {
    auto isWord = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    if (at > 0 && (isWord(text[at - 1]) || text[at - 1] == '*'))
      return 0;
    size_t end = at, count = 0;
    for (; end < text.size() && std::isdigit((unsigned char)text[end]); ++end)
      count = 10 * count + (text[end] - '0');
    bool holds = count && end < text.size() &&
                 (text[end] == 'h' || text[end] == 'H') &&
                 end + count < text.size();
    return holds ? end + 1 - at + count : 0;
  }

  static constexpr size_t labelWidth = 6;
  const std::vector<std::string> &lines;
  std::vector<FixedLine> read;
  char quote = 0; // around what comes next
};

} // namespace

std::vector<std::string>
codegen::freeFormOf(const std::vector<std::string> &fixed) {
  std::vector<std::string> flat;
  std::vector<size_t> sizes;
  for (const std::string &lines : fixed) {
    std::vector<std::string> some = splitSourceLines(lines);
    if (some.empty())
      some.emplace_back();
    sizes.push_back(some.size());
    flat.insert(flat.end(), some.begin(), some.end());
  }
  std::vector<std::string> converted = FixedToFree(flat).run(), out;
  auto next = converted.begin();
  for (size_t size : sizes) {
    std::string text = *next++;
    for (size_t k = 1; k < size; ++k)
      text += "\n" + *next++;
    out.push_back(text);
  }
  return out;
}
