// Which updates are parallel reductions, and over what.
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_FINDREDUCTIONS_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_FINDREDUCTIONS_H

#include "Reductions/FindExtrema.h"
#include "Reductions/FindOwnReductions.h"
#include "Reductions/IterationRank.h"
#include "loopyc/IR/Kernel.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// s[elements] = s[elements] op e, or an extremum s[elements] by comparison, or
// a mark, if (c) s[elements] = 1, or what an operation of the script's makes,
// reduced over parallel inames. All of it
// happens in one loop nest, the *region*: the instructions whose reference
// times agree up to the position behind the loops around. In it, s is accessed
// by updates of this operation alone, an extremum and its places by what finds
// it, a mark by assignments of the same value.
struct ParallelReduction {
  size_t update = 0; // index of the instruction that sets s
  std::optional<Extremum> extremum;
  bool isMark = false;
  std::optional<OwnReduction> own; // `update` sets the first of its results
  // Of the extremum's iterations, in the region; absent where equal values
  // cannot be told apart.
  std::optional<IterationRank> rank;
  size_t depth = 0;                  // number of loops around the region
  std::vector<std::string> around;   // their inames, of the instruction
  std::vector<std::string> elements; // inside the region, of which s depends
  std::vector<std::string> groups, items, inner; // reduced: g.*, l.*, ilp/vec

  // The region's part of the reference time.
  ReferenceTime path(const Kernel &kernel) const;
};

// How the parts of several groups become one.
AcrossGroups across(const Kernel &kernel, const ParallelReduction &reduction);

// Valid as long as the kernel does not change.
class ReductionFinder {
public:
  explicit ReductionFinder(const Kernel &kernel);

  std::optional<ParallelReduction> find(size_t instruction) const;
  // Why it is none; "" where it is one, or nothing is reduced in parallel.
  std::string whyNot(size_t instruction) const;

private:
  friend class ReductionSearch;
  const Kernel &kernel;
  VariableUsers users;
  std::vector<size_t> globalBarriers;
};

} // namespace loopyc

#endif
