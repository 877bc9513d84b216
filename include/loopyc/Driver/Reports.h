// The texts that --emit names besides code: ir, deps, schedule, dot
// (stats: Stats.h).
#ifndef LOOPYC_DRIVER_REPORTS_H
#define LOOPYC_DRIVER_REPORTS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <string>
#include <vector>

namespace loopyc {
namespace driver {

std::string irText(const std::vector<Kernel> &kernels);
std::string depsText(const std::vector<Kernel> &kernels);
std::string scheduleText(const std::vector<ScheduledKernel> &kernels);
// Graphviz: instructions, and an edge for each dependence between them.
std::string dotText(const std::vector<Kernel> &kernels);

} // namespace driver
} // namespace loopyc

#endif
