// What launchers take: describeArguments, launcherName.
#include "Host/Launcher.h"

#include "loopyc/IR/AskedVariable.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

std::string codegen::kernelIdentifier(const Kernel &kernel) {
  std::string name;
  for (char c : kernel.name)
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])))
    name = "k" + name;
  return name;
}

std::string codegen::nameInKernel(const Origin &origin,
                                  const std::string &name) {
  auto it = origin.renamed.find(name);
  return it == origin.renamed.end() ? name : it->second;
}

std::string codegen::deviceFunctionName(const Kernel &kernel) {
  std::string name = kernelIdentifier(kernel);
  return isReservedFunctionName(name) ? name + "_kernel" : name;
}

// Of several launches, the first has the kernel's name on the device.
std::string codegen::hostName(const ScheduledKernel &kernel) {
  return kernelIdentifier(kernel.kernel) + (kernel.isPart ? "_part" : "");
}

std::string loopyc::launcherName(const ScheduledKernel &kernel,
                                 const Target &target) {
  return hostName(kernel) + "_launch_" + target.name();
}

std::vector<std::string>
codegen::presenceArguments(const Kernel &kernel, const std::string &argument) {
  std::vector<std::string> result;
  for (const Origin &origin : kernel.origins) {
    auto inKernel = [&](const std::string &dummy) {
      auto it = origin.renamed.find(dummy);
      return it == origin.renamed.end() ? dummy : it->second;
    };
    for (const HiddenArgument &hidden : origin.hidden)
      if (askedVariable(origin, hidden) == argument &&
          kernel.findVariable(inKernel(hidden.variable->name)))
        result.push_back(inKernel(hidden.variable->name));
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

// In scalar elements, whether the target has short vectors or not.
static BufferLayout bufferLayout(const Variable &var) {
  BufferLayout layout;
  layout.lanes = paddedLanes(vectorLength(var));
  layout.strides = axisStrides(var);
  for (size_t a = 0; a < var.axes.size(); ++a) {
    if (std::holds_alternative<VectorAxis>(var.axes[a].tag))
      layout.strides[a] = Expr::integer(1);
    else if (layout.strides[a])
      layout.strides[a] = layout.strides[a] * layout.lanes;
  }
  layout.extent = storageExtent(var);
  if (layout.extent)
    layout.extent = layout.extent * layout.lanes;
  return layout;
}

// The n-th index vector of the sep axes, the last varying fastest.
static std::vector<int64_t> separateIndex(const std::vector<int64_t> &extents,
                                          size_t n) {
  std::vector<int64_t> index(extents.size());
  for (size_t a = extents.size(); a-- > 0;) {
    index[a] = static_cast<int64_t>(n) % extents[a];
    n /= extents[a];
  }
  return index;
}

static std::string declarationOf(const LauncherArgument &argument,
                                 const std::string &arrayHandle) {
  if (!argument.isArray)
    return argument.cType + " " + argument.name;
  if (!arrayHandle.empty())
    return arrayHandle + " " + argument.name;
  return (argument.written ? "" : "const ") + argument.cType + " *" +
         argument.name;
}

std::vector<LauncherArgument>
codegen::describeArguments(KernelData &data) {
  const std::string arrayHandle = data.target.launcherFrame().arrayHandle;
  std::vector<LauncherArgument> result;
  for (const Storage *storage : data.arguments())
    for (size_t n = 0; n < storage->identifiers.size(); ++n) {
      LauncherArgument argument;
      argument.name = storage->identifiers[n];
      argument.variable = storage->var;
      argument.isArray = storage->kind == StorageKind::Buffer;
      argument.read = storage->read;
      argument.isImage = storage->isImage && data.target.hasWorkItems();
      argument.written = storage->written;
      argument.separate = separateIndex(storage->separateExtents, n);
      argument.cType = Dialect::hostTypeName(storage->var->type);
      if (argument.isArray)
        argument.layout = bufferLayout(*storage->var);
      argument.declaration = declarationOf(argument, arrayHandle);
      result.push_back(std::move(argument));
    }
  return result;
}

std::vector<LauncherArgument>
loopyc::describeArguments(const ScheduledKernel &kernel, const Target &target) {
  KernelData data(kernel, target);
  return codegen::describeArguments(data);
}
