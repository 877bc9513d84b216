// Which loops may become one, as many as possible in each:
//
//   for i0: a[i0] = ...                      {i0, i1}: a[i1] is there
//   for i1: b[i1] = a[i1]             ->     {i2}: a[n - 1 - i2] is not
//   for i2: c[i2] = b[n - 1 - i2]
//
// Kennedy and McKinley's unweighted fusion: loops are taken in an order that
// dependences allow, and each group takes whatever can still be in it.
#ifndef LOOPYC_TRANSFORM_FUSIONCANDIDATES_H
#define LOOPYC_TRANSFORM_FUSIONCANDIDATES_H

#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

// Of loops in the same loops, with one range and one tag: each is in one group.
// Throws UserError for what is no loop over instructions, or where one of the
// loops may be nested in another.
std::vector<std::vector<std::string>>
fusionCandidates(const Kernel &kernel, const std::vector<std::string> &inames);

} // namespace loopyc

#endif
