#include "loopyc/Support/Glob.h"

#include <cctype>

using namespace loopyc;

static bool sameLetter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) ==
         std::tolower(static_cast<unsigned char>(b));
}

bool loopyc::globMatches(const std::string &glob, const std::string &text) {
  size_t g = 0, t = 0, star = std::string::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() &&
               (glob[g] == '?' || sameLetter(glob[g], text[t]))) {
      ++g;
      ++t;
    } else if (star != std::string::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*')
    ++g;
  return g == glob.size();
}
