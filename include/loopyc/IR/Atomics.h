// Which updates devices can make indivisible.
#ifndef LOOPYC_IR_ATOMICS_H
#define LOOPYC_IR_ATOMICS_H

#include "loopyc/IR/Expr.h"

#include <string>

namespace loopyc {

// Why an update of a variable of the type can not be atomic, to be read after
// its name: "is logical(4), ..."; "" if it can.
std::string obstacleToAtomic(ReductionOp op, Type type);

} // namespace loopyc

#endif
