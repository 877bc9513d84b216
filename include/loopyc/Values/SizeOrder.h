// Which of two sizes is the larger one: sums of products of parameters.
#ifndef LOOPYC_VALUES_SIZEORDER_H
#define LOOPYC_VALUES_SIZEORDER_H

#include "loopyc/IR/Expr.h"
#include "loopyc/Poly/Set.h"

namespace loopyc {

// Is a >= b wherever `known` holds? Errs on the side of false. Affine sizes are
// decided by isl; of others, common factors are taken out,
//   lda*m - n*m = (lda - n)*m,
// and what remains of products is a value of its own: n*m >= n where m >= 1.
bool isAtLeast(const Expr &a, const Expr &b, const poly::Set &known);

} // namespace loopyc

#endif
