// What happens to a program before kernels are made of it: a list of passes,
// each a function from one program to the next.
#ifndef LOOPYC_LIB_FRONTEND_PROGRAMPASSES_H
#define LOOPYC_LIB_FRONTEND_PROGRAMPASSES_H

#include "Program.h"
#include "loopyc/Frontend/Frontend.h"

namespace loopyc {
namespace frontend {

// All of them. `after` sees the program as Flang gave it, and after each.
Program runPasses(Program program, const AfterPass &after);

} // namespace frontend
} // namespace loopyc

#endif
