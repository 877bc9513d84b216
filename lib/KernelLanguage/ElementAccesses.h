// Elements of arrays that a kernel accesses, and when: rules expanded, in
// reductions for all values of their inames, under conditions as far as these
// are affine.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_ELEMENTACCESSES_H
#define LOOPYC_LIB_KERNELLANGUAGE_ELEMENTACCESSES_H

#include "loopyc/IR/Kernel.h"

#include <optional>
#include <vector>

namespace loopyc {
namespace language {

struct ElementAccess {
  Expr reference;   // a[i + 1]
  poly::Set domain; // { inames of the instruction, and of reductions }; flat
  const Instruction *insn;
  bool isWrite;
};

std::vector<ElementAccess> elementAccesses(const Kernel &kernel);

// Each use of a rule replaced by what it stands for.
Kernel withoutRules(const Kernel &kernel);

// In inames and arguments by value; nothing if it is not affine in these.
std::optional<poly::PwAff> affineIn(const Kernel &kernel, const Expr &e);

} // namespace language
} // namespace loopyc

#endif
