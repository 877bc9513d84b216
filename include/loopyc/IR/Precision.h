// In which precision a kernel computes.
#ifndef LOOPYC_IR_PRECISION_H
#define LOOPYC_IR_PRECISION_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Is a variable, or a part of a value but for literals, real or complex in
// single precision or less?
bool usesSinglePrecision(const Kernel &kernel);

// Do numbers of type `value` lose digits as `type`?
bool losesPrecision(Type value, Type type);

} // namespace loopyc

#endif
