#include "loopyc/Support/CloseMatches.h"

#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;

// "wiat" is one slip away from "wait".
static bool hasTwoLettersSwapped(llvm::StringRef a, llvm::StringRef b) {
  if (a.size() != b.size())
    return false;
  size_t at = 0;
  while (at < a.size() && a[at] == b[at])
    ++at;
  return at + 1 < a.size() && a[at] == b[at + 1] && a[at + 1] == b[at] &&
         a.substr(at + 2) == b.substr(at + 2);
}

std::vector<std::string>
loopyc::closeMatches(const std::string &name,
                     const std::vector<std::string> &candidates) {
  std::string wanted = lowerCase(name);
  size_t limit = std::max<size_t>(1, name.size() / 3);
  std::vector<std::pair<size_t, std::string>> ranked;
  for (const std::string &candidate : candidates) {
    const std::string other = lowerCase(candidate);
    size_t distance = hasTwoLettersSwapped(wanted, other)
                          ? 1
                          : llvm::StringRef(wanted).edit_distance(other);
    if (distance <= limit)
      ranked.emplace_back(distance, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> result;
  for (const auto &[distance, candidate] : ranked)
    if (result.size() < 3 && (result.empty() || result.back() != candidate))
      result.push_back(candidate);
  return result;
}

std::string loopyc::suggestion(const std::string &name,
                               const std::vector<std::string> &candidates) {
  if (candidates.empty())
    return "; there is none";
  std::vector<std::string> close = closeMatches(name, candidates);
  std::string text;
  if (!close.empty()) {
    text = "; did you mean ";
    for (size_t i = 0; i < close.size(); ++i)
      text += (i ? " or '" : "'") + close[i] + "'";
    return text + "?";
  }
  text = candidates.size() == 1 ? "; there is only " : "; there are ";
  size_t shown = std::min<size_t>(candidates.size(), 12);
  for (size_t i = 0; i < shown; ++i)
    text += (i ? ", " : "") + candidates[i];
  if (shown < candidates.size())
    text += ", ...";
  return text;
}
