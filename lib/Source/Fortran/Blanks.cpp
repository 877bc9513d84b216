#include "Fortran/Blanks.h"

#include "loopyc/Support/LetterCase.h"

#include <regex>

using namespace loopyc;
using namespace loopyc::fortran;

// To compile one takes longer than to search many lines.
static std::regex pattern(const char *text) {
  return std::regex(text, std::regex::icase | std::regex::optimize);
}

static std::string replaced(const std::string &text, const std::regex &regex,
                            const char *format) {
  return std::regex_replace(text, regex, format);
}

// A number with a point, or one in parts, up to its exponent.
static std::string withWholeNumbers(std::string text) {
  static const std::regex parts = pattern(R"(([0-9]\.?)[ \t]+(?=[0-9]))");
  static const std::regex exponent =
      pattern(R"((\.[0-9]*|[0-9]\.)[ \t]+([de])[ \t]*([+-]?)[ \t]*(?=[0-9]))");
  static const std::regex partsOfExponent =
      pattern(R"((\.[0-9]*[de])[ \t]*([+-]?)[ \t]*(?=[0-9]))");
  text = replaced(text, parts, "$1");
  text = replaced(text, exponent, "$1$2$3");
  return replaced(text, partsOfExponent, "$1$2");
}

static bool isFormat(const std::string &text) {
  size_t first = text.find_first_not_of(" \t");
  return first != std::string::npos &&
         lowerCase(text.substr(first, 6)) == "format";
}

std::string fortran::withUsualBlanks(const std::string &text, bool first) {
  if (first && isFormat(text))
    return text;
  static const std::regex operators = pattern(
      R"(\.[ \t]*(eq|ne|lt|le|gt|ge|and|or|not|eqv|neqv|true|false)[ \t]*\.)");
  static const std::regex goTo =
      pattern(R"(((?:^|\))[ \t]*)(go[ \t]*to)(?=[0-9]))");
  static const std::regex labelledDo =
      pattern(R"(^([ \t]*do)[ \t]*([0-9]+),?[ \t]*(?=[a-z]\w*[ \t]*=[^,]*,))");
  std::string result = withWholeNumbers(text);
  result = replaced(result, operators, ".$1.");
  result = replaced(result, goTo, "$1$2 ");
  return first ? replaced(result, labelledDo, "$1 $2 ") : result;
}
