// Components of derived types in a region's statements, which are plain
// variables of its oracle:
//
//   s%q(i) = 2*s % q(i - 1)    =>    s_q(i) = 2*s_q(i - 1)
//   cells(i)%u(k) = v%x        =>    cells_u(k, i) = v_x
#ifndef LOOPYC_LIB_CHECK_COMPONENTS_H
#define LOOPYC_LIB_CHECK_COMPONENTS_H

#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {
namespace check {

// In the lines from `first` to `last`, both included, in free form. `locals`:
// the region's own variables, among them components of others.
void nameComponents(std::vector<std::string> &lines, int first, int last,
                    const std::vector<HiddenArgument> &hidden,
                    const std::vector<VariablePtr> &locals);

// A variable of which components are arguments, and that the lines, named so,
// still mention: as a whole, or another component of it; "" if there is none.
std::string mentionedWhole(const std::vector<std::string> &lines, int first,
                           int last, const std::vector<HiddenArgument> &hidden);

} // namespace check
} // namespace loopyc

#endif
