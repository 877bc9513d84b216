// Expressions, loops, lists and match queries are walked by recursion, here and
// in the libraries that parse them: what a user may write needs a stack that is
// deeper than a program's usual one.
#ifndef LOOPYC_DRIVER_DEEPSTACK_H
#define LOOPYC_DRIVER_DEEPSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace loopyc {
namespace driver {

// Runs `work` on a stack of at most 1 GiB, of which only what is used takes
// memory, and returns what it returns.
int runOnDeepStack(llvm::function_ref<int()> work);

// Is this an address just beyond that stack, where an overflow faults?
bool isBeyondDeepStack(const void *address);

} // namespace driver
} // namespace loopyc

#endif
