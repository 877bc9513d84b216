// The kinds of fast math that look at more than one expression, each a pass of
// withFastMath.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_FASTMATHPASSES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_FASTMATHPASSES_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"

namespace loopyc {
namespace codegen {

void putRootsIntoProducts(Block &block, const KernelData &data);
void multiplyByReciprocals(Block &block);

} // namespace codegen
} // namespace loopyc

#endif
