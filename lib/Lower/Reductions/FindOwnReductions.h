// Reductions by operations that a script defines and says to be associative and
// commutative (ReductionMark.h).
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_FINDOWNREDUCTIONS_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_FINDOWNREDUCTIONS_H

#include "Reductions/FindExtrema.h"

namespace loopyc {

// Instructions by their indices, one for each result.
struct OwnReduction {
  std::string operation;
  std::vector<size_t> values;   // value = a[i, k]
  std::vector<size_t> combines; // next = C(acc, value)
  std::vector<size_t> keeps;    // acc = next; `combines`, of one result
  std::vector<Expr> neutral;    // what each acc begins with

  std::vector<size_t> members() const;
};

// The reduction that the instruction is a part of; nullopt if it is none, and
// then `why`, where it looks like one.
std::optional<OwnReduction> findOwnReduction(const Kernel &kernel,
                                             const VariableUsers &users,
                                             size_t instruction,
                                             std::string &why);

} // namespace loopyc

#endif
