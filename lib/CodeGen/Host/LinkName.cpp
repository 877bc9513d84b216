// Names that kernels of several sources can have in one program.
#include "Host/Launcher.h"

#include "llvm/Support/xxhash.h"

using namespace loopyc;
using namespace loopyc::codegen;

// Fortran's names have 63 characters; some are added to this one.
static constexpr size_t longest = 48;

std::string codegen::linkName(const Kernel &kernel) {
  std::string name;
  if (!kernel.origins.empty()) {
    const Origin &origin = kernel.origins.front();
    if (!origin.module.empty())
      name += origin.module + "_";
    if (origin.isRegion)
      name += (origin.around.empty() ? "main" : origin.around) + "_";
  }
  name += kernelIdentifier(kernel);
  if (name.size() <= longest)
    return name;
  std::string hash = std::to_string(llvm::xxh3_64bits(name) % 100000000);
  return name.substr(0, longest - hash.size() - 1) + "_" + hash;
}

bool codegen::hasLinkName(const Kernel &kernel) {
  return linkName(kernel) != kernelIdentifier(kernel);
}

static bool isShared(KernelData &data) {
  return !data.scheduled.isPart && hasLinkName(data.scheduled.kernel);
}

void codegen::writeWeakDeclaration(KernelData &data, TextBuilder &out,
                                   const std::string &linkage) {
  if (isShared(data))
    out.line(linkage + launcherPrototype(data) + " __attribute__((weak));");
}

void codegen::writeLinkAlias(KernelData &data, TextBuilder &out,
                             const std::string &linkage) {
  if (!isShared(data))
    return;
  const Target &target = data.target;
  std::string name =
      linkName(data.scheduled.kernel) + "_launch_" + target.name();
  out.line(linkage + launcherPrototype(data, name));
  out.line("    __attribute__((alias(\"" +
           launcherName(data.scheduled, target) + "\")));");
  out.blank();
}
