#include "Host/Sequence.h"
#include "loopyc/CodeGen/Target.h"
#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/Diagnostic.h"

#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

DeviceFunction loopyc::deviceFunction(const ScheduledKernel &kernel,
                                      const Target &target,
                                      const CodeGenOptions &options) {
  Helpers helpers(target.dialect());
  KernelData data(kernel, target);
  return target.function(data, helpers, options);
}

static void checkNames(const ScheduledKernels &kernels) {
  std::set<std::string> seen, functions;
  for (const ScheduledKernel &kernel : kernels)
    for (const ExternalCall &call : externalCalls(kernel.kernel))
      if (call.signature)
        functions.insert(call.signature->nameInTarget);
  for (const ScheduledKernel *kernel : allLaunches(kernels))
    if (functions.count(kernelIdentifier(kernel->kernel)))
      throw UserError("kernel '" + kernel->kernel.name +
                          "' has the name of a C function that is called; "
                          "give it another, with name=",
                      kernel->kernel.range);
  for (const ScheduledKernel *kernel : allLaunches(kernels))
    if (!seen.insert(kernelIdentifier(kernel->kernel)).second)
      throw UserError("two kernels are named '" + kernel->kernel.name +
                          "'; kernels of one output must have different "
                          "names, so rename one",
                      kernel->kernel.range);
}

std::vector<GeneratedFile> loopyc::generate(const ScheduledKernels &kernels,
                                            const Targets &targets,
                                            const CodeGenOptions &options) {
  checkNames(kernels);
  OutputData data;
  std::vector<GeneratedFile> files, host;
  for (const Target *target : targets)
    for (GeneratedFile &file : target->files(kernels, data, options))
      (file.kind == OutputKind::Device ? files : host)
          .push_back(std::move(file));
  files.insert(files.end(), host.begin(), host.end());
  files.push_back(
      {OutputKind::Header, ".h", headerFile(kernels, targets, data, options)});
  if (options.source)
    files.push_back(
        {OutputKind::Stub, "_stub" + options.language->ofStub()->fileSuffix(),
         stubFile(kernels, targets, options)});
  return files;
}
