// What conditions and loops of the C-family tree say of the names in them.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_TREESETS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_TREESETS_H

#include "CFamily/Tree.h"
#include "loopyc/Poly/Set.h"

namespace loopyc {
namespace codegen {

// The points at which it holds, or more, where it is not affine.
poly::Set conditionSet(const Expr &condition);

// { v : init <= v, condition, v = init mod step }, v the loop's variable, or
// more, where its bounds are not affine
poly::Set loopSet(const Loop &loop);

} // namespace codegen
} // namespace loopyc

#endif
