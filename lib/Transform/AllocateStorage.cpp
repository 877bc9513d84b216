//   s[64], t[32] share u  ->  u has 64 elements; or s[64], t[32] apart
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Storage.h"

#include <algorithm>
#include <map>

using namespace loopyc;

static const char *const allocateStorageName =
    "allocate_temporaries_for_base_storage";

static int64_t bytesOf(const Variable &var) {
  if (auto bytes = storageBytes(var))
    return *bytes;
  std::string shape;
  for (size_t a = 0; a < var.visibleAxes(); ++a)
    shape += (a ? ", " : "") +
             (var.axes[a].extent ? var.axes[a].extent.str() : "?");
  throw UserError(std::string(allocateStorageName) + ": '" + var.name +
                      "', in storage '" + var.baseStorage +
                      "', must have a constant size, but its shape is (" +
                      shape + "); fix its parameters (fix_parameters)",
                  var.range);
}

static void requireFits(const std::string &storage, int64_t bytes,
                        const BaseStorageOptions &options) {
  if (options.maxBytes && bytes > *options.maxBytes)
    throw UserError(std::string(allocateStorageName) + ": what " +
                    (options.aliased ? "shares" : "shared") + " storage '" +
                    storage + "' takes " + std::to_string(bytes) +
                    " bytes, but max_nbytes is " +
                    std::to_string(*options.maxBytes));
}

Kernel loopyc::allocateBaseStorage(const Kernel &kernel,
                                   const BaseStorageOptions &options) {
  Kernel result = kernel;
  std::map<std::string, int64_t> sizes; // by storage
  for (VariablePtr &temp : result.temporaries) {
    if (temp->baseStorage.empty() ||
        (options.space && temp->space != *options.space))
      continue;
    int64_t &size = sizes[temp->baseStorage];
    int64_t own = bytesOf(*temp);
    size = options.aliased ? std::max(size, own) : size + own;
    if (options.aliased)
      continue;
    auto apart = std::make_shared<Variable>(*temp);
    apart->baseStorage.clear();
    temp = std::move(apart);
  }
  for (const auto &[storage, bytes] : sizes)
    requireFits(storage, bytes, options);
  return result;
}
