#include "Fortran/Blanks.h"

#include "loopyc/Support/LetterCase.h"

#include <regex>

using namespace loopyc;
using namespace loopyc::fortran;

static std::string replaced(const std::string &text, const char *pattern,
                            const char *format) {
  std::regex regex(pattern, std::regex::icase | std::regex::optimize);
  return std::regex_replace(text, regex, format);
}

// A number with a point, or one in parts, up to its exponent.
static std::string withWholeNumbers(std::string text) {
  text = replaced(text, R"(([0-9]\.?)[ \t]+(?=[0-9]))", "$1");
  text = replaced(text,
                  R"((\.[0-9]*|[0-9]\.)[ \t]+([de])[ \t]*([+-]?)[ \t]*(?=[0-9]))",
                  "$1$2$3");
  return replaced(text, R"((\.[0-9]*[de])[ \t]*([+-]?)[ \t]*(?=[0-9]))", "$1$2");
}

static bool isFormat(const std::string &text) {
  size_t first = text.find_first_not_of(" \t");
  return first != std::string::npos &&
         lowerCase(text.substr(first, 6)) == "format";
}

std::string fortran::withUsualBlanks(const std::string &text, bool first) {
  if (first && isFormat(text))
    return text;
  std::string result = withWholeNumbers(text);
  result = replaced(
      result,
      R"(\.[ \t]*(eq|ne|lt|le|gt|ge|and|or|not|eqv|neqv|true|false)[ \t]*\.)",
      ".$1.");
  result = replaced(result, R"(((?:^|\))[ \t]*)(go[ \t]*to)(?=[0-9]))", "$1$2 ");
  if (first)
    result = replaced(
        result, R"(^([ \t]*do)[ \t]*([0-9]+),?[ \t]*(?=[a-z]\w*[ \t]*=[^,]*,))",
        "$1 $2 ");
  return result;
}
