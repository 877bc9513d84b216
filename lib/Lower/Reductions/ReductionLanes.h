// The work-groups, work-items and instances side by side that make a reduction
// together, and where each keeps its partial results.
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_REDUCTIONLANES_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_REDUCTIONLANES_H

#include "Reductions/PartialResult.h"
#include "Reductions/ReductionRanges.h"

namespace loopyc {

// In place of a reduced iname: the same positions, from 0.
struct Lane {
  std::string iname;
  InameRange range;
  int64_t length() const { return *asInteger(range.count); }
};

using Lanes = std::vector<Lane>;
using Inames = std::vector<std::string>;

class ReductionLanes {
public:
  ReductionLanes(StepWriter &writer, const ParallelReduction &reduction)
      : around(reduction.around), elements(reduction.elements),
        elementsBefore(elements), elementsInNest(elements), writer(writer) {}

  // Loops over elements that stay inside of the nest: the steps before and
  // behind it have loops of their own, and registers an element for each.
  void keepInside(const Inames &inames);
  // What the inames of the nest are behind it.
  const Substitution &behind() const { return ofNest; }

  Lanes lanesOf(const Inames &inames);
  static std::vector<Expr> positions(const Lanes &lanes);
  // Of inames, from 0.
  std::vector<Expr> offsetsIn(const Inames &inames) const;

  // Around the reduction: loops, and those that tell elements apart.
  Inames outer() const { return outer(elements); }
  Inames outerBefore(std::initializer_list<const Lanes *> lanes) const;
  // These, and then the lanes.
  Inames outerAnd(std::initializer_list<const Lanes *> lanes) const;
  // Loops around which are in one work-item at once, or on its group's others.
  Inames sharers() const;

  // Temporaries, one for each value of a partial result, and their elements.
  using Arrays = std::vector<std::string>;
  Arrays temporaries(const PartialResult &of, const std::string &suffix,
                     AddressSpace space, const std::vector<Axis> &axes);
  static PartialResult::Places elementsOf(const PartialResult &of,
                                          const Arrays &arrays,
                                          const std::vector<Expr> &subscripts);
  // In the registers of each work-item.
  Arrays registers(const PartialResult &of, const std::string &suffix,
                   const Lanes &copies);
  PartialResult::Places at(const PartialResult &of, const Arrays &registers,
                           std::vector<Expr> copies,
                           const std::vector<Expr> &groupOffsets,
                           const std::vector<Expr> &itemOffsets) const {
    return at(of, registers, std::move(copies), groupOffsets, itemOffsets,
              elements);
  }
  // By the inames of the elements before the nest, or in it.
  PartialResult::Places at(const PartialResult &of, const Arrays &registers,
                           std::vector<Expr> copies,
                           const std::vector<Expr> &groupOffsets,
                           const std::vector<Expr> &itemOffsets,
                           const Inames &ofElements) const;

  const Inames around;
  Inames elements, elementsBefore, elementsInNest;
  Lanes groups, items, inner; // g.*, l.*, ilp and vec

private:
  const Kernel &kernel() const { return writer.kernel; }
  Inames outer(const Inames &ofElements) const;
  static void append(std::initializer_list<const Lanes *> lanes,
                     Inames &inames);
  bool isKept(size_t element) const {
    return elements[element] != elementsInNest[element];
  }

  StepWriter &writer;
  Substitution ofNest;
};

} // namespace loopyc

#endif
