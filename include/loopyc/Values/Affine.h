// Between expressions and isl: which expressions are quasi-affine, and what
// expression computes an isl value.
#ifndef LOOPYC_VALUES_AFFINE_H
#define LOOPYC_VALUES_AFFINE_H

#include "loopyc/IR/Expr.h"
#include "loopyc/Poly/Ast.h"
#include "loopyc/Poly/Set.h"

#include <functional>
#include <optional>
#include <string>

namespace loopyc {

// Which names stand for one value, and may be in an affine expression.
using IsParameter = std::function<bool(const std::string &)>;

// The integer expression as a quasi-affine function of its names (inames and
// integer scalars alike, or those for which `isParameter` is true); nullopt if
// it is not (products of names, array reads, other names, ...).
std::optional<poly::PwAff> toAffine(const Expr &e,
                                    const IsParameter &isParameter = {});

// The points at which the logical expression holds; nullopt if a part of it is
// not affine.
std::optional<poly::Set> toCondition(const Expr &e,
                                     const IsParameter &isParameter = {});

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
