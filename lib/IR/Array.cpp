// Addresses of array elements from the axes' tags.
#include "loopyc/IR/Array.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

using namespace loopyc;

const char *loopyc::addressSpaceName(AddressSpace space) {
  switch (space) {
  case AddressSpace::Auto:
    return "auto";
  case AddressSpace::Private:
    return "private";
  case AddressSpace::Local:
    return "local";
  case AddressSpace::Global:
    return "global";
  case AddressSpace::Constant:
    return "constant";
  }
  return "";
}

size_t Variable::visibleAxes() const {
  size_t count = axes.size();
  while (count > 0 && std::holds_alternative<ReusedAxis>(axes[count - 1].tag))
    --count;
  return count;
}

// axisAtLevel[l] = the axis tagged N<l>; the levels must be 0 .. n-1.
static std::vector<int> axesByLevel(const Variable &var) {
  size_t nested = 0;
  for (const Axis &axis : var.axes)
    nested += std::holds_alternative<NestedAxis>(axis.tag);
  std::vector<int> axisAtLevel(nested, -1);
  for (size_t a = 0; a < var.axes.size(); ++a) {
    const auto *tag = std::get_if<NestedAxis>(&var.axes[a].tag);
    if (!tag)
      continue;
    bool inRange = tag->level >= 0 && tag->level < static_cast<int>(nested);
    if (!inRange || axisAtLevel[tag->level] >= 0)
      throw UserError("the nesting levels of array '" + var.name +
                          "' must be N0 to N" + std::to_string(nested - 1) +
                          ", each once, but axis " + std::to_string(a) +
                          " is tagged N" + std::to_string(tag->level) +
                          "; renumber its axis tags",
                      var.range);
    axisAtLevel[tag->level] = static_cast<int>(a);
  }
  return axisAtLevel;
}

std::vector<Expr> loopyc::axisStrides(const Variable &var) {
  std::vector<Expr> strides(var.axes.size());
  std::vector<int> axisAtLevel = axesByLevel(var);
  Expr stride = Expr::integer(1);
  for (size_t level = 0; level < axisAtLevel.size(); ++level) {
    int a = axisAtLevel[level];
    strides[a] = stride;
    bool last = level + 1 == axisAtLevel.size();
    if (last)
      break;
    if (!var.axes[a].extent)
      throw UserError("axis " + std::to_string(a) + " of array '" + var.name +
                          "' has no known extent, so it must vary slowest; "
                          "give it the highest nesting level",
                      var.range);
    stride = stride * var.axes[a].extent;
  }
  for (size_t a = 0; a < var.axes.size(); ++a)
    if (const auto *tag = std::get_if<StrideAxis>(&var.axes[a].tag))
      strides[a] = tag->stride;
  return strides;
}

int loopyc::vectorLength(const Variable &var) {
  int length = 1;
  bool seen = false;
  for (const Axis &axis : var.axes) {
    if (!std::holds_alternative<VectorAxis>(axis.tag))
      continue;
    if (seen)
      throw UserError("array '" + var.name +
                          "' has two axes tagged vec; only one axis can be "
                          "the component of a short vector",
                      var.range);
    seen = true;
    auto extent = asInteger(axis.extent);
    bool valid = extent && (*extent == 2 || *extent == 3 || *extent == 4 ||
                            *extent == 8 || *extent == 16);
    if (!valid)
      throw UserError(
          "the vec axis of array '" + var.name +
              "' must have 2, 3, 4, 8 or 16 entries, but it has " +
              (axis.extent ? axis.extent.str() : "an unknown number") +
              "; split the axis first",
          var.range);
    length = static_cast<int>(*extent);
  }
  return length;
}

Expr loopyc::storageExtent(const Variable &var) {
  std::vector<Expr> strides = axisStrides(var);
  Expr last = Expr::integer(0); // the largest offset
  Expr count = Expr::integer(1);
  bool strided = false;
  for (size_t a = 0; a < var.axes.size(); ++a) {
    if (!strides[a])
      continue;
    const Expr &extent = var.axes[a].extent;
    if (!extent)
      return Expr();
    strided = strided || std::holds_alternative<StrideAxis>(var.axes[a].tag);
    last = last + (extent - 1) * strides[a];
    count = count * extent;
  }
  return strided ? last + 1 : count;
}
