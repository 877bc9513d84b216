// Contractions on the matrix units of devices.
#ifndef LOOPYC_TRANSFORM_MATRIXUNITS_H
#define LOOPYC_TRANSFORM_MATRIXUNITS_H

#include "loopyc/IR/MatrixUnits.h"
#include "loopyc/Transform/Common.h"

#include <cstdint>
#include <string>

namespace loopyc {

struct MatrixUnitOptions {
  std::string rows, columns, terms; // inames of a tile
  std::string shape;                // "": "m16n8k4"
  MatrixPrecision precision = MatrixPrecision::Full;
  int64_t rowWarps = 1, columnWarps = 1;
};

//   for i < 64: for j < 64: for k < 16: c[i, j] += a(i, k)*b(k, j)
//     ->  for k_block < 2:
//           for i_block < 2: for j_block < 4:               (ilp)
//             32*2*2 work-items: one operation of each warp
//               for k_term < 8: for i_part < 2: for j_part < 2: the same
// with i = i_lane + 16*i_part + 32*i_block, i_lane on l.1, and
// j = j_part + 2*j_lane + 8*j_warp + 16*j_block, j_lane on l.0, j_warp on l.2,
// for the shape m16n8k8 and 2 by 2 warps. Each work-item has the sums that the
// units want it to have; where there are no units, it makes them itself.
Kernel useMatrixUnits(const Kernel &kernel, const InstructionFilter &within,
                      const MatrixUnitOptions &options,
                      Remarks *remarks = nullptr);

} // namespace loopyc

#endif
