// Integer arithmetic on operands of any kinds, folded: of subscripts and bounds.
#ifndef LOOPYC_LIB_FRONTEND_INDEXARITHMETIC_H
#define LOOPYC_LIB_FRONTEND_INDEXARITHMETIC_H

#include "loopyc/IR/Expr.h"

namespace loopyc {
namespace frontend {

inline Expr withKindOf(const Expr &a, const Expr &other) {
  return Expr::cast(a, promote(a.type(), other.type()));
}

inline Expr addIndex(const Expr &a, const Expr &b) {
  return withKindOf(a, b) + withKindOf(b, a);
}

inline Expr subtractIndex(const Expr &a, const Expr &b) {
  return withKindOf(a, b) - withKindOf(b, a);
}

} // namespace frontend
} // namespace loopyc

#endif
