// What directives for threads say of loops of a kernel, held against the
// dependences: !$omp parallel do private(t) reduction(+: s).
#ifndef LOOPYC_LIB_FRONTEND_THREADCLAUSES_H
#define LOOPYC_LIB_FRONTEND_THREADCLAUSES_H

#include "ConcurrentLoops.h"
#include "KernelBuilder.h"
#include "OwnArrays.h"
#include "Program.h"
#include "loopyc/IR/Kernel.h"

#include <vector>

namespace loopyc {
namespace frontend {

// Warns where the program, executed by one thread, certainly does what a clause
// excludes: loopyc goes by the dependences.
void checkThreadClauses(const Kernel &kernel,
                        const std::vector<SourceLoop> &loops,
                        const Program &program);

// Of which loops does a directive say that iterations are independent, where
// threads do not take turns? What data decide is believed (withBelievedLoops).
std::vector<ConcurrentLoop>
independentLoops(const Kernel &kernel, const std::vector<SourceLoop> &loops,
                 const Program &program);

// Of which local arrays does a directive give each iteration of its loops one?
std::vector<OwnArrays> ownArrays(const Kernel &kernel,
                                 const std::vector<SourceLoop> &loops,
                                 const Program &program);

} // namespace frontend
} // namespace loopyc

#endif
