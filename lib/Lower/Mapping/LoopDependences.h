// Which dependences keep the iterations of a loop from running side by side.
#ifndef LOOPYC_LIB_LOWER_MAPPING_LOOPDEPENDENCES_H
#define LOOPYC_LIB_LOWER_MAPPING_LOOPDEPENDENCES_H

#include "Mapping/LoopNests.h"
#include "loopyc/Analysis/DependenceGraph.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {

// A dependence, and those of its pairs that are in the way.
struct CarriedDependence {
  int edge = -1;
  poly::Set pairs;
};

// Which temporaries may have copies: where all of a work-item fit, where each
// does, or all. Of those of several axes of unknown size, which may be whole
// fields, only work-items or groups that use few elements.
enum class CopySize { Small, EachSmall, Any };

// Temporaries count as private to the iterations of a loop where their values
// stay in it: then only what an iteration reads of another one is in the way.
class LoopDependences {
public:
  LoopDependences(DependenceGraph &graph, CopySize copies);

  DependenceGraph &graph() { return deps; }

  // Between different iterations of the loop, in one iteration of those around:
  //   { (i, j) -> (i', j') : conflict, i = i', j < j' }
  std::vector<CarriedDependence> carriedBy(const LoopNest &loop);
  // Between different values of the loop's iname, in one iteration of the loops
  // over `equal` alone: is there none? Then it may be around all others.
  bool isFree(const LoopNest &loop, const std::vector<std::string> &equal);
  // Is it a temporary of which copies may be made?
  bool mayBePrivate(const std::string &variable) const {
    return flows.count(variable) > 0;
  }
  // May each iteration of the loop have a copy of the variable, and of all
  // others that want one?
  bool isPrivateTo(const std::string &variable, const LoopNest &loop);
  // An instruction behind the loop that reads what is written in it; -1 if
  // there is none. Of what may be private.
  int readerBehind(const std::string &variable, const LoopNest &loop);
  // Pairs of the edge in different iterations of the loop, whatever those of
  // the loops around are, that need order; null if there are none.
  poly::Set apart(const DependenceEdge &edge, const LoopNest &loop) {
    return between(edge, loop, {});
  }

private:
  const Instruction &insn(int index) const {
    return *kernel.instructions[index];
  }
  bool staysIn(const std::string &variable, const LoopNest &loop) {
    return readerBehind(variable, loop) < 0;
  }
  bool copiesFit(const LoopNest &loop);
  poly::Set between(const DependenceEdge &edge, const LoopNest &loop,
                    const std::vector<std::string> &equal);

  const Kernel &kernel;
  DependenceGraph &deps;
  CopySize copies;
  std::map<std::pair<std::string, const LoopNest *>, int> readersBehind;
  std::map<const LoopNest *, bool> fits;
  // By temporary that may be private: edges by which its values may go.
  std::map<std::string, std::vector<int>> flows;
};

// A copy for each work-item of a full device takes a hundred thousand times as
// much: what all arrays of a work-item may take.
constexpr int64_t mostPrivateBytes = 4096;
// What an array takes of that, as far as it is known.
int64_t privateBytes(const Variable &temporary);
// Is it small enough for each work-item to have a copy?
bool isSmallCopy(const Variable &temporary);

} // namespace loopyc

#endif
