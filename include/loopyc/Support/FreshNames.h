// New names that are not taken. Wherever one is made up, it is the first of a
// row of candidates that is free; the callers differ in the row.
#ifndef LOOPYC_SUPPORT_FRESHNAMES_H
#define LOOPYC_SUPPORT_FRESHNAMES_H

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace loopyc {

class FreshNames {
public:
  // Is a name taken by one that differs from it in the case of letters only?
  enum class Case { Kept, Ignored };
  using Next = std::function<std::string(const std::string &)>;

  explicit FreshNames(Case letters = Case::Kept) : letters(letters) {}
  explicit FreshNames(std::set<std::string> taken) : taken(std::move(taken)) {}
  // What is reserved is taken, too.
  explicit FreshNames(std::function<bool(const std::string &)> isReserved)
      : isReserved(std::move(isReserved)) {}

  bool isTaken(const std::string &name) const;
  // False if it is taken already.
  bool take(const std::string &name);

  // Each of these takes the name that it gives.
  // base, base_0, base_1, ...
  std::string fresh(const std::string &base);
  // base_1, base_2, ... for `first` 1
  std::string numbered(const std::string &base, int first);
  // base, base_, base__, ...
  std::string lengthened(const std::string &base);
  // candidate, next(candidate), next(next(candidate)), ...
  std::string firstFree(std::string candidate, const Next &next);

private:
  std::string key(const std::string &name) const;

  Case letters = Case::Kept;
  std::function<bool(const std::string &)> isReserved;
  std::set<std::string> taken;
  // Numbers below are taken: by base and first number.
  std::map<std::pair<std::string, int>, int> numbers;
};

} // namespace loopyc

#endif
