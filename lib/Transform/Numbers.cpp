#include "Numbers.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Interval.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace loopyc;

void loopyc::requireNumber(int64_t value, int64_t most, const std::string &what,
                           const std::string &unit) {
  if (value < 1)
    throw UserError(
        what + " must be " +
        (unit.empty() ? "positive" : "a positive number of " + unit) +
        ", but it is " + std::to_string(value));
  if (value > most)
    throw UserError(what + " must be at most " + std::to_string(most) +
                    (unit.empty() ? "" : " " + unit) + ", but it is " +
                    std::to_string(value));
}

void loopyc::requireSlabs(const SlabSpec &slabs, int64_t length,
                          const std::string &iname,
                          const char *transformation) {
  std::string begin = std::string(transformation) + ": the slabs of iname '" +
                      iname + "' must ";
  int64_t most = std::min(mostSlabs, mostLength / length);
  for (int count : {slabs.before, slabs.after}) {
    if (count < 0)
      throw UserError(begin + "not be negative, but one is " +
                      std::to_string(count));
    if (count > most)
      throw UserError(begin + "be at most " + std::to_string(most) +
                      " iterations each, but one is " + std::to_string(count));
  }
}

void loopyc::requireShortNumbers(const Expr &e, const std::string &what) {
  walk(e, [&](const Expr &node) {
    if (auto value = asInteger(node); value && !llvm::isInt<32>(*value))
      throw UserError(what + " is computed as " + e.str() +
                      ", but the number " + std::to_string(*value) +
                      " does not fit the 32 bits that inames have");
    return true;
  });
}

void loopyc::requireShortRange(const Kernel &kernel, const std::string &iname,
                               const char *transformation) {
  poly::Set domain = kernel.domains[kernel.domainOf(iname)].flat().intersect(
      kernel.assumptions);
  auto [low, high] = intervalOf(iname, domain);
  for (auto end : {low, high})
    if (end && !llvm::isInt<32>(*end))
      throw UserError(std::string(transformation) + ": iname '" + iname +
                      "' would run to " + std::to_string(*end) +
                      ", but inames have 32 bits, " +
                      std::to_string(INT32_MIN) + " to " +
                      std::to_string(INT32_MAX));
}
