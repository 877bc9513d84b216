// Sums of products that lp.use_matrix_units puts on matrix units: of the loops
// over what one operation of a warp computes, and their instances, one step.
//
//   for k_term < 8:
//     for i_block < 2: for j_block < 4:                       (ilp)
//       for i_part < 2: for j_part < 2:                       (ilp)
//         c[...] = c[...] + a(i, k)*b(k, j)
//   ->  for i_block < 2: for j_block < 4:
//         c[...] = c[...] + a(i, k)*b(k, j)   by m16n8k8
//
// A work-item hands over elements of a in its row, and elements of b in the
// column whose number in the block is that of its row: other work-items' sums
// need them. That the operation means the same is proved here, or it is an
// error:
//
// - its rows, columns and terms are all there: but for terms at the end of the
//   sum, whose products are -0.0*0.0, which no sum feels, and for rows and
//   columns whose sums nobody reads;
// - all work-items of the warp come here: the group has full warps, and no
//   condition or bound around differs between them;
// - the sums are registers, each another one; factors are not, so that all
//   work-items find the same there. Whoever writes it is waited for by a
//   barrier, for without the operation several work-items read it, too; or
//   else the warp waits in front of the operation.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_MATRIXUNITS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_MATRIXUNITS_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"

namespace loopyc {
namespace codegen {

// Where the target has no units, the block as it is.
Block matrixSteps(Block block, const KernelData &data, const poly::Set &facts);

} // namespace codegen
} // namespace loopyc

#endif
