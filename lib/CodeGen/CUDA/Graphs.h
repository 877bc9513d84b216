// --cuda-graphs=loops: loops of the host that launch the same in each iteration
// launch a graph of one. For P.cu; see SequenceSide::recordsSteps.
#ifndef LOOPYC_LIB_CODEGEN_CUDA_GRAPHS_H
#define LOOPYC_LIB_CODEGEN_CUDA_GRAPHS_H

#include "loopyc/CodeGen/CodeGen.h"

namespace loopyc {
namespace codegen {

bool wantsGraphs(const CodeGenOptions &options);

extern const char *const graphsText;

} // namespace codegen
} // namespace loopyc

#endif
