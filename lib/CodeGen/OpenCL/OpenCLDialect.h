// OpenCL C 1.2.
#ifndef LOOPYC_LIB_CODEGEN_OPENCL_OPENCLDIALECT_H
#define LOOPYC_LIB_CODEGEN_OPENCL_OPENCLDIALECT_H

#include "CFamily/Dialect.h"

namespace loopyc {
namespace codegen {

class OpenCLDialect : public Dialect {
public:
  std::string typeName(Type type) const override;
  std::string unsignedName(Type type) const override {
    return "u" + typeName(Type::integer(type.bytes));
  }
  std::string vectorName(Type element, int lanes) const override;
  bool hasVectorFunctions() const override { return true; }
  bool hasBesselFunctions() const override { return false; }
  // By the standard; PoCL 3.1 loses values of private variables there.
  bool hasBarriersInBranches() const override { return false; }
  const char *longSuffix() const override { return "L"; }
  std::string mathFunction(const std::string &name, Type) const override {
    return name;
  }
  bool hasIntegerMinMax() const override { return true; }
  std::string localQualifier() const override { return "__local "; }
  std::string globalQualifier(AddressSpace space) const override;
  std::string tableQualifier() const override { return "__constant "; }
  int64_t mostConstantBytes() const override { return 64 * 1024; }
  std::string tablePointerQualifier() const override { return "__constant "; }
  std::string localPointerQualifier() const override {
    return localQualifier();
  }
  std::string imageType(size_t axes) const override;
  std::string imageElement(const std::string &image,
                           const std::vector<std::string> &coordinates,
                           Type type) const override;
  std::pair<std::string, std::string> imageFunction(size_t axes,
                                                    Type type) const override;
  std::string groupCount(int axis) const override {
    return "get_num_groups(" + std::to_string(axis) + ")";
  }
  std::string
  routineCall(Routine routine, Type type,
              const std::vector<std::string> &arguments,
              const std::vector<std::string> &results) const override;
  bool hasReciprocalRoots() const override { return true; }
  std::string quickDivision(Type type) const override {
    return type.bytes == 4 ? "native_divide" : "";
  }
  std::string fusedFunction(Type) const override { return "mad"; }
  std::string countOnes(const std::string &value, Type type) const override;
  std::string barrier(bool localMemory, bool globalMemory) const override;
  AtomicFunction atomicFunction(const AtomicUpdate &what) const override;

protected:
  std::string leadingZeros(const std::string &value,
                           bool isLong) const override;
};

} // namespace codegen
} // namespace loopyc

#endif
