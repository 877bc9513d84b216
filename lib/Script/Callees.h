// What stands in the place of calls when kernels are joined: a function as it is
// now, and as it was made, which --check compares with.
//
//   f, made                b[k] = 2*a[k]
//   f, split and tagged    b[k_inner + 4*k_outer] = ..., k_inner: unr
//
// Of one that was transformed, the text is made anew (Remake.h); what was said
// of its loops goes with it.
#ifndef LOOPYC_LIB_SCRIPT_CALLEES_H
#define LOOPYC_LIB_SCRIPT_CALLEES_H

#include "Recipe.h"

namespace loopyc {
namespace script {

struct Callee {
  std::shared_ptr<const KernelRecipe> made;
  std::shared_ptr<const Kernel> kernel; // null: open, so that nothing is changed

  bool isChanged() const { return kernel && made->isTransformed; }
};

// Throws UserError, by the function that joins, for what no text says.
language::KernelSource sourceAsMade(const Callee &callee, const char *joining);
language::KernelSource sourceAsItIs(const Callee &callee, const char *joining);

} // namespace script
} // namespace loopyc

#endif
