// Barriers out of conditions.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_LIFTBARRIERS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_LIFTBARRIERS_H

#include "CFamily/Tree.h"

namespace loopyc {
namespace codegen {

//   if (g) { a; barrier; b }   becomes   if (g) { a }  barrier; if (g) { b }
//
// All work-items of a group agree on g, so that both are right; but PoCL's
// loops over work-items (3.1) run the first form wrongly where it stands in a
// loop. A condition that the body changes stays around all of it.
Block liftBarriers(Block block);

} // namespace codegen
} // namespace loopyc

#endif
