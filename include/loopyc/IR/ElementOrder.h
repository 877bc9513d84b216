// Array element order: the first subscript varies fastest.
#ifndef LOOPYC_IR_ELEMENTORDER_H
#define LOOPYC_IR_ELEMENTORDER_H

#include "loopyc/IR/Array.h"

namespace loopyc {

// Of the declared element i0, i1, ...: its position, i0 + n*i1. Null where an
// extent before the last is unknown.
Expr elementPosition(const DeclaredLayout &declared);
// Is it one axis, with all declared elements in their order?
bool isInElementOrder(const Variable &array);

} // namespace loopyc

#endif
