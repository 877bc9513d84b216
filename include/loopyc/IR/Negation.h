// Conditions and their opposites.
#ifndef LOOPYC_IR_NEGATION_H
#define LOOPYC_IR_NEGATION_H

#include "loopyc/IR/Expr.h"

namespace loopyc {

// The opposite of a condition. Only of integers does a comparison have a
// comparison as its opposite: of real numbers neither holds where one is no
// number.
Expr negated(const Expr &condition);

// Does exactly one of them hold, as they are written?
bool areOpposite(const Expr &a, const Expr &b);

// Does `b` hold where `a` does, as both compare one integer with a literal?
//   m == 5  implies  m /= 3;     m > 4  implies  m > 3
bool plainlyImplies(const Expr &a, const Expr &b);

} // namespace loopyc

#endif
