// Fortran's intrinsic functions by name, as expressions.
#ifndef LOOPYC_LIB_FRONTEND_INTRINSICS_H
#define LOOPYC_LIB_FRONTEND_INTRINSICS_H

#include "Program.h"

#include "loopyc/IR/Expr.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// The reference to the generic intrinsic `name` with a result of type `type`.
// An absent optional argument is a null expression. nullopt for an intrinsic
// without a counterpart, or in a form that has none.
std::optional<Expr> intrinsicCall(const std::string &name,
                                  std::vector<Expr> args, Type type);

// Is it one that makes something else of arrays than the elemental ones:
// sum, maxloc, matmul, spread?
bool isTransformational(const std::string &name);

// Arguments as most have them, ARRAY, DIM, MASK, ...; what only few have is
// behind these: the value of findloc.
ArrayOperand::Intrinsic inCommonOrder(ArrayOperand::Intrinsic intrinsic);

} // namespace frontend
} // namespace loopyc

#endif
