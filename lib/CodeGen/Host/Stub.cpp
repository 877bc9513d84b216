// What takes the place of the original file is in the language of the source.
#include "FortranHost/Stub.h"
#include "Host/Launcher.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <iterator>

using namespace loopyc;

static bool isOfKernelLanguage(const ScheduledKernel &kernel) {
  return std::any_of(
      kernel.kernel.origins.begin(), kernel.kernel.origins.end(),
      [](const Origin &origin) {
        return origin.language &&
               origin.language->kind() == source::LanguageKind::Kernel;
      });
}

// Those that procedures or regions stand for.
static std::vector<ScheduledKernel>
ofSources(const std::vector<ScheduledKernel> &kernels) {
  std::vector<ScheduledKernel> result;
  std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(result),
               [](const ScheduledKernel &kernel) {
                 return !isOfKernelLanguage(kernel);
               });
  return result;
}

std::string codegen::stubFile(const std::vector<ScheduledKernel> &kernels,
                              const Targets &targets,
                              const CodeGenOptions &options) {
  switch (options.language->kind()) {
  case source::LanguageKind::Fortran:
    if (std::any_of(kernels.begin(), kernels.end(), isOfKernelLanguage))
      return fortranStub(ofSources(kernels), targets, options);
    return fortranStub(kernels, targets, options);
  case source::LanguageKind::Kernel:
    break; // it takes the place of no file
  }
  throw InternalError("a source language without stubs");
}
