// An entry of remakeFunctions() that has a file of its own.
#ifndef LOOPYC_LIB_SCRIPT_BATCHFUNCTION_H
#define LOOPYC_LIB_SCRIPT_BATCHFUNCTION_H

#include "Function.h"

namespace loopyc {
namespace script {

Function batchFunction();

} // namespace script
} // namespace loopyc

#endif
