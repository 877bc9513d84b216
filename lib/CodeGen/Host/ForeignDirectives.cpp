#include "Host/ForeignDirectives.h"

#include "loopyc/Support/LetterCase.h"

using namespace loopyc;
using namespace loopyc::codegen;

// In lower case, from the first character on; "" for a line of blanks.
static std::string textOf(const std::string &line) {
  size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos ? "" : lowerCase(line.substr(first));
}

static bool isComment(const std::string &line) {
  std::string text = textOf(line);
  return text.empty() || text[0] == '!';
}

// Of a statement, not of the declarations that stand before the first.
static bool isDirective(const std::string &line) {
  std::string text = textOf(line);
  bool known = false;
  for (const char *sentinel : {"!$omp", "!$acc", "!dir$", "!dec$", "!gcc$"})
    known |= text.rfind(sentinel, 0) == 0;
  for (const char *word :
       {" declare", " threadprivate", " requires", " routine", " attributes"})
    known &= text.find(word) == std::string::npos;
  return known;
}

// "!$omp end parallel do": of what stands before; others are of what follows.
static bool endsConstruct(const std::string &line) {
  return isDirective(line) && textOf(line).find(" end") != std::string::npos;
}

// Goes on from the line before.
static bool isContinued(const std::string &before) {
  size_t last = before.find_last_not_of(" \t");
  return isComment(before) && last != std::string::npos && before[last] == '&';
}

Lines codegen::withDirectives(const std::vector<std::string> &source,
                              Lines statements) {
  Lines result = statements;
  auto line = [&](int number) { return source[number - 1]; };
  for (int n = statements.first - 1;
       n > 0 && isComment(line(n)) && !endsConstruct(line(n)); --n)
    if (isDirective(line(n)) && !(n > 1 && isContinued(line(n - 1))))
      result.first = n;
  int count = static_cast<int>(source.size());
  for (int n = statements.last + 1; n <= count && isComment(line(n)); ++n)
    if (endsConstruct(line(n)))
      result.last = n;
  return result;
}
