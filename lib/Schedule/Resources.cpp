#include "Resources.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>
#include <map>

using namespace loopyc;

// "'a' 1024, 'b' 512": arrays and bytes, largest first; the rest as a number.
static std::string
listed(const std::vector<std::pair<int64_t, std::string>> &arrays) {
  constexpr size_t most = 8;
  std::string text;
  for (size_t i = 0; i < arrays.size() && i < most; ++i)
    text += (i ? ", '" : "'") + arrays[i].second + "' " +
            std::to_string(arrays[i].first);
  if (arrays.size() > most)
    text += " and " + std::to_string(arrays.size() - most) + " more";
  return text;
}

// Bytes of local memory that the kernel declares.
static void checkLocalMemory(const Kernel &kernel, const DeviceLimits &limits) {
  std::map<std::string, int64_t> storage;
  std::vector<std::pair<int64_t, std::string>> arrays;
  for (const VariablePtr &temp : kernel.temporaries) {
    if (temp->space != AddressSpace::Local)
      continue;
    auto bytes = storageBytes(*temp);
    if (!bytes) // the launcher provides it, from global memory
      continue;
    std::string base =
        temp->baseStorage.empty() ? temp->name : "=" + temp->baseStorage;
    storage[base] = std::max(storage[base], *bytes);
    arrays.push_back({*bytes, temp->name});
  }
  int64_t total = 0;
  for (const auto &[base, bytes] : storage)
    total = llvm::checkedAdd(total, bytes).value_or(INT64_MAX);
  if (total <= limits.localMemoryBytes)
    return;
  std::stable_sort(arrays.begin(), arrays.end(),
                   [](const auto &a, const auto &b) { return a.first > b.first; });
  throw UserError("kernel '" + kernel.name + "' needs " +
                      std::to_string(total) + " bytes of local memory (" +
                      listed(arrays) + "), but " + limits.device + " has " +
                      std::to_string(limits.localMemoryBytes) +
                      "; use smaller tiles, keep temporaries private, or say by "
                      "--device-limits which device the kernel is for",
                  kernel.range);
}

static void checkWorkGroupSize(const Kernel &kernel, const Placement &placement,
                               const DeviceLimits &limits) {
  int64_t items = 1;
  for (const HardwareAxisUse &axis : placement.axes())
    if (axis.isLocal())
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
  int64_t most = axis.isGroup() ? limits.workGroups[axis.number]
                                : limits.workItems[axis.number];
  int64_t size = asInteger(axis.size).value_or(0);
  if (size <= most)
    return;
  std::string what = axis.isGroup() ? "work-groups" : "work-items";
  throw UserError("kernel '" + kernel.name + "' asks for " +
                      std::to_string(size) + " " + what + " along axis " +
                      std::to_string(axis.number) + ", but " + limits.device +
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
