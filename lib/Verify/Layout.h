// Where the elements of variables lie, at given sizes.
#ifndef LOOPYC_LIB_VERIFY_LAYOUT_H
#define LOOPYC_LIB_VERIFY_LAYOUT_H

#include "loopyc/IR/Kernel.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace verify {

using Sizes = std::map<std::string, int64_t>;

enum class Addressing {
  Elements, // each element has a place of its own
  Device    // strides, padding, lanes and shared storage as the device has them
};

// cell = sum_a factor_a * subscript_a, of `width` cells for an element.
struct Layout {
  std::vector<int64_t> extents, factors; // of axes that are not sparse
  std::vector<bool> sparse; // axes of which any value may come: reused ones
  bool hasSparse = false;
  int storage = 0;
  int width = 1;
  int64_t cells = 0; // of all dense axes
};

struct Storage {
  AddressSpace space = AddressSpace::Global;
  // The memory that barriers must order: local arrays whose size the compiler
  // does not know lie in global memory, a copy for each group.
  AddressSpace memory = AddressSpace::Global;
  int64_t cells = 0;
};

// Variables in the order that they are given in.
struct Layouts {
  std::vector<VariablePtr> variables;
  std::vector<Layout> list;
  std::vector<Storage> storages;
};

// Extents that are not known are `openExtent`. Throws Fault where an extent
// has no value, TooLarge where there are more than `maxCells`.
Layouts layoutsOf(const std::vector<VariablePtr> &variables,
                  Addressing addressing, const Sizes &sizes,
                  int64_t openExtent);

constexpr int64_t maxCells = 2000000;

} // namespace verify
} // namespace loopyc

#endif
