// Rows that are copied while work-items go on (RowCopies.h) set out before what
// needs them not yet, as far up as the last barrier:
//
//   s = u_tile[...] ...                    copy_rows_ahead(v_tile, ...)
//   copy_rows_ahead(v_tile, ...)     ->    s = u_tile[...] ...
//   s = s - v_tile[...]                    s = s - v_tile[...]
//
// They are on their way for longer, and what they ask is between no two
// statements whose arithmetic could fill the time.
//
//   strided-loops -> here
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_EARLYCOPIES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_EARLYCOPIES_H

#include "CFamily/Tree.h"

namespace loopyc {
namespace codegen {

Block startCopiesEarly(Block block);

} // namespace codegen
} // namespace loopyc

#endif
