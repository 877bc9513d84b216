#include "Resources.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>
#include <map>

using namespace loopyc;

// Bytes of local memory that the kernel declares.
static void checkLocalMemory(const Kernel &kernel, const DeviceLimits &limits) {
  std::map<std::string, int64_t> storage;
  std::string largest;
  int64_t largestBytes = 0;
  for (const VariablePtr &temp : kernel.temporaries) {
    if (temp->space != AddressSpace::Local)
      continue;
    auto bytes = storageBytes(*temp);
    if (!bytes) // the launcher provides it, from global memory
      continue;
    std::string base =
        temp->baseStorage.empty() ? temp->name : "=" + temp->baseStorage;
    storage[base] = std::max(storage[base], *bytes);
    if (*bytes > largestBytes) {
      largestBytes = *bytes;
      largest = temp->name;
    }
  }
  int64_t total = 0;
  for (const auto &[base, bytes] : storage)
    total = llvm::checkedAdd(total, bytes).value_or(INT64_MAX);
  if (total > limits.localMemoryBytes)
    throw UserError(
        "kernel '" + kernel.name + "' needs " + std::to_string(total) +
            " bytes of local memory (the largest part: '" + largest + "', " +
            std::to_string(largestBytes) + " bytes), but " + limits.device +
            " has " + std::to_string(limits.localMemoryBytes) +
            "; use smaller tiles, or keep temporaries private",
        kernel.range);
}

static void checkWorkGroupSize(const Kernel &kernel, const Placement &placement,
                               const DeviceLimits &limits) {
  int64_t items = 1;
  for (const HardwareAxisUse &axis : placement.axes())
    if (!axis.group)
      items = llvm::checkedMul(items, asInteger(axis.size).value_or(1))
                  .value_or(INT64_MAX);
  if (items > limits.workGroupSize)
    throw UserError("kernel '" + kernel.name + "' asks for work-groups of " +
                        std::to_string(items) + " work-items, but " +
                        limits.device + " allows " +
                        std::to_string(limits.workGroupSize) +
                        "; split the inames tagged l.N into smaller parts",
                    kernel.range);
}

// Of the number of work-groups, a launcher checks what is not known here.
static void checkAxis(const Kernel &kernel, const HardwareAxisUse &axis,
                      const DeviceLimits &limits) {
  int64_t most =
      axis.group ? limits.workGroups[axis.axis] : limits.workItems[axis.axis];
  int64_t size = asInteger(axis.size).value_or(0);
  if (size <= most)
    return;
  std::string what = axis.group ? "work-groups" : "work-items";
  throw UserError("kernel '" + kernel.name + "' asks for " +
                      std::to_string(size) + " " + what + " along axis " +
                      std::to_string(axis.axis) + ", but " + limits.device +
                      " allows " + std::to_string(most) +
                      "; tag another iname with this axis, or split it",
                  kernel.range);
}

void loopyc::checkResources(const Kernel &kernel, const Placement &placement,
                            const DeviceLimits &limits) {
  checkLocalMemory(kernel, limits);
  checkWorkGroupSize(kernel, placement, limits);
  for (const HardwareAxisUse &axis : placement.axes())
    checkAxis(kernel, axis, limits);
}
