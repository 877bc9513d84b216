#include "CFamily/LocalMemory.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

static constexpr int64_t alignment = 16;

// By name, in the order of the declarations.
static std::vector<std::pair<std::string, int64_t>> parts(KernelData &data) {
  std::vector<std::pair<std::string, int64_t>> result;
  std::map<std::string, size_t> shared;
  for (const Storage *storage : data.temporaries()) {
    if (!storage->isLocal() || storage->isScratch)
      continue;
    int64_t bytes = storage->var->type.bytes * paddedLanes(storage->lanes) *
                    *asInteger(storage->elements);
    const std::string &base = storage->var->baseStorage;
    if (base.empty()) {
      for (const std::string &name : storage->identifiers)
        result.push_back({name, bytes});
      continue;
    }
    bytes *= static_cast<int64_t>(storage->identifiers.size());
    auto [known, isNew] = shared.try_emplace(base, result.size());
    if (isNew)
      result.push_back({base, 0});
    int64_t &most = result[known->second].second;
    most = std::max(most, bytes);
  }
  return result;
}

int64_t codegen::localMemoryBytes(KernelData &data) {
  int64_t total = 0;
  for (const auto &[name, bytes] : parts(data))
    total += bytes;
  return total;
}

std::optional<LocalBlock> codegen::localBlock(KernelData &data) {
  if (localMemoryBytes(data) <= data.dialect.mostDeclaredLocalBytes())
    return std::nullopt;
  LocalBlock block;
  for (const auto &[name, bytes] : parts(data)) {
    block.offsets[name] = block.bytes;
    block.bytes += (bytes + alignment - 1) / alignment * alignment;
  }
  return block;
}

int64_t codegen::launchedLocalBytes(KernelData &data) {
  std::optional<LocalBlock> block = localBlock(data);
  return block ? block->bytes : 0;
}

bool codegen::hasRows(KernelData &data) {
  const auto temporaries = data.temporaries();
  return std::any_of(
      temporaries.begin(), temporaries.end(),
      [](const Storage *storage) { return storage->rows.has_value(); });
}
