// isl's expressions and builders: between isl's AST generator and ours.
#ifndef LOOPYC_LIB_POLY_ISLAST_H
#define LOOPYC_LIB_POLY_ISLAST_H

#include "loopyc/Poly/Ast.h"

struct isl_ast_build;
struct isl_ast_expr;
struct isl_space;

namespace loopyc {
namespace poly {

// Takes `expr`.
AstExpr convert(isl_ast_expr *expr);

// A builder that knows the names of `model`, in its order, before those of
// `context`. isl places the guards of a loop with the builder that it was
// given, and there it takes names in integer divisions by their positions: so
// the builder and what it builds must list the same names in the same order
// (align the parameters of what it builds to namesOf). Takes `model`.
isl_ast_build *buildFor(const Set &context, isl_space *model);
isl_space *namesOf(isl_ast_build *build);

} // namespace poly
} // namespace loopyc

#endif
