// Loops whose bounds can be read off the constraints. Most loops are such, and
// isl's general code generation costs half a millisecond for each.
#ifndef LOOPYC_LIB_POLY_PLAINLOOP_H
#define LOOPYC_LIB_POLY_PLAINLOOP_H

#include "loopyc/Poly/Ast.h"

#include <optional>

namespace loopyc {
namespace poly {

// The loop over `iname` in `domain`, where `context` holds, if every
// constraint that `context` does not imply is a bound of `iname` with
// coefficient 1: max(lower...) <= iname <= min(upper...). The body is empty.
std::optional<AstNode> plainLoop(const std::string &iname, const Set &domain,
                                 const Set &context);

} // namespace poly
} // namespace loopyc

#endif
