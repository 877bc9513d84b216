// P.cl
#include "Files.h"

#include "CFamily/KernelWriter.h"
#include "Host/Launcher.h"
#include "OpenCL/OpenCLTarget.h"

using namespace loopyc;
using namespace loopyc::codegen;

static void writeKernel(const ScheduledKernel &kernel, Helpers &helpers,
                        TextBuilder &out, const CodeGenOptions &options) {
  KernelData data(kernel, targetOf(TargetKind::OpenCL));
  KernelWriter writer(data, helpers, out, options);
  std::string parameters;
  for (const std::string &parameter : writer.parameters())
    parameters += (parameters.empty() ? "" : ", ") + parameter;
  std::vector<int64_t> size = kernel.localSize();
  out.blank();
  writeKernelComment(kernel, out);
  out.line("__kernel __attribute__((reqd_work_group_size(" +
           std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
           std::to_string(size[2]) + ")))");
  out.open("void " + deviceFunctionName(kernel.kernel) + "(" + parameters +
           ")");
  writer.writeDeclarations();
  writer.writeBody();
  out.close();
}

static std::string prologue(const ScheduledKernels &kernels,
                            const Helpers &helpers) {
  std::string out;
  if (helpers.usesDouble())
    out += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  for (const ScheduledKernel &kernel : kernels)
    if (forbidsContraction(kernel.kernel)) {
      out += "#pragma OPENCL FP_CONTRACT OFF\n";
      break;
    }
  out += "#define lid(N) ((int) get_local_id(N))\n"
         "#define gid(N) ((int) get_group_id(N))\n\n";
  if (helpers.usesComplex(8))
    out += "typedef struct { float re, im; } loopyc_cfloat;\n\n";
  if (helpers.usesComplex(16))
    out += "typedef struct { double re, im; } loopyc_cdouble;\n\n";
  return out;
}

std::string codegen::openclDeviceFile(const ScheduledKernels &kernels,
                                      const CodeGenOptions &options) {
  Helpers helpers(targetOf(TargetKind::OpenCL));
  TextBuilder body;
  for (const ScheduledKernel &kernel : kernels)
    writeKernel(kernel, helpers, body, options);
  std::string text = fileComment(
      options.prefix + ".cl",
      "Products and sums may be fused, as Fortran compilers do; nothing else "
      "is relaxed.");
  text += prologue(kernels, helpers);
  text += helpers.definitions();
  return text + body.trimmed();
}
