// Components of what a pointer points at, which may be nothing: a kernel that
// asks before it mentions them is right. So the stub has a pointer to each.
//
//   nullify (loopyc_part_2)
//   if (associated(obc)) then
//     if (allocated(obc%seg)) loopyc_part_2 => obc%seg
//   end if
#ifndef LOOPYC_LIB_CODEGEN_FORTRANHOST_POINTEDPARTS_H
#define LOOPYC_LIB_CODEGEN_FORTRANHOST_POINTEDPARTS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Source/Fortran/Text.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

struct OffloadArgument;

class PointedParts {
public:
  // Those of the arguments, which are these pointers from then on.
  PointedParts() = default;
  PointedParts(const Kernel &kernel, std::vector<OffloadArgument> &arguments);

  void declare(fortran::FortranText &out) const;
  void writeBefore(fortran::FortranText &out) const;

private:
  struct Part {
    std::string name, component, type;
    size_t rank = 0;
    std::vector<std::string> conditions; // from the outermost
  };
  void add(const Origin &origin, const HiddenArgument &hidden,
           std::vector<OffloadArgument> &arguments);

  std::vector<Part> parts;
};

} // namespace codegen
} // namespace loopyc

#endif
