#include "Layout.h"

#include "Code.h"
#include "loopyc/Verify/Reference.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

namespace {

class LayoutBuilder {
public:
  LayoutBuilder(Addressing addressing, const Sizes &sizes, int64_t openExtent)
      : addressing(addressing), sizes(sizes), openExtent(openExtent) {}

  Layouts run(const std::vector<VariablePtr> &variables) {
    result.variables = variables;
    for (const VariablePtr &var : variables)
      add(*var);
    int64_t total = 0;
    for (const Storage &storage : result.storages)
      if ((total += storage.cells) > maxCells)
        throw TooLarge("arrays of more than " + std::to_string(maxCells) +
                       " elements");
    return std::move(result);
  }

private:
  void add(const Variable &var) {
    Layout layout;
    for (const Axis &axis : var.axes) {
      bool reused = std::holds_alternative<ReusedAxis>(axis.tag);
      layout.sparse.push_back(reused);
      layout.hasSparse |= reused;
      layout.extents.push_back(
          reused        ? 1
          : axis.extent ? std::max<int64_t>(0, evaluateSize(axis.extent, sizes))
                        : openExtent);
      layout.factors.push_back(0);
    }
    if (addressing == Addressing::Device)
      placeOnDevice(var, layout);
    else
      placeByElements(layout);
    layout.storage = storageFor(var, layout);
    result.list.push_back(std::move(layout));
  }

  static void placeByElements(Layout &layout) {
    int64_t factor = 1;
    for (size_t a = 0; a < layout.extents.size(); ++a) {
      if (layout.sparse[a])
        continue;
      layout.factors[a] = factor;
      factor *= layout.extents[a];
      if (factor > maxCells)
        break;
    }
    layout.cells = factor;
  }

  // Elements of one array lie at the strides of the axes; lanes of a short
  // vector side by side; separate arrays behind each other.
  void placeOnDevice(const Variable &var, Layout &layout) {
    int lanes = vectorLength(var);
    int64_t laneCells = lanes == 3 ? 4 : lanes;
    std::vector<Expr> strides = axisStrides(var);
    int64_t last = 0, whole = 1;
    for (size_t a = 0; a < strides.size(); ++a) {
      if (std::holds_alternative<VectorAxis>(var.axes[a].tag)) {
        layout.factors[a] = 1;
      } else if (strides[a]) {
        int64_t stride = evaluateSize(strides[a], sizes);
        layout.factors[a] = stride * laneCells;
        last += (layout.extents[a] - 1) * stride;
        whole = std::max(whole, layout.extents[a] * stride);
      }
    }
    int64_t elements = std::max(last + 1, whole);
    if (std::find(layout.extents.begin(), layout.extents.end(), 0) !=
        layout.extents.end())
      elements = 0;
    layout.cells = elements * laneCells;
    for (size_t a = 0; a < strides.size(); ++a)
      if (std::holds_alternative<SeparateAxis>(var.axes[a].tag)) {
        layout.factors[a] = layout.cells;
        layout.cells *= layout.extents[a];
      }
  }

  int storageFor(const Variable &var, Layout &layout) {
    bool shared = addressing == Addressing::Device && !var.baseStorage.empty();
    if (shared) {
      layout.width = var.type.bytes;
      for (int64_t &factor : layout.factors)
        factor *= layout.width;
    }
    int64_t cells = layout.cells * layout.width;
    if (shared)
      if (auto known = bases.find(var.baseStorage); known != bases.end()) {
        Storage &storage = result.storages[known->second];
        storage.cells = std::max(storage.cells, cells);
        return known->second;
      }
    int made = static_cast<int>(result.storages.size());
    bool elsewhere = var.space == AddressSpace::Local && !storageBytes(var);
    result.storages.push_back(
        {var.space, elsewhere ? AddressSpace::Global : var.space, cells});
    if (shared)
      bases[var.baseStorage] = made;
    return made;
  }

  Addressing addressing;
  const Sizes &sizes;
  int64_t openExtent;
  Layouts result;
  std::map<std::string, int> bases;
};

} // namespace

Layouts verify::layoutsOf(const std::vector<VariablePtr> &variables,
                          Addressing addressing, const Sizes &sizes,
                          int64_t openExtent) {
  return LayoutBuilder(addressing, sizes, openExtent).run(variables);
}
