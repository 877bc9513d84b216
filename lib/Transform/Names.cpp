#include "Names.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;

static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

void loopyc::requireIdentifier(const std::string &name,
                               const std::string &phrase) {
  if (!name.empty() && isLetter(name.front()) &&
      std::all_of(name.begin(), name.end(),
                  [](char c) { return isLetter(c) || isDigit(c); }))
    return;
  throw UserError(phrase + ": '" + name + "' cannot be a name; it must consist "
                  "of letters, digits and _, and not begin with a digit");
}

std::string loopyc::listed(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}
