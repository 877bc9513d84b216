#include "CFamily/SourceText.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::codegen;

// Longer statements end in an ellipsis.
static constexpr size_t maxLength = 90;
static constexpr int maxLines = 8;

static std::vector<std::string> splitLines(const std::string &text) {
  std::vector<std::string> lines;
  size_t start = 0;
  while (start < text.size()) {
    size_t end = text.find('\n', start);
    if (end == std::string::npos)
      end = text.size();
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

SourceText::SourceText(const Kernel &kernel) {
  for (const Origin &origin : kernel.origins)
    if (origin.source && origin.range.file &&
        !files.count(*origin.range.file))
      files[*origin.range.file] =
          File{splitLines(*origin.source), origin.freeForm};
}

std::string codegen::baseName(const std::string &path) {
  size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

// Single blanks, no continuation marks at the ends, no trailing comment.
static std::string squeezed(const std::string &line) {
  std::string result;
  char quote = 0;
  for (char c : line) {
    if (quote) {
      quote = c == quote ? 0 : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '!' &&
               result.find_first_not_of(" &") != std::string::npos) {
      break;
    }
    bool space = c == ' ' || c == '\t' || c == '\r';
    if (space && (result.empty() || result.back() == ' '))
      continue;
    result += space ? ' ' : c;
  }
  auto trim = [&] {
    while (!result.empty() && (result.back() == ' ' || result.back() == '&'))
      result.pop_back();
    size_t first = result.find_first_not_of(" &");
    result = first == std::string::npos ? "" : result.substr(first);
  };
  trim();
  return result;
}

std::string SourceText::statement(const SourceRange &range) const {
  auto it = files.find(range.fileName());
  if (it == files.end())
    return "";
  const std::vector<std::string> &lines = it->second.lines;
  int last = std::max(range.line, range.endLine);
  last = std::min({last, range.line + maxLines - 1,
                   static_cast<int>(lines.size())});
  std::string result;
  for (int number = range.line; number <= last; ++number) {
    std::string text = lines[number - 1];
    if (number == range.endLine && range.endColumn > 0)
      text = text.substr(0, range.endColumn);
    if (number == range.line && range.column > 0 &&
        range.column <= static_cast<int>(text.size()))
      text = text.substr(range.column - 1);
    else if (number > range.line && !it->second.freeForm)
      text = text.size() > 6 ? text.substr(6) : "";
    text = squeezed(text);
    result += (result.empty() || text.empty() ? "" : " ") + text;
  }
  if (result.size() > maxLength)
    result = result.substr(0, maxLength - 3) + "...";
  return result;
}

std::string SourceText::comment(const SourceRange &range) const {
  if (!range.known())
    return "";
  std::string text = statement(range);
  std::string place =
      baseName(range.fileName()) + ":" + std::to_string(range.line);
  return text.empty() ? place : place + ": " + text;
}
