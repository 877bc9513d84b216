// Copies from global to local memory that a target can have on their way while
// the work-items go on: those into temporaries that are filled iterations ahead
// of their uses. All that is on its way becomes one batch at each barrier, and
// a barrier waits for batches:
//
//   for k: {t[(k + 2) mod 3] = a[k + 2];  use t[k mod 3];  barrier}
//
// the batch of iteration k is used in iteration k + 2, so the barrier of k + 1
// waits for it: for all but the last one.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_ASYNCCOPIES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_ASYNCCOPIES_H

#include "CFamily/Dialect.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <map>
#include <set>
#include <string>

namespace loopyc {
namespace codegen {

struct AsyncCopies {
  std::set<std::string> instructions; // ids
  // The batches that a barrier leaves on their way; of all barriers, where
  // there are such copies.
  std::map<const BarrierPoint *, int> pending;
};

// Every use of what such a copy brings, and every other write of it, comes
// behind a barrier that waits for it.
AsyncCopies findAsyncCopies(const ScheduledKernel &kernel,
                            const Dialect &dialect);

} // namespace codegen
} // namespace loopyc

#endif
