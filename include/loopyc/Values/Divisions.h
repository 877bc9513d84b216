// Quotients and remainders like f // 4 and f % 4, which splits of loops and
// array axes leave behind, made simpler by what is known of their names.
#ifndef LOOPYC_VALUES_DIVISIONS_H
#define LOOPYC_VALUES_DIVISIONS_H

#include "loopyc/IR/Expr.h"
#include "loopyc/Poly/Set.h"

namespace loopyc {

// What the integer divisions in an expression cost on a device: those that
// round toward minus infinity more than C's own. 0 if there are none.
int divisionCost(const Expr &e);

// x - x % 4 as 4*(x // 4), in sums.
Expr withQuotients(const Expr &e);

// With 0 <= f < 4: f // 4 is 0, f % 4 is f. With 0 <= f alone: C's f / 4 and
// f % 4 will do. `facts` is flat. Names in what changed have their
// expression's type.
Expr simplifyDivisions(const Expr &e, const poly::Set &facts);

} // namespace loopyc

#endif
