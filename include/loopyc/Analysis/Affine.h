// Between expressions and isl: which expressions are quasi-affine, and what
// expression computes an isl value.
#ifndef LOOPYC_ANALYSIS_AFFINE_H
#define LOOPYC_ANALYSIS_AFFINE_H

#include "loopyc/IR/Expr.h"
#include "loopyc/Poly/Ast.h"
#include "loopyc/Poly/Set.h"

#include <optional>

namespace loopyc {

// The integer expression as a quasi-affine function of its names (inames and
// integer scalars alike); nullopt if it is not (products of names, array
// reads, ...).
std::optional<poly::PwAff> toAffine(const Expr &e);

// The points at which the logical expression holds; nullopt if a part of it is
// not affine.
std::optional<poly::Set> toCondition(const Expr &e);

// Back again. `type` is given to integers and names.
Expr fromAst(const poly::AstExpr &e, Type type = Type::integer(4));
Expr fromAffine(const poly::PwAff &value,
                const poly::Set &context = poly::Set::universe(),
                Type type = Type::integer(4));
// A logical expression that holds exactly on `set`, given `context`.
Expr fromCondition(const poly::Set &set,
                   const poly::Set &context = poly::Set::universe());

} // namespace loopyc

#endif
