// Arrays of which each iteration of a loop uses elements of its own already.
#ifndef LOOPYC_TRANSFORM_OWNELEMENTS_H
#define LOOPYC_TRANSFORM_OWNELEMENTS_H

#include "loopyc/IR/Kernel.h"

#include <string>

namespace loopyc {

//   do i: t[s, i - 1] = ...; ... = t[0, i - 1]
// Has the array an axis in which all of its uses are within the iname, with one
// subscript that no two iterations have in common? Copies for each iteration
// would be used no further than along the diagonal.
bool hasAxisOf(const Kernel &kernel, const Variable &var,
               const std::string &iname);

} // namespace loopyc

#endif
