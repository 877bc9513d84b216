// Variables of common blocks that a kernel has where none declares the block:
// those of a procedure that it calls. Whoever passes them declares it, with
// names of its own.
#ifndef LOOPYC_SOURCE_FORTRAN_COMMONBLOCKS_H
#define LOOPYC_SOURCE_FORTRAN_COMMONBLOCKS_H

#include "loopyc/IR/HostValue.h"
#include "loopyc/IR/Kernel.h"

#include <functional>
#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// Its `module` is "/coef/", `nameInModule` its position in the block.
bool isOfCommonBlock(const HostValue &value);
inline bool isOfUsedModule(const HostValue &value) {
  return value.isOfModule() && !isOfCommonBlock(value);
}

// The blocks of which the origin has such variables, each of which `nameOf`
// names:
//   real(8) :: d(1:8, 1:8)
//   integer(4) :: loopyc_coef_2
//   common /coef/ d, loopyc_coef_2
std::vector<std::string> commonBlockDeclarations(
    const Origin &origin,
    const std::function<std::string(const HiddenArgument &)> &nameOf);

} // namespace fortran
} // namespace loopyc

#endif
