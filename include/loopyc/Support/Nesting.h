// How deeply a text that a user wrote may nest brackets: what reads such texts
// walks them by recursion, here and in the libraries.
#ifndef LOOPYC_SUPPORT_NESTING_H
#define LOOPYC_SUPPORT_NESTING_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loopyc {

constexpr int maxNesting = 2000;
// Of these, calls and subscripts, f( and a[: each may be parsed several ways.
constexpr int maxNestedCalls = 256;

// "nests brackets more than 2000 deep, or calls more than 256 deep, ..."
extern const std::string tooDeepText;

// Counts the brackets ( [ { that are open.
class NestingCounter {
public:
  // False for the bracket that is one too many.
  bool take(char c);

private:
  char last = 0;          // but blanks
  std::vector<bool> open; // for each bracket: is it a call?
  int calls = 0;
};

// Throws UserError "WHAT nests brackets more than ... deep" if the text does.
void requireShallow(std::string_view text, const std::string &what);

// The text as a message quotes it: of a long one its beginning.
std::string excerpt(std::string_view text, size_t most = 200);

} // namespace loopyc

#endif
