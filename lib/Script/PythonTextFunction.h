// lp.t_unit_to_python: a kernel as the script that would make it.
#ifndef LOOPYC_LIB_SCRIPT_PYTHONTEXTFUNCTION_H
#define LOOPYC_LIB_SCRIPT_PYTHONTEXTFUNCTION_H

#include "Function.h"

namespace loopyc {
namespace script {

Function pythonTextFunction();

} // namespace script
} // namespace loopyc

#endif
