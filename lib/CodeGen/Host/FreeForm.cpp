#include "loopyc/CodeGen/FreeForm.h"

#include "loopyc/Support/LetterCase.h"

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

static bool isFixedComment(const std::string &line) {
  if (line.find_first_not_of(" \t") == std::string::npos)
    return true;
  char first = line[0];
  return first == 'c' || first == 'C' || first == '*' || first == '!' ||
         first == 'd' || first == 'D';
}

static bool isFixedContinuation(const std::string &line) {
  return !isFixedComment(line) && line.size() > 5 && line[5] != ' ' &&
         line[5] != '0' && line.substr(0, 5) == "     ";
}

// "C$OMP+SHARED(X)": a directive of another compiler that goes on.
static bool isDirectiveContinuation(const std::string &line) {
  std::string sentinel = isFixedComment(line) && line.size() > 5
                             ? lowerCase(line.substr(1, 4))
                             : "";
  return (sentinel == "$omp" || sentinel == "$acc") && line[5] != ' ' &&
         line[5] != '0';
}

// "!$OMP& SHARED(X)"; `continued`: the next line goes on with it.
static std::string freeComment(const std::string &line, bool continued) {
  if (line.find_first_not_of(" \t") == std::string::npos)
    return "";
  std::string text = "!" + line.substr(1);
  if (isDirectiveContinuation(line))
    text[5] = '&';
  return text + (continued ? " &" : "");
}

// The statement part of a fixed-form line: columns 1 to 72, padded where a
// character constant may go on.
static std::string fixedStatement(const std::string &line, bool continued) {
  std::string text = line.substr(0, 72);
  if (continued)
    text.resize(72, ' ');
  return text;
}

std::vector<std::string>
codegen::freeFormOf(const std::vector<std::string> &lines) {
  std::vector<std::string> out;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string &line = lines[i];
    if (isFixedComment(line)) {
      out.push_back(freeComment(line, i + 1 < lines.size() &&
                                          isDirectiveContinuation(lines[i + 1])));
      continue;
    }
    if (line[0] == '#') {
      out.push_back(line);
      continue;
    }
    size_t next = i + 1;
    while (next < lines.size() && isFixedComment(lines[next]))
      ++next;
    bool continued = next < lines.size() && isFixedContinuation(lines[next]);
    std::string text = fixedStatement(line, continued);
    if (isFixedContinuation(line))
      text = "     &" + text.substr(6);
    out.push_back(text + (continued ? "&" : ""));
  }
  return out;
}
