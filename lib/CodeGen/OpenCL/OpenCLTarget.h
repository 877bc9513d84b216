// OpenCL C 1.2.
#ifndef LOOPYC_LIB_CODEGEN_OPENCL_OPENCLTARGET_H
#define LOOPYC_LIB_CODEGEN_OPENCL_OPENCLTARGET_H

#include "CFamily/KernelData.h"
#include "Target.h"

namespace loopyc {
namespace codegen {

class OpenCLTarget : public Target {
public:
  TargetKind kind() const override { return TargetKind::OpenCL; }
  std::string typeName(Type type) const override;
  std::string vectorName(Type element, int lanes) const override;
  bool hasVectorFunctions() const override { return true; }
  const char *longSuffix() const override { return "L"; }
  std::string mathFunction(const std::string &name, Type) const override {
    return name;
  }
  bool hasIntegerMinMax() const override { return true; }
  std::string localQualifier() const override { return "__local "; }
  std::string globalQualifier(AddressSpace space) const override;
  std::string groupCount(int axis) const override {
    return "get_num_groups(" + std::to_string(axis) + ")";
  }
  std::string barrier(bool localMemory, bool globalMemory) const override;
};

} // namespace codegen
} // namespace loopyc

#endif
