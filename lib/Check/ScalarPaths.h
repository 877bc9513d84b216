// What an expression in a kernel's scalars is worth where an instruction reads
// it, by the ways that conditions may have gone before:
//
//   k = idx(i);  if (k < 1) k = 1;  s = s + a(k)
//     k:  idx(i)  where .not. idx(i) < 1
//         1       where idx(i) < 1
//
// So are choices in the expression itself: min, max and merge.
#ifndef LOOPYC_LIB_CHECK_SCALARPATHS_H
#define LOOPYC_LIB_CHECK_SCALARPATHS_H

#include "Writers.h"

#include <optional>
#include <vector>

namespace loopyc {
namespace check {

struct ScalarPath {
  Expr value;                   // in inames, arguments, and elements of arrays
  std::vector<Expr> conditions; // as far as they are known
};

// Nullopt where loops carry a scalar from one iteration to the next, or where
// there are too many ways.
std::optional<std::vector<ScalarPath>> pathsTo(const Expr &e,
                                               const Kernel &kernel,
                                               const Writers &writers,
                                               int instruction);

} // namespace check
} // namespace loopyc

#endif
