// Fortran's intrinsic functions of what floating-point numbers are made of, and
// those of its modules for IEEE arithmetic.
#ifndef LOOPYC_LIB_FRONTEND_FLOATINGPOINTINTRINSICS_H
#define LOOPYC_LIB_FRONTEND_FLOATINGPOINTINTRINSICS_H

#include "loopyc/IR/Expr.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc::frontend {

// exponent, spacing, ieee_is_finite, ...; nullopt if the name is none of
// theirs. `type` is the result's.
std::optional<Expr> floatingPointIntrinsic(const std::string &name,
                                           const std::vector<Expr> &args,
                                           Type type);

// The generic name of a procedure of an IEEE module:
// "ieee_is_finite" of "ieee_is_finite_a8".
std::string genericIeeeName(const std::string &specific);

} // namespace loopyc::frontend

#endif
