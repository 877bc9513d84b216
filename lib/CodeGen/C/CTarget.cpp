#include "C/CTarget.h"

#include "CFamily/CDialect.h"
#include "loopyrt.h"

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

class CTarget : public Target {
public:
  const char *name() const override { return "c"; }
  std::string hintFor(const std::string &word) const override {
    return word == "openmp" || word == "omp"
               ? "the target 'c' writes OpenMP loops"
               : "";
  }
  const char *reservedNames() const override { return "failed"; }
  const char *reservedPrefixes() const override { return "omp_"; }
  bool hasWorkItems() const override { return false; }
  int runtimeTarget() const override { return LOOPYRT_TARGET_C; }
  const char *deviceSuffix() const override { return ".c"; }

  std::vector<GeneratedFile>
  files(const ScheduledKernels &kernels, OutputData &data,
        const CodeGenOptions &options) const override {
    return {
        {OutputKind::Device, deviceSuffix(), cFile(kernels, data, options)}};
  }
  DeviceFunction function(KernelData &data, Helpers &helpers,
                          const CodeGenOptions &options) const override {
    return cFunction(data, helpers, options);
  }
  std::vector<std::string>
  compilerOptions(const ScheduledKernels &kernels) const override {
    return cOptions(kernels);
  }
  const Dialect &dialect() const override { return cDialect(); }
  const Dialect &hostDialect() const override { return cDialect(); }
  const CheckSide &checkSide() const override { return cCheckSide(); }
};

} // namespace

const Target &codegen::cTarget() {
  static const CTarget target;
  return target;
}
