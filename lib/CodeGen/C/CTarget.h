// C11 with OpenMP: group axes are parallel loops, local axes loops inside.
#ifndef LOOPYC_LIB_CODEGEN_C_CTARGET_H
#define LOOPYC_LIB_CODEGEN_C_CTARGET_H

#include "CFamily/KernelData.h"
#include "Target.h"

namespace loopyc {
namespace codegen {

class CTarget : public Target {
public:
  TargetKind kind() const override { return TargetKind::C; }
  bool hasShortVectors() const override { return false; }
  bool hasWorkItems() const override { return false; }
  // lid(0) -> lid_0
  std::string axisName(const std::string &axis) const override;
  std::string unrollHint() const override { return "#pragma GCC unroll 16"; }
};

} // namespace codegen
} // namespace loopyc

#endif
