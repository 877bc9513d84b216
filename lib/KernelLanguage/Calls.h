// Kernels that call kernels. A call is an instruction of its own; what it is
// called with are numbers, and views of arrays:
//
//   twice:   { [k]: 0 <= k < m }    b[k] = 2*a[k]
//
//   { [i, j]: ... }   [j]: y[i, j] = twice([j]: x[i, j], n)
//
// is the function's instructions in the call's place:
//
//   { [i]: ... }   [n] -> { [twice_k]: 0 <= twice_k < n }
//   y[i, twice_k] = 2*x[i, twice_k]
//
// Arguments of the function that are read are matched with those of the call,
// those that are written with its results, both in the function's order. What
// is proved of a kernel (Conflicts, Shapes) is proved of the whole.
//
//   ViewReader    views as they are written
//   Function      what is called
//   Views         which elements a view has
//   Bindings      what each argument of the function stands for
//   Calls         instructions, domains and names in the call's place
#ifndef LOOPYC_LIB_KERNELLANGUAGE_CALLS_H
#define LOOPYC_LIB_KERNELLANGUAGE_CALLS_H

#include "Builder.h"

namespace loopyc {
namespace language {

// Views of a call's arguments and results; anywhere else they are refused.
void findViews(AssignmentText &assignment, const Text &text);

// The call of a kernel that the statement is; null if it is none.
const CallNode *kernelCall(const Building &building,
                           const StatementText &statement);

// A function in C, of the kernel or what calls it; null if there is none.
ExternalFunctionPtr findExternal(const Building &building,
                                 const std::string &name);

// Once nests and dependences are known, which they are of the call as a whole.
void expandCalls(Building &building);

} // namespace language
} // namespace loopyc

#endif
