// Is a name among a set's dimensions? Asked of all domains of a kernel, for
// each name that its instructions mention: without a list of the names.
#ifndef LOOPYC_POLY_DIMS_H
#define LOOPYC_POLY_DIMS_H

#include "loopyc/Poly/Set.h"

namespace loopyc {
namespace poly {

bool hasDim(const Set &set, const std::string &name);

} // namespace poly
} // namespace loopyc

#endif
