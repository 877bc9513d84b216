// What lbound and ubound are of a dimension of an array: 1 and 0 where it has
// no elements, whatever the declaration says.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_BOUNDINQUIRY_H
#define LOOPYC_LIB_FRONTEND_FLANG_BOUNDINQUIRY_H

#include "LowerExpr.h"

namespace loopyc {
namespace frontend {

struct BoundInquiry {
  Expr first;  // as declared
  Expr extent;
  bool isCounted;   // the extent is no difference, as in real w(3:n)
  bool hasElements; // no question is needed

  Expr size() const {
    if (isCounted || hasElements || asInteger(extent).value_or(-1) >= 0)
      return extent;
    return fold(Expr::call(Intrinsic::Max,
                           {Expr::integer(0, extent.type()), extent},
                           extent.type()));
  }
  Expr lower() const { return ifAny(first, 1); }
  Expr upper() const {
    return asInteger(first) == 1 ? size()
                                 : ifAny(addIndex(first, extent) - 1, 0);
  }

private:
  Expr ifAny(const Expr &bound, int64_t otherwise) const {
    if (hasElements || asInteger(bound) == otherwise ||
        asInteger(extent).value_or(0) > 0)
      return bound;
    return fold(Expr::select(
        Expr::binary(BinaryOp::Gt, extent, Expr::integer(0, extent.type()),
                     Type::logical(4)),
        bound, Expr::integer(otherwise, bound.type())));
  }
};

// real w(n): is the extent what the declaration says?
inline bool isExplicit(const Fortran::semantics::Symbol &array, int axis) {
  const auto *details =
      Fortran::semantics::ResolveAssociations(array)
          .detailsIf<Fortran::semantics::ObjectEntityDetails>();
  const size_t at = static_cast<size_t>(axis);
  return details && details->shape().size() > at &&
         details->shape()[at].ubound().isExplicit();
}

// real w(lbound(u, 1):ubound(u, 1)) has no elements where u has none, in the
// numbers of u's declaration, too: first and last need not ask.
inline void forgetQuestion(Expr &first, Expr &last) {
  const Select *lower = first.getIf<Select>(), *upper = last.getIf<Select>();
  if (!lower || !upper || !(lower->condition == upper->condition))
    return;
  const Binary *question = lower->condition.getIf<Binary>();
  if (!question || asInteger(lower->ifFalse) != 1 ||
      asInteger(upper->ifFalse) != 0)
    return;
  const BoundInquiry bounds{lower->ifTrue, question->a, /*isCounted=*/false,
                           /*hasElements=*/false};
  if (bounds.lower() == first && bounds.upper() == last) {
    first = lower->ifTrue;
    last = upper->ifTrue;
  }
}

} // namespace frontend
} // namespace loopyc

#endif
