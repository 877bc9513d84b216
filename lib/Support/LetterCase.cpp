#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;

static char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool loopyc::isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::string loopyc::lowerCase(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

bool loopyc::equalButForCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

const std::string *
loopyc::findName(const std::vector<std::string> &candidates,
                 const std::string &name) {
  const std::string *found = nullptr;
  int count = 0;
  for (const std::string &candidate : candidates) {
    if (candidate == name)
      return &candidate;
    if (equalButForCase(candidate, name)) {
      found = &candidate;
      ++count;
    }
  }
  return count == 1 ? found : nullptr;
}
