// The parts of fold().
#ifndef LOOPYC_LIB_IR_FOLD_H
#define LOOPYC_LIB_IR_FOLD_H

#include "loopyc/IR/Expr.h"

namespace loopyc {

// A sum, a product or a quotient of integers, no power.
bool isIntegerArithmetic(const Expr &e);
Expr foldIntegerArithmetic(const Expr &e);
// Any other expression, its operands folded before.
Expr foldNode(const Expr &e);

// The integer as one of another integer type.
Expr widened(const Expr &e, Type type);

} // namespace loopyc

#endif
