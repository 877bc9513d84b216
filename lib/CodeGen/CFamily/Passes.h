// What happens to a kernel's tree on its way to text: a list of passes, each a
// function from one tree to the next. KernelWriter prints the last.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_PASSES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_PASSES_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"

namespace loopyc {
namespace codegen {

// if (isWhole) whole else body. `isWhole` is null where there is `body` alone;
// else all work-items of a group agree on it.
struct KernelTree {
  Block body;
  Expr isWhole;
  Block whole; // the same for groups whose tiles are whole (WholeTiles.h)
  std::vector<std::string> remarks; // on calls (CalledFunctions.h)
};

// The tree after all passes; options.afterPass sees it after each.
KernelTree runPasses(KernelData &data, const CodeGenOptions &options);

} // namespace codegen
} // namespace loopyc

#endif
