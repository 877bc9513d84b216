// Whether loops can be nested, and what to duplicate where they cannot: entries
// of inameFunctions().
#ifndef LOOPYC_LIB_SCRIPT_NESTFUNCTIONS_H
#define LOOPYC_LIB_SCRIPT_NESTFUNCTIONS_H

#include "Function.h"

namespace loopyc {
namespace script {

Function nestableFunction();
Function duplicationFunction();

} // namespace script
} // namespace loopyc

#endif
