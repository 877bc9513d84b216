#include "OpenCL/OpenCLTarget.h"

#include "CFamily/CDialect.h"
#include "OpenCL/OpenCLDialect.h"
#include "loopyrt.h"

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

class OpenCLTarget : public Target {
public:
  const char *name() const override { return "opencl"; }
  bool hasIntrinsic(Intrinsic fn) const override {
    return fn < Intrinsic::BesselJ0 || fn > Intrinsic::BesselYN;
  }
  const char *reservedNames() const override {
    return "queue event function error context built_program "
           "built_programs built_programs_lock print_build_log "
           "build_options build_with build_program find_program enqueue "
           "check_device "
           "variants variants_lock find_variant choose_variant variant_defines "
           "note_variant variant_values known_values compiled macros chosen "
           "variants variants_lock find_variant choose_variant "
           "variant_defines note_variant variant_values known_values compiled "
           "macros chosen "
           "needed_extensions own_kernel launched new_kernel take_kernel "
           "give_back idle_kernels_lock "
           "workspace_for part_of read_back follow "
           "has_images image_of release_with buffer_for_image nothing_to_do "
           "has_extension program_text holds temporary release "
           "kernel "
           "global local constant private generic half pipe read_only "
           "read_write write_only event_t sampler_t image1d_t image2d_t "
           "image1d_buffer_t image3d_t uchar ulong unroll quad acospi add_sat "
           "all any arg "
           "as_float as_int asinpi atan2pi atanpi atomic_add "
           "atomic_cmpxchg atomic_inc barrier bitselect clamp clz cospi "
           "cross degrees distance dot exp10 fast_distance fast_length "
           "fast_normalize fract half_cos hadd isequal isordered length "
           "lgamma_r mad mad24 mad_hi mad_sat max mem_fence min mix mul24 "
           "mul_hi normalize popcount pown powr prefetch radians "
           "read_mem_fence rhadd rootn rotate rsqrt select shuffle "
           "shuffle2 sign sinpi smoothstep step sub_sat tanpi upsample "
           "vload2 vload4 vstore2 vstore4 vote wait_group_events "
           "write_mem_fence MAXFLOAT";
  }
  const char *reservedPrefixes() const override {
    return "read_image native_ half_ convert_ as_ make_ get_ atom_ atomic_ cl_ "
           "CL_ CLK_";
  }
  int runtimeTarget() const override { return LOOPYRT_TARGET_OPENCL; }
  const char *deviceSuffix() const override { return ".cl"; }

  std::vector<GeneratedFile>
  files(const ScheduledKernels &kernels, OutputData &data,
        const CodeGenOptions &options) const override {
    OpenCLDeviceFile device = openclDeviceFile(kernels, data, options);
    std::string host = openclHostFile(kernels, device, data, options);
    return {{OutputKind::Device, deviceSuffix(), std::move(device.text)},
            {OutputKind::Host, "_host.c", std::move(host)}};
  }
  DeviceFunction function(KernelData &data, Helpers &helpers,
                          const CodeGenOptions &options) const override {
    return openclFunction(data, helpers, options);
  }
  LauncherFrame launcherFrame() const override {
    return {"cl_command_queue queue", "cl_event *event", "cl_mem"};
  }
  std::string headerText(const CodeGenOptions &) const override {
    return "#ifndef CL_TARGET_OPENCL_VERSION\n"
           "#define CL_TARGET_OPENCL_VERSION 120\n#endif\n"
           "#include <CL/cl.h>\n";
  }
  const Dialect &dialect() const override { return openclC; }
  const Dialect &hostDialect() const override { return cDialect(); }
  const CheckSide &checkSide() const override { return openclCheckSide(); }

private:
  OpenCLDialect openclC;
};

} // namespace

const Target &codegen::openclTarget() {
  static const OpenCLTarget target;
  return target;
}
