// Instructions that a transformation adds should run only where a use of the
// program asks for what they do: elsewhere they may touch what does not exist.
//   do i = 1, n; do j = 1, i - 1; s = s + a(i-1)*b(j)
//   ->  do i = 1, n;  if (i > 1) f = a(i-1);  do j = 1, i - 1; s = s + f*b(j)
#ifndef LOOPYC_LIB_TRANSFORM_SPECULATION_H
#define LOOPYC_LIB_TRANSFORM_SPECULATION_H

#include "loopyc/Transform/Common.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// Where an added instruction is needed, over its inames (flat): by some use, as
// far as loops and affine guards say; and certainly.
struct NeededPoints {
  poly::Set possibly = poly::Set::empty();
  poly::Set certainly = poly::Set::empty();
};

// Uses of what the added instruction provides: it stands in the loops `outer`,
// which are around all of the uses, and runs over `axes`.
struct StagedUses {
  struct Use {
    int insn = -1;
    std::vector<Expr> indices; // along the axes
  };
  const Kernel &kernel;
  std::vector<std::string> outer, axes;
  std::vector<Use> list;
};

// `guards`: those, on data, that the added instruction has, too.
NeededPoints neededPoints(const StagedUses &uses,
                          const std::vector<Predicate> &guards = {});
// Guards on data that all uses have and that depend on the outer loops alone.
std::vector<Predicate> sharedGuards(const StagedUses &uses);

// What may go wrong where `value` (rules expanded) is evaluated at the points,
// as text: an element outside of its array, a division by zero; nullopt if
// nothing does.
std::optional<std::string> harmOf(const Kernel &kernel, const Expr &value,
                                  const poly::Set &points);

// A guard that keeps the instruction, with what it has in its own guards, from
// points where it is not needed and does harm: null if it needs none.
// `expressions`: what it evaluates and assigns, rules expanded. `harm` says
// what remains to be feared with the guard; "" if nothing does.
Expr guardAgainstHarm(const Kernel &kernel, const Instruction &insn,
                      const std::vector<Expr> &expressions,
                      const NeededPoints &needed, std::string &harm);

} // namespace loopyc

#endif
