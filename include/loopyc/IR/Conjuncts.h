// What holds where a condition does, as separate conditions.
#ifndef LOOPYC_IR_CONJUNCTS_H
#define LOOPYC_IR_CONJUNCTS_H

#include "loopyc/IR/Expr.h"

#include <vector>

namespace loopyc {

// All of them hold where the condition does:
//   a and not (b or c)  ->  a;  not b;  not c
// or, if `holds` is false, where it does not:
//   a or not b          ->  not a;  b
std::vector<Expr> conjuncts(const Expr &condition, bool holds = true);

} // namespace loopyc

#endif
