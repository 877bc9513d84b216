// Lists that an iteration fills from the beginning, under conditions that only
// data know, and reads as far as it has filled them:
//
//   na = 0
//   do j:  if (c(j)): na = na + 1;  list(na) = j
//   do k = 1, na:  ... = list(k)
//
// No single write is certain; but whatever the counter has become, the elements
// that it has gone by are written.
#ifndef LOOPYC_LIB_ANALYSIS_COMPACTEDLISTS_H
#define LOOPYC_LIB_ANALYSIS_COMPACTEDLISTS_H

#include "loopyc/Analysis/StableValues.h"
#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

// Elements { [e] : first <= e < counter + shift } of an array with one axis,
// with the value of the counter at the read: they are written before it in the
// same iteration of the `depth` loops around both.
struct FilledPart {
  std::string counter;
  int64_t first = 0, shift = 0;
  int depth = 0;
};

std::vector<FilledPart> filledBefore(const Kernel &kernel,
                                     const StableValues &stable,
                                     const std::string &array,
                                     const Instruction &reader);

} // namespace loopyc

#endif
