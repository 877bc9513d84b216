#include "loopyc/Support/Nesting.h"

#include "loopyc/Support/Diagnostic.h"

#include <cctype>

using namespace loopyc;

const std::string loopyc::tooDeepText =
    "nests brackets more than " + std::to_string(maxNesting) +
    " deep, or calls more than " + std::to_string(maxNestedCalls) +
    " deep; give the inner parts names of their own";

static bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool NestingCounter::take(char c) {
  bool shallow = true;
  if (c == '(' || c == '[' || c == '{') {
    open.push_back(isNameCharacter(last));
    calls += open.back();
    shallow = open.size() <= size_t(maxNesting) && calls <= maxNestedCalls;
  } else if ((c == ')' || c == ']' || c == '}') && !open.empty()) {
    calls -= open.back();
    open.pop_back();
  }
  if (c != ' ')
    last = c;
  return shallow;
}

void loopyc::requireShallow(std::string_view text, const std::string &what) {
  NestingCounter counter;
  for (char c : text)
    if (!counter.take(c))
      throw UserError(what + " '" + excerpt(text) + "' " + tooDeepText);
}

std::string loopyc::excerpt(std::string_view text, size_t most) {
  if (text.size() <= most)
    return std::string(text);
  return std::string(text.substr(0, most)) + "...";
}
