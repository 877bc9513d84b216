// Running values of loops that run in parallel: a scalar that each iteration
// updates, by one operation or as a linear function a*s + b, and reads.
//
//   for i: s = s + x[i]; y[i] = s    i = 4*(64*g + l) + k, on group g, item l
//     ->  for g: totals[g] = the sum of its x
//         ... gbarrier
//         for g: starts[g] = s; s = s + totals[g]      a scan of one group
//         ... gbarrier
//         in group g: carry = starts[g]
//           p = the sum of the work-item's x              in its registers
//           t[l] = p                             in the group's local memory
//           t[l] = t[l - 1] + t[l]; t[l] = t[l - 2] + t[l]; ...
//           r = carry + t[l - 1]
//           for k: r = r + x[i]; y[i] = r
//
// Within one group there is nothing but the last part. Loops between g and l
// are steps of the group, from each of which the next one takes its carry.
//
// What results are ordinary instructions, which the scheduler orders and puts
// barriers between; and reductions, for the totals.
#ifndef LOOPYC_LOWER_SCANS_H
#define LOOPYC_LOWER_SCANS_H

#include "loopyc/IR/Kernel.h"

#include <set>
#include <string>

namespace loopyc {

bool hasScans(const Kernel &kernel);

// The variables that the scans of the kernel assign, or write by.
std::set<std::string> scannedVariables(const Kernel &kernel);

// Axes must be known.
Kernel realizeScans(const Kernel &kernel);

// Why what the instruction updates in parallel loops is no scan; "" if there
// is nothing to say.
std::string whyNoScan(const Kernel &kernel, const Instruction &insn);

} // namespace loopyc

#endif
