// Whether loops can be nested, what to duplicate where they cannot, and which
// may become one: entries of inameFunctions().
#ifndef LOOPYC_LIB_SCRIPT_NESTFUNCTIONS_H
#define LOOPYC_LIB_SCRIPT_NESTFUNCTIONS_H

#include "Function.h"

namespace loopyc {
namespace script {

Function nestableFunction();
Function duplicationFunction();
Function fusionFunction();

} // namespace script
} // namespace loopyc

#endif
