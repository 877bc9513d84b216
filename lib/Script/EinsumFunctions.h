// Functions that write a kernel's texts themselves; entries of makeFunctions().
#ifndef LOOPYC_LIB_SCRIPT_EINSUMFUNCTIONS_H
#define LOOPYC_LIB_SCRIPT_EINSUMFUNCTIONS_H

#include "Function.h"

namespace loopyc {
namespace script {

Function einsumFunction();
Function copyFunction();

} // namespace script
} // namespace loopyc

#endif
