// Which axes the loops of a band go to.
#ifndef LOOPYC_LIB_LOWER_MAPPING_MAPPINGAXES_H
#define LOOPYC_LIB_LOWER_MAPPING_MAPPINGAXES_H

#include "Mapping/LoopFacts.h"
#include "Mapping/MappingPlan.h"

#include <vector>

namespace loopyc {

// The loop with unit stride on g.0 and l.0, of the others the inner on g.1.
// Short loops stay inside, if there are others.
std::vector<LoopMapping> onAxes(const Band &band, bool isReduction,
                                const LoopFacts &facts);
// The same with several rows of each work-item side by side, where what it
// reads says which elements it reads next, in each row others: it waits for
// those of all rows at once. Else none.
std::vector<MappingWay> withRowsBeside(const Band &band,
                                       const LoopFacts &facts);
// The same in tiles of two loops, where some arrays have unit stride along the
// one, some along the other, as in a transposition: those that are read go
// through local memory, or all are used where they are. Else none.
std::vector<MappingWay> inTiles(const Band &band, const LoopFacts &facts);
// Of bands that begin with the same loops: these on the outer axes. None if
// they cannot be the same ones in all.
std::vector<LoopMapping> onAxes(const std::vector<Band> &bands, size_t common,
                                const LoopFacts &facts);
// The band on groups, and these loops of each nest inside on the work-items of
// each: the first on l.0.
std::vector<LoopMapping> onGroups(const Band &band,
                                  const std::vector<Band> &items,
                                  const LoopFacts &facts);
// The same where each of these loops is summed up over: some rows in a group.
std::vector<LoopMapping> onRows(const Band &band, const std::vector<Band> &sums,
                                const LoopFacts &facts);
// The same where neighbours lie side by side along the loop, not along those
// that are summed up over: a work-item makes a part of a few sums' one.
std::vector<LoopMapping> onColumns(const LoopNest &loop,
                                   const std::vector<Band> &sums,
                                   const LoopFacts &facts);
// Of a loop with running values: many iterations of each work-item side by
// side, fewer where they do not fit into local memory, one.
std::vector<std::vector<LoopMapping>> waysOfScan(const LoopNest &loop,
                                                 const LoopFacts &facts);

} // namespace loopyc

#endif
