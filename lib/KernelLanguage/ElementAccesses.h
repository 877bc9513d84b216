// Elements of arrays that a kernel accesses, and when: rules expanded, in
// reductions for all values of their inames, under conditions as far as these
// are affine.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_ELEMENTACCESSES_H
#define LOOPYC_LIB_KERNELLANGUAGE_ELEMENTACCESSES_H

#include "loopyc/IR/Kernel.h"

#include <optional>
#include <set>
#include <string>
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

// { x -> x' : the one at x and the other at x' are of one element }, in equal
// iterations of the loops around both that are not `among`; nothing if a
// subscript is not affine.
std::optional<poly::Set> meetings(const Kernel &kernel,
                                  const ElementAccess &one,
                                  const ElementAccess &other,
                                  const std::set<std::string> &among);

// Each use of a rule replaced by what it stands for.
Kernel withoutRules(const Kernel &kernel);

// In inames and arguments by value; nothing if it is not affine in these.
std::optional<poly::PwAff> affineIn(const Kernel &kernel, const Expr &e);

} // namespace language
} // namespace loopyc

#endif
