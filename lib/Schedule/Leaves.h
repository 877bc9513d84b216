// The leaves of a schedule's tree, runs of statements and barriers, each with
// the inames of the loops around it, outermost first.
#ifndef LOOPYC_LIB_SCHEDULE_LEAVES_H
#define LOOPYC_LIB_SCHEDULE_LEAVES_H

#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/Match.h"

#include <string>
#include <type_traits>
#include <vector>

namespace loopyc {

// visit(leaf, loops) for each Leaf, StatementRun or BarrierPoint, in the order
// of the tree.
template <typename Leaf, typename Visit>
void forEachLeaf(const std::vector<ScheduleNode> &body, const Visit &visit,
                 const std::vector<std::string> &loops = {}) {
  for (const ScheduleNode &node : body)
    match(
        node.value,
        [&](const ScheduleLoop &loop) {
          std::vector<std::string> inner = loops;
          inner.push_back(loop.iname);
          forEachLeaf<Leaf>(loop.body, visit, inner);
        },
        [&](const auto &leaf) {
          if constexpr (std::is_same_v<std::decay_t<decltype(leaf)>, Leaf>)
            visit(leaf, loops);
        });
}

} // namespace loopyc

#endif
