// Reductions by operations of the script's that it says to be associative and
// commutative, and that are neither among the interpreter's values: there,
// exp(a) is a hash of a, so that log(exp(a) + exp(b)) has another value in each
// order. For these, an operation stands that has all that was said,
//
//   C(a, b)  ->  a + b - neutral
//
// so that what is combined is counted: each value once.
#ifndef LOOPYC_LIB_VERIFY_ASSERTEDOPERATIONS_H
#define LOOPYC_LIB_VERIFY_ASSERTEDOPERATIONS_H

#include "loopyc/Schedule/ScheduledKernel.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace verify {

class AssertedOperations {
public:
  // Of all reductions of these kernels.
  explicit AssertedOperations(const std::vector<const Kernel *> &kernels);

  const std::set<std::string> &names() const { return operations; }
  Kernel replaced(const Kernel &kernel) const;
  ScheduledKernel replaced(const ScheduledKernel &scheduled) const;

private:
  // One of the results that an operation combines to, in terms of these.
  struct Combination {
    Expr value, left, right, neutral;
    std::vector<Expr> operands; // left and right of all results
  };
  using Bindings = std::vector<std::pair<Expr, Expr>>; // of operands
  Expr counted(const Combination &combination, const Bindings &found) const;
  Expr replaced(const Expr &e) const;

  std::vector<Combination> combinations;
  std::set<std::string> operations;
};

} // namespace verify
} // namespace loopyc

#endif
