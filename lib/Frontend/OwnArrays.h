// Arrays of which a directive gives each iteration its own: private(z).
#ifndef LOOPYC_LIB_FRONTEND_OWNARRAYS_H
#define LOOPYC_LIB_FRONTEND_OWNARRAYS_H

#include "loopyc/IR/Kernel.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

struct OwnArrays {
  std::vector<std::string> inames; // of the loops, from outer to inner
  int depth = 0;                   // with the loops around them
  std::set<std::string> arrays;    // of the kernel's
  std::string construct;           // "!$omp parallel do"
  SourceRange range;
};

// Where data decide whether an iteration reads elements that another one has
// assigned, or that are assigned outside, the directive is believed: the array
// has no value when an iteration begins.
//   !$omp parallel do private(z)
//   do jb = ...
//     do j = lo(jb), hi(jb): z(j) = ...
//     do j = first(jb), last(jb): ... = z(j)
Kernel withOwnArrays(Kernel kernel, const std::vector<OwnArrays> &loops);

} // namespace frontend
} // namespace loopyc

#endif
