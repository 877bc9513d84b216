// What all counts do with the instructions of a kernel.
#ifndef LOOPYC_LIB_ANALYSIS_COUNTINTO_H
#define LOOPYC_LIB_ANALYSIS_COUNTINTO_H

#include "loopyc/Analysis/Counts.h"

namespace loopyc {

// Calls `countOne` with the index of each instruction that is asked for.
// Remarks on guards taken to hold; an instruction without a count is noted.
template <typename Key, typename CountOne>
void forEachCounted(const Kernel &kernel, const CountOptions &options,
                    Counts<Key> &counts, const CountOne &countOne) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const Instruction &insn = *kernel.instructions[i];
    if (options.filter && !options.filter(insn))
      continue;
    try {
      countOne(i);
    } catch (const UserError &error) {
      counts.uncounted.push_back(error);
      continue;
    }
    if (auto guard = dataGuard(kernel, insn))
      counts.remarks.push_back("'" + insn.id + "' is counted as if '" +
                               guard->str() +
                               "' always held, which depends on data");
  }
}

} // namespace loopyc

#endif
