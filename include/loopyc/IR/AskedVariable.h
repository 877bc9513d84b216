// What a kernel asks of the host: is a variable there?
#ifndef LOOPYC_IR_ASKEDVARIABLE_H
#define LOOPYC_IR_ASKEDVARIABLE_H

#include "loopyc/IR/Kernel.h"

#include <string>

namespace loopyc {

// The kernel's name of the variable, optional, allocatable or a pointer, that
// the argument tells of, 1 where it is there, else 0; "" for other arguments.
std::string askedVariable(const Origin &origin, const HiddenArgument &hidden);

} // namespace loopyc

#endif
