// P.cl
#include "OpenCL/OpenCLTarget.h"

#include "CFamily/KernelWriter.h"
#include "Host/Sequence.h"
#include "Host/Variants.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

DeviceFunction codegen::openclFunction(KernelData &data, Helpers &helpers,
                                       const CodeGenOptions &options) {
  TextBuilder body;
  body.deepen();
  KernelWriter writer(data, helpers, body, options);
  std::string macros = writeAsVariant(data, writer);
  writer.writeDeclarations();
  writer.writeBody();
  std::vector<int64_t> size = data.scheduled.localSize();
  return {macros + "__kernel __attribute__((reqd_work_group_size(" +
              std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
              std::to_string(size[2]) + ")))",
          "void " + deviceFunctionName(data.scheduled.kernel) + "(" +
              writer.parameterList() + ")",
          body.str()};
}

// clang notes for debuggers what a kernel calls, and PoCL defines these
// functions with the notes on them: LLVM finds fault with that where it loads
// the program from a cache, prints it, and drops the kernel's lines.
static const char *const poclDebugText =
    R"(#ifdef POCL_DEVICE_ADDRESS_BITS /* debug information that PoCL can load again */
size_t __attribute__((overloadable, nodebug)) get_local_id(uint);
size_t __attribute__((overloadable, nodebug)) get_group_id(uint);
void __attribute__((overloadable, convergent, nodebug)) barrier(cl_mem_fence_flags);
#endif
)";

static std::string prologue(const ScheduledKernels &kernels,
                            const Helpers &helpers,
                            const CodeGenOptions &options) {
  std::string out;
  if (helpers.usesDouble())
    out += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  for (const std::string &extension : helpers.extensions())
    out += "#pragma OPENCL EXTENSION " + extension + " : enable\n";
  if (forbidsContraction(kernels))
    out += "#pragma OPENCL FP_CONTRACT OFF\n";
  if (options.lineDirectives)
    out += poclDebugText;
  out += "#define lid(N) ((int) get_local_id(N))\n"
         "#define gid(N) ((int) get_group_id(N))\n\n";
  if (helpers.usesComplex(8))
    out += "typedef struct { float re, im; } loopyc_cfloat;\n\n";
  if (helpers.usesComplex(16))
    out += "typedef struct { double re, im; } loopyc_cdouble;\n\n";
  return out;
}

static bool fastMathOfAny(const ScheduledKernels &kernels) {
  return std::any_of(kernels.begin(), kernels.end(),
                     [](const ScheduledKernel &kernel) {
                       return fastMathOf(kernel.kernel).any();
                     });
}

OpenCLDeviceFile codegen::openclDeviceFile(const ScheduledKernels &kernels,
                                           OutputData &known,
                                           const CodeGenOptions &options) {
  Helpers helpers(openclTarget().dialect());
  TextBuilder body;
  for (const ScheduledKernel *launch : allLaunches(kernels)) {
    KernelData data = known.of(*launch, openclTarget());
    writeFunction(*launch, openclFunction(data, helpers, options), body);
  }
  std::string text = fileComment(
      options.prefix + ".cl",
      fastMathOfAny(kernels)
          ? "Products and sums may be fused, as Fortran compilers do; what "
            "else is relaxed\n * stands above the kernels."
          : "Products and sums may be fused, as Fortran compilers do; nothing "
            "else is relaxed.");
  text += prologue(kernels, helpers, options);
  text += helpers.definitions();
  return {text + body.trimmed(), helpers.usesDouble(), helpers.extensions()};
}
