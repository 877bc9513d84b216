#include "Files.h"

#include "C/CTarget.h"
#include "CUDA/CUDATarget.h"
#include "Host/Launcher.h"
#include "OpenCL/OpenCLTarget.h"
#include "loopyc/Support/Diagnostic.h"

#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

const Target &codegen::targetOf(TargetKind kind) {
  static const OpenCLTarget opencl;
  static const CUDATarget cuda;
  static const CTarget c;
  switch (kind) {
  case TargetKind::OpenCL: return opencl;
  case TargetKind::CUDA: return cuda;
  case TargetKind::C: return c;
  }
  throw InternalError("unknown target");
}

DeviceFunction loopyc::deviceFunction(const ScheduledKernel &kernel,
                                      TargetKind target,
                                      const CodeGenOptions &options) {
  Helpers helpers(targetOf(target));
  KernelData data(kernel, targetOf(target));
  switch (target) {
  case TargetKind::OpenCL:
    return openclFunction(data, helpers, options);
  case TargetKind::CUDA:
    return cudaFunction(data, helpers, options);
  case TargetKind::C:
    return cFunction(data, helpers, options);
  }
  throw InternalError("unknown target");
}

static void checkNames(const std::vector<ScheduledKernel> &kernels) {
  std::set<std::string> seen;
  for (const ScheduledKernel &kernel : kernels)
    if (!seen.insert(kernelIdentifier(kernel.kernel)).second)
      throw UserError("two kernels are named '" + kernel.kernel.name +
                          "'; kernels of one output must have different "
                          "names, so rename one",
                      kernel.kernel.range);
}

static void addTargetFiles(const std::vector<ScheduledKernel> &kernels,
                           TargetKind target, const CodeGenOptions &options,
                           std::vector<GeneratedFile> &device,
                           std::vector<GeneratedFile> &host) {
  switch (target) {
  case TargetKind::OpenCL: {
    std::string text = openclDeviceFile(kernels, options);
    host.push_back({OutputKind::Host, "_host.c",
                    openclHostFile(kernels, text, options)});
    device.push_back({OutputKind::Device, ".cl", std::move(text)});
    return;
  }
  case TargetKind::CUDA: {
    if (!options.loadCuda) {
      device.push_back({OutputKind::Device, ".cu", cudaFile(kernels, options)});
      return;
    }
    std::string text = cudaDeviceFile(kernels, options);
    host.push_back({OutputKind::Host, "_cuda.c",
                    cudaHostFile(kernels, text, options)});
    device.push_back({OutputKind::Device, ".cu", std::move(text)});
    return;
  }
  case TargetKind::C:
    device.push_back({OutputKind::Device, ".c", cFile(kernels, options)});
    return;
  }
}

std::vector<GeneratedFile>
loopyc::generate(const std::vector<ScheduledKernel> &kernels,
                 const std::vector<TargetKind> &targets,
                 const CodeGenOptions &options) {
  checkNames(kernels);
  std::vector<GeneratedFile> files, host;
  for (TargetKind target : targets)
    addTargetFiles(kernels, target, options, files, host);
  files.insert(files.end(), host.begin(), host.end());
  files.push_back(
      {OutputKind::Header, ".h", headerFile(kernels, targets, options)});
  if (options.source)
    files.push_back(
        {OutputKind::Stub, "_stub.f90", stubFile(kernels, targets, options)});
  return files;
}
