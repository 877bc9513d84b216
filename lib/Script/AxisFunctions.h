// Which axes of the device are free.
#ifndef LOOPYC_LIB_SCRIPT_AXISFUNCTIONS_H
#define LOOPYC_LIB_SCRIPT_AXISFUNCTIONS_H

#include "Function.h"

namespace loopyc {
namespace script {

Function unusedAxisFunction(); // find_unused_axis_tag
Function fillAxesFunction();   // add_inames_for_unused_hw_axes

} // namespace script
} // namespace loopyc

#endif
