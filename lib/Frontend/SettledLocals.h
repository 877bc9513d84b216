// Local integers that stand for one value, where calls are inlined: assigned by
// one statement of their procedure alone, and there a number or a function of
// arguments that keep their values. From there on, and in what is called, they
// are that value, so that shapes which a procedure declares by them are known.
//
//   n = lx - 1                       real u(0:n, 0:n), lx = 5
//   call grad(u, n)
//     m1 = n + 1; call mxm(u, m1)    real a(m1, m1): its shape is that of u
//
// What reads such a variable before it is assigned, reads nothing.
#ifndef LOOPYC_LIB_FRONTEND_SETTLEDLOCALS_H
#define LOOPYC_LIB_FRONTEND_SETTLEDLOCALS_H

#include "CallTargets.h"
#include "InlineScope.h"

#include <set>
#include <string>

namespace loopyc {
namespace frontend {

// Those of the scope's procedure that one statement assigns, by the
// procedure's names.
std::set<std::string> assignedOnce(const CallTargets &targets,
                                   const InlineScope &scope);

// Of an expression in the names of where everything is put: what it is
// throughout, folded; null if that may change, or is no sum of products.
Expr settledValue(const Expr &value, Type type, const CallTargets &targets);

// Without the assignments of variables of these names that nothing reads.
Procedure withoutUnread(Procedure procedure,
                        const std::set<std::string> &settled);

} // namespace frontend
} // namespace loopyc

#endif
