// What a script can say of a loop so that its iterations may run side by side.
// Nothing is proposed on trust: what is said here was said of the kernel, and
// what the loop carries then was asked again.
#ifndef LOOPYC_LIB_LOWER_MAPPING_REMEDIES_H
#define LOOPYC_LIB_LOWER_MAPPING_REMEDIES_H

#include "Mapping/LoopFacts.h"

#include <string>
#include <vector>

namespace loopyc {

// "make the updates atomic in a script, make_atomic(knl, "h")", "say that no
// value stands in 'ix' twice: assert_map(...)": one leaves nothing that the
// loop carries, a sum or another reduction apart.
using RemedyTexts = std::vector<std::string>;

struct LoopRemedies {
  // Of what the loop carries, one that nothing helps against; else the first
  // that is no reduction. Null if there is none.
  const CarriedDependence *toTell = nullptr;
  // Does it certainly happen, and of what each iteration needs from others?
  bool isReal = false;
  RemedyTexts texts; // none where something is left that nothing helps against
  // The first of these makes updates atomic, which asserts nothing.
  bool isAtomic = false;
  // Where nothing else helps: in diagonals of several loops (Wavefronts.h).
  std::string wavefronts;

  bool areAny() const { return !texts.empty() || !wavefronts.empty(); }
};

// Of what the loop carries by `facts`. Where more is in the way without copies
// of large temporaries, `small`, the loop's tag asks for these.
LoopRemedies remediesFor(const LoopNest &loop, LoopFacts &facts,
                         LoopFacts &small);

} // namespace loopyc

#endif
