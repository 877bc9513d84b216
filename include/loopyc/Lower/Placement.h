// Where instances run: the hardware axes of the kernel, and each instruction's
// coordinates on them.
#ifndef LOOPYC_LOWER_PLACEMENT_H
#define LOOPYC_LOWER_PLACEMENT_H

#include "loopyc/Analysis/DependenceGraph.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

struct HardwareAxisUse : GridAxis {
  Expr size;                  // of the axis
  // The largest of them is the size: the cases of a maximum are the products of
  // those of what it is of, so that not all are made one.
  std::vector<poly::PwAff> sizeValues;
  std::map<std::string, Expr> offset; // iname -> its smallest value
  bool isTrivial() const { return asInteger(size) == 1; }
  // Has each position of the axis its own memory of this address space?
  bool tellsApart(AddressSpace space) const {
    return space == AddressSpace::Private ||
           (space == AddressSpace::Local && isGroup());
  }
};

// Position on an axis: `iname - offset`, a constant 0 (an instruction without
// an iname on the axis runs at its first position), or null: it runs at all
// positions, because it writes only what each work-item has a copy of. Groups
// whose copies nobody reads make none.
using Coordinate = Expr;

class ComputedScalars;

class Placement {
public:
  // Finds the axes; throws UserError for axes without a bound, used twice, or
  // out of range.
  explicit Placement(const Kernel &kernel)
      : Placement(kernel, std::set<std::string>()) {}
  // `readBack`: scalars that the kernel computes, and the host knows before it
  // launches what they bound.
  Placement(const Kernel &kernel, std::set<std::string> readBack);

  const std::vector<HardwareAxisUse> &axes() const { return list; }
  bool hasLocalAxes() const;
  // The iname of the instruction on the axis; "" if it has none.
  std::string inameOn(const Instruction &insn,
                      const HardwareAxisUse &axis) const;
  bool isReplicated(const Kernel &kernel, const Instruction &insn) const;
  Coordinate coordinate(const Kernel &kernel, const Instruction &insn,
                        const HardwareAxisUse &axis) const;

  // Tells copies of private and local temporaries apart by the coordinates of
  // the work-item or group that owns them.
  AccessFilter byOwner(const Kernel &kernel) const;

private:
  // `known`: what sizes may be in terms of.
  void addAxis(const Kernel &kernel, const std::string &iname, InameTag tag,
               const poly::Names &known, ComputedScalars &scalars);
  void findNeededAtFirst(const Kernel &kernel, const HardwareAxisUse &axis);

  std::set<std::string> readBack;
  std::vector<HardwareAxisUse> list;
  // Ids of instructions whose copies only the first group reads.
  std::map<GridAxis, std::set<std::string>> neededAtFirst;
  // Many loops have one size; the largest of all grows with each that differs.
  std::set<std::pair<GridAxis, std::string>> sizes;
};

// Scalars that the kernel computes, and without which the iname has no end that
// the host knows: none for 0 <= i < last and i < n, where the kernel computes
// `last` alone.
std::set<std::string> computedEnds(const Kernel &kernel,
                                   const std::string &iname);
// Scalars that the kernel computes and that bound inames on hardware axes: the
// host must read them back before it launches what they bound.
std::set<std::string> computedAxisBounds(const Kernel &kernel);

// The sequential inames of an instruction (neither hardware nor innermost
// concurrent), and those that are realised right around it (ilp, vec).
std::vector<std::string> loopInames(const Kernel &kernel,
                                    const Instruction &insn);
std::vector<std::string> innerInames(const Kernel &kernel,
                                     const Instruction &insn);
// The latter from the outer to the inner, as prioritize_loops asks.
std::vector<std::string> innerLoops(const Kernel &kernel,
                                    const Instruction &insn);

} // namespace loopyc

#endif
