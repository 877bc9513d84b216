// What takes the place of the original file is in the language of the source.
#include "FortranHost/Stub.h"
#include "Host/Launcher.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

std::string codegen::stubFile(const std::vector<ScheduledKernel> &kernels,
                              const Targets &targets,
                              const CodeGenOptions &options) {
  switch (options.language->kind()) {
  case source::LanguageKind::Fortran:
    return fortranStub(kernels, targets, options);
  case source::LanguageKind::Kernel:
    break; // it takes the place of no file
  }
  throw InternalError("a source language without stubs");
}
