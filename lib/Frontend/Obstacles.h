// Why something stays on the host: the reasons that are recorded in a program.
#ifndef LOOPYC_LIB_FRONTEND_OBSTACLES_H
#define LOOPYC_LIB_FRONTEND_OBSTACLES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// The first reason in the statement and in all that is inside it. Null: as far
// as its statements go, a kernel can have it, a loop nest on its own too.
const UserError *obstacleIn(const Statement &statement);

// The first reason why there can be no kernel of the whole procedure: one of
// its own, else of a statement.
const UserError *obstacleOf(const Procedure &procedure);

// The first reason as a user is told it, with what to write instead; the others
// as its notes. There must be one.
UserError refusalOf(const Procedure &procedure);

// Do the variables of the procedure tell all that it reads and writes? Not
// where it has a call, a host's statement, or an expression without a
// counterpart.
bool isTransparent(const Procedure &procedure);

} // namespace frontend
} // namespace loopyc

#endif
