#include "loopyc/Support/FreshNames.h"

#include "loopyc/Support/LetterCase.h"

using namespace loopyc;

std::string FreshNames::key(const std::string &name) const {
  return letters == Case::Ignored ? lowerCase(name) : name;
}

bool FreshNames::isTaken(const std::string &name) const {
  return (isReserved && isReserved(name)) || taken.count(key(name)) > 0;
}

bool FreshNames::take(const std::string &name) {
  return !(isReserved && isReserved(name)) && taken.insert(key(name)).second;
}

std::string FreshNames::fresh(const std::string &base) {
  return take(base) ? base : numbered(base, 0);
}

std::string FreshNames::numbered(const std::string &base, int first) {
  int &number = numbers.try_emplace({base, first}, first).first->second;
  return firstFree(base + "_" + std::to_string(number++),
                   [&](const std::string &) {
                     return base + "_" + std::to_string(number++);
                   });
}

std::string FreshNames::lengthened(const std::string &base) {
  return firstFree(base, [](const std::string &name) { return name + "_"; });
}

std::string FreshNames::firstFree(std::string candidate, const Next &next) {
  while (!take(candidate))
    candidate = next(candidate);
  return candidate;
}
