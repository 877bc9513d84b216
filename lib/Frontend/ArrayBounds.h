// Bounds of arrays are evaluated when a kernel is entered.
#ifndef LOOPYC_LIB_FRONTEND_ARRAYBOUNDS_H
#define LOOPYC_LIB_FRONTEND_ARRAYBOUNDS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Records arrays whose bounds mention what the procedure assigns, or elements
// of arrays. Local ones may be larger than declared, where that is known.
Program checkArrayBounds(Program program);

} // namespace frontend
} // namespace loopyc

#endif
