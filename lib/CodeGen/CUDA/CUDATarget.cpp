#include "CUDA/CUDATarget.h"

#include "CUDA/CUDADialect.h"
#include "CUDA/Graphs.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyrt.h"

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

class CUDATarget : public Target {
public:
  const char *name() const override { return "cuda"; }
  const char *reservedNames() const override {
    return "warpSize threadIdx blockIdx blockDim gridDim stream "
           "recorded_steps begin_steps record_step replay_step end_step "
           "end_steps least_steps check_device device_limits read_limits "
           "launch_status read_back fit_groups groups_of first_group group_from "
           "groups_of_part part_of_grid next_part most_groups "
           "variants variants_lock find_variant choose_variant variant_defines "
           "note_variant variant_values known_values compiled macros "
           "device_functions chosen "
           "device_functions_once load_functions program_text "
           "program_image rounded_to_tf32 rest_in_tf32 "
           "copy_ahead await_copies_0 await_copies_1 "
           "await_copies_2 dim3 cyl_bessel_i0 cyl_bessel_i1 erfcinv erfcx "
           "erfinv fdivide "
           "normcdf rcbrt rhypot rnorm saturate sincospi";
  }
  const char *reservedPrefixes() const override {
    return "cuda make_ multiply_add_m";
  }
  bool hasMatrixUnits() const override { return true; }
  DeviceLimits limits() const override {
    DeviceLimits limits;
    limits.workItems = {1024, 1024, 64};
    limits.workGroups = {INT32_MAX, INT32_MAX, INT32_MAX}; // in parts
    return limits;
  }
  int runtimeTarget() const override { return LOOPYRT_TARGET_CUDA; }
  const char *deviceSuffix() const override { return ".cu"; }

  std::vector<GeneratedFile>
  files(const ScheduledKernels &kernels, OutputData &data,
        const CodeGenOptions &options) const override {
    if (loadsKernels(options) && wantsGraphs(options))
      throw UserError(
          "--cuda-graphs=loops is for launchers that nvcc compiles, "
          "which --cuda-kernels=loaded does not write; use one of "
          "them");
    if (!loadsKernels(options))
      return {{OutputKind::Device, deviceSuffix(),
               cudaFile(kernels, data, options)}};
    std::string device = cudaDeviceFile(kernels, data, options);
    std::string host = cudaHostFile(kernels, device, data, options);
    return {{OutputKind::Device, deviceSuffix(), std::move(device)},
            {OutputKind::Host, "_cuda.c", std::move(host)}};
  }
  DeviceFunction function(KernelData &data, Helpers &helpers,
                          const CodeGenOptions &options) const override {
    return cudaFunction(data, helpers, options);
  }
  std::vector<std::string>
  compilerOptions(const ScheduledKernels &kernels) const override {
    return cudaOptions(kernels);
  }
  LauncherFrame launcherFrame() const override {
    return {"cudaStream_t stream", "", ""};
  }
  std::string headerText(const CodeGenOptions &options) const override {
    return loadsKernels(options)
               ? "/* As in CUDA's headers, which are not needed. */\n"
                 "typedef struct CUstream_st *cudaStream_t;\n"
               : "#include <cuda_runtime_api.h>\n";
  }
  const Dialect &dialect() const override { return cudaC; }
  const Dialect &hostDialect() const override { return cudaC; }
  const CheckSide &checkSide() const override { return cudaCheckSide(); }

private:
  CUDADialect cudaC;
};

} // namespace

bool codegen::loadsKernels(const CodeGenOptions &options) {
  auto how = options.ofTargets.find("cuda-kernels");
  return how != options.ofTargets.end() && how->second == "loaded";
}

const Target &codegen::cudaTarget() {
  static const CUDATarget target;
  return target;
}
