// Local memory in one block, whose size the launcher says: where a kernel needs
// more than it may declare.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_LOCALMEMORY_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_LOCALMEMORY_H

#include "CFamily/KernelData.h"

#include <map>
#include <optional>
#include <string>

namespace loopyc {
namespace codegen {

struct LocalBlock {
  // Of arrays by their identifiers, of shared storage by its name, in bytes.
  std::map<std::string, int64_t> offsets;
  int64_t bytes = 0;
};

// nullopt where arrays are declared one by one.
std::optional<LocalBlock> localBlock(KernelData &data);
// Bytes of all arrays.
int64_t localMemoryBytes(KernelData &data);
// The block's bytes; 0 where there is none.
int64_t launchedLocalBytes(KernelData &data);
// Are rows copied into it, which asynchronous copies bring through the L1
// cache?
bool hasRows(KernelData &data);

} // namespace codegen
} // namespace loopyc

#endif
