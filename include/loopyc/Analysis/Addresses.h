// What an element's address depends on besides its subscripts.
#ifndef LOOPYC_ANALYSIS_ADDRESSES_H
#define LOOPYC_ANALYSIS_ADDRESSES_H

#include "loopyc/IR/Array.h"

#include <set>
#include <string>

namespace loopyc {

// Names in the strides of the array: n of b(n, 4), whose columns lie n
// elements apart. Each access of an element reads them.
std::set<std::string> addressNames(const Variable &array);

} // namespace loopyc

#endif
