// Variables of derived types that modules of the source have: what a region's
// statements call mentions these themselves, whatever the region's oracle calls
// their components.
#ifndef LOOPYC_LIB_CHECK_FORTRAN_MODULEOBJECTS_H
#define LOOPYC_LIB_CHECK_FORTRAN_MODULEOBJECTS_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

// Their modules, by the names of the scalars of which the kernel has
// components; both in lower case. `lines`: of the source in free form.
std::map<std::string, std::string>
moduleObjects(const Origin &origin, const std::vector<std::string> &lines);

} // namespace check
} // namespace loopyc

#endif
