#include "Host/FixedForm.h"

#include "loopyc/Support/LetterCase.h"

#include <regex>

using namespace loopyc;
using namespace loopyc::codegen;

static constexpr size_t labelColumns = 5, lastColumn = 72;

static bool isComment(const std::string &line) {
  size_t first = line.find_first_not_of(" \t");
  if (first == std::string::npos)
    return true;
  if (line[first] == '!')
    return first != labelColumns; // where it continues a statement
  return std::string("cC*dD").find(line[0]) != std::string::npos;
}

// A tab among the first columns leads to column 7; a digit behind it
// continues a statement.
static FixedLine readTabbed(const std::string &line, size_t tab) {
  FixedLine result;
  std::string rest = line.substr(tab + 1);
  bool goesOn = !rest.empty() && rest[0] >= '1' && rest[0] <= '9';
  result.kind = goesOn ? FixedLine::Kind::Continuation
                       : FixedLine::Kind::Initial;
  result.label = line.substr(0, tab);
  result.text = goesOn ? rest.substr(1) : rest;
  return result;
}

FixedLine codegen::readFixedLine(const std::string &line) {
  FixedLine result;
  if (isComment(line))
    return result;
  if (line[0] == '#') {
    result.kind = FixedLine::Kind::Directive;
    return result;
  }
  if (size_t tab = line.find('\t'); tab <= labelColumns)
    return readTabbed(line, tab);
  std::string columns = line.substr(0, lastColumn);
  result.label = columns.substr(0, labelColumns);
  bool goesOn = columns.size() > labelColumns &&
                columns[labelColumns] != ' ' && columns[labelColumns] != '0';
  result.kind = goesOn ? FixedLine::Kind::Continuation
                       : FixedLine::Kind::Initial;
  if (columns.size() > labelColumns)
    result.text = columns.substr(labelColumns + 1);
  result.isFull = columns.size() == lastColumn && columns.back() != ' ';
  return result;
}

bool codegen::isDirectiveContinuation(const std::string &line) {
  std::string sentinel =
      line.size() > 5 && isComment(line) ? lowerCase(line.substr(1, 4)) : "";
  return (sentinel == "$omp" || sentinel == "$acc") && line[5] != ' ' &&
         line[5] != '0';
}

// --- blanks

static std::string replaced(const std::string &text, const char *pattern,
                            const char *format) {
  std::regex regex(pattern, std::regex::icase | std::regex::optimize);
  return std::regex_replace(text, regex, format);
}

// A number with a point, or one in parts, up to its exponent.
static std::string withWholeNumbers(std::string text) {
  text = replaced(text, R"(([0-9]\.?)[ \t]+(?=[0-9]))", "$1");
  text = replaced(
      text, R"((\.[0-9]*|[0-9]\.)[ \t]+([de])[ \t]*([+-]?)[ \t]*(?=[0-9]))",
      "$1$2$3");
  return replaced(text, R"((\.[0-9]*[de])[ \t]*([+-]?)[ \t]*(?=[0-9]))",
                  "$1$2");
}

static bool isFormat(const std::string &text) {
  size_t first = text.find_first_not_of(" \t");
  return first != std::string::npos &&
         lowerCase(text.substr(first, 6)) == "format";
}

std::string codegen::withUsualBlanks(const std::string &text, bool first) {
  if (first && isFormat(text))
    return text;
  std::string result = withWholeNumbers(text);
  result = replaced(
      result,
      R"(\.[ \t]*(eq|ne|lt|le|gt|ge|and|or|not|eqv|neqv|true|false)[ \t]*\.)",
      ".$1.");
  result =
      replaced(result, R"(((?:^|\))[ \t]*)(go[ \t]*to)(?=[0-9]))", "$1$2 ");
  if (first)
    result = replaced(
        result, R"(^([ \t]*do)[ \t]*([0-9]+),?[ \t]*(?=[a-z]\w*[ \t]*=[^,]*,))",
        "$1 $2 ");
  return result;
}
