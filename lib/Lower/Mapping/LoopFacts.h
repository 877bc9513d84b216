// What is known of loops that decides where they can go: for map_parallel.
#ifndef LOOPYC_LIB_LOWER_MAPPING_LOOPFACTS_H
#define LOOPYC_LIB_LOWER_MAPPING_LOOPFACTS_H

#include "Mapping/BandReductions.h"
#include "Mapping/LoopDependences.h"
#include "Mapping/LoopNests.h"
#include "loopyc/IR/DomainIndex.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

class LoopFacts {
public:
  LoopFacts(DependenceGraph &graph, CopySize copies)
      : knl(graph.kernel()), domains(knl), deps(graph, copies) {}

  const Kernel &kernel() const { return knl; }
  const Instruction &insn(int index) const { return *knl.instructions[index]; }
  LoopDependences &dependences() { return deps; }

  const std::vector<CarriedDependence> &carriedBy(const LoopNest &loop);
  // With the band on work-groups, the first of these that is not between
  // updates that are parallel reductions; null if there is none.
  const CarriedDependence *
  noReduction(const Band &band, const std::vector<CarriedDependence> &carried);
  // With the loop on work-groups, are all that it carries running values?
  bool isScan(const LoopNest &loop);

  // Has a script put some of it on the device?
  bool isMappedAlready(const LoopNest &loop) const;
  // Is it one that may be tagged, with something in it that runs?
  bool isPlain(const LoopNest &loop);
  // A variable that the kernel computes and that bounds the loop, where the
  // host cannot know it before the loops in `top` run; "" if there is none.
  std::string boundComputedIn(const LoopNest &loop, const LoopNest &top) const;
  // The number of its values, over all iterations of loops around.
  std::optional<int64_t> constantLength(const LoopNest &loop) const;
  // So few iterations keep no device busy: better let each work-item run them,
  // and spread another loop.
  bool isShort(const LoopNest &loop) const;
  // Are all loops in it, and itself?
  bool isCheap(const LoopNest &loop) const;

  // May the statement run on each work-item, for it computes what stays in
  // `top` alone?
  bool isReplicable(int statement, const LoopNest &top);
  // Does each iteration fill arrays that no other one sees?
  bool hasOwnArrays(const LoopNest &loop);
  // Does it compute what each work-item may have a copy of; nothing else?
  bool fillsPrivate(const LoopNest &loop) const;
  bool fillsOnlyPrivate(const LoopNest &loop) const;

private:
  bool isEmpty(const LoopNest &loop);
  bool assignsPrivate(int instruction) const;

  const Kernel &knl;
  DomainIndex domains;
  LoopDependences deps;
  std::map<const LoopNest *, std::vector<CarriedDependence>> carried;
  std::map<Band, std::unique_ptr<BandReductions>> reductions;
};

} // namespace loopyc

#endif
