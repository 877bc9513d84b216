// Variables of derived types, whole: a region's oracle has their components as
// arguments, and makes of them what statements need that mention the variable
// itself, or give it another name.
//
//   type(grid), target :: g                      (declarations)
//   type(cell), allocatable, target :: p(:)
//   allocate (p(1:n))                            (before the statements)
//   do loopyc_i1 = 1, n
//     p(loopyc_i1)%t = p_t(:, loopyc_i1)
//   end do
//   ...
//   p_t(:, loopyc_i1) = p(loopyc_i1)%t           (behind them)
#ifndef LOOPYC_LIB_CHECK_FORTRAN_WHOLEOBJECTS_H
#define LOOPYC_LIB_CHECK_FORTRAN_WHOLEOBJECTS_H

#include "loopyc/IR/Kernel.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

struct WholeObjects {
  std::vector<std::string> uses; // of modules: "grids, only: grid"
  std::vector<std::string> declarations, before, behind;
};

// Of a region. Nothing where it mentions none, or where they cannot be made: an
// argument is a component of one element, say.
std::optional<WholeObjects> wholeObjects(const Origin &origin);

} // namespace check
} // namespace loopyc

#endif
