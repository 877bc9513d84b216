// Transformations of reductions: of the expressions that bind inames, and how
// those that several work-items make together are finished.
#ifndef LOOPYC_TRANSFORM_REDUCTIONS_H
#define LOOPYC_TRANSFORM_REDUCTIONS_H

#include "loopyc/Transform/Common.h"

#include <optional>
#include <string>

namespace loopyc {

//   sum((i, k), a[i, k])  ->  sum(i, sum(k, a[i, k]))   inward, with k
//                         ->  sum(k, sum(i, a[i, k]))   outward
// Reductions over all of `inames` and others become two, of which the inner
// (outer) one is over `inames`. Reals may be rounded otherwise: a remark.
Kernel splitReductionInward(const Kernel &kernel,
                            const std::vector<std::string> &inames,
                            const InstructionFilter &within = {},
                            Remarks *remarks = nullptr);
Kernel splitReductionOutward(const Kernel &kernel,
                             const std::vector<std::string> &inames,
                             const InstructionFilter &within = {},
                             Remarks *remarks = nullptr);

//   a = sum(k, x[k]);  b = sum(k, y[k])
//     ->  a = sum(k, x[k]);  b = sum(k_0, y[k_0])
// Each reduction over one of `inames` (none: over any) has inames of its own,
// which nothing else is in or over.
Kernel makeReductionInamesUnique(const Kernel &kernel,
                                 const std::vector<std::string> &inames = {},
                                 const InstructionFilter &within = {});

//   y[i] = 2*sum(k, a[i, k])  ->  acc_k = 0;  for k: acc_k = acc_k + a[i, k];
//                                 y[i] = 2*acc_k
// in the instructions that the filter selects; elsewhere reductions stay.
Kernel realizeReductionsIn(const Kernel &kernel,
                           const InstructionFilter &within);

struct ScanOptions {
  InstructionFilter within;
  bool force = false; // what is no scan is an error
  std::optional<std::string> sweep; // scans are along this loop alone
};
//   for i: y[i] = sum(j, a[j])   with 0 <= j <= i
//     ->  acc = 0;  for i: acc = acc + a[i];  y[i] = acc
// Reductions that have one term more in each iteration of the innermost loop
// around them become running values of that loop, in linear time. The terms are
// added in the same order. Seed 004, Reductions.
Kernel realizeScans(const Kernel &kernel, const ScanOptions &options,
                    Remarks *remarks = nullptr);

// How the parts that work-groups make of what is reduced into the variable
// become one.
Kernel setReduction(const Kernel &kernel, const std::string &variable,
                    AcrossGroups across);

} // namespace loopyc

#endif
