// Addresses of array elements from the axes' tags.
#include "loopyc/IR/Array.h"

#include "loopyc/IR/IntegerSum.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <numeric>

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

// Elements that a short vector takes the room of.
static int vectorRoom(const Variable &var) {
  int lanes = vectorLength(var);
  return lanes == 3 ? 4 : lanes;
}

int loopyc::elementBytes(const Variable &var) {
  return var.type.bytes * vectorRoom(var);
}

// `stride` elements rounded up to a multiple of the tag's alignment. Extents
// are never negative: the quotient may truncate.
static Expr padded(const Expr &stride, const NestedAxis &tag,
                   const Variable &var) {
  if (tag.alignBytes == 1)
    return stride;
  int64_t unit =
      tag.alignBytes / std::gcd<int64_t>(tag.alignBytes, elementBytes(var));
  if (asInteger(floorMod(stride, unit)) == 0)
    return stride;
  Expr up = stride + (unit - 1);
  return fold(Expr::binary(BinaryOp::Div, up,
                           Expr::integer(unit, up.type()))) *
         unit;
}

// "stride:S" counts elements; of short vectors, that must be whole ones.
static Expr inStorageElements(const StrideAxis &tag, size_t axis,
                              const Variable &var) {
  int lanes = vectorRoom(var);
  if (lanes == 1)
    return tag.stride;
  if (auto sum = asSum(tag.stride)) {
    IntegerSum vectors = takeMultiples(*sum, lanes);
    if (sum->terms.empty() && sum->constant == 0)
      return toExpr(vectors, tag.stride.type());
  }
  throw UserError("the stride of axis " + std::to_string(axis) + " of array '" +
                      var.name + "' is " + tag.stride.str() +
                      " elements, but must be a multiple of " +
                      std::to_string(lanes) +
                      ", of which the short vectors of its vec axis take the "
                      "room; write a stride such as stride:" +
                      std::to_string(lanes) + "*n",
                  var.range);
}

std::vector<Expr> loopyc::axisStrides(const Variable &var) {
  std::vector<Expr> strides(var.axes.size());
  std::vector<int> axisAtLevel = axesByLevel(var);
  Expr stride = Expr::integer(1);
  for (size_t level = 0; level < axisAtLevel.size(); ++level) {
    int a = axisAtLevel[level];
    stride = padded(stride, std::get<NestedAxis>(var.axes[a].tag), var);
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
      strides[a] = inStorageElements(*tag, a, var);
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
  bool strided = false;
  for (size_t a = 0; a < var.axes.size(); ++a)
    strided = strided || (strides[a] && std::holds_alternative<StrideAxis>(
                                            var.axes[a].tag));
  Expr last = Expr::integer(0);  // the largest offset, where strides say it
  Expr whole = Expr::integer(1); // all rows, padding included
  int outermost = -1;
  for (size_t a = 0; a < var.axes.size(); ++a) {
    if (!strides[a])
      continue;
    const Expr &extent = var.axes[a].extent;
    if (!extent)
      return Expr();
    if (strided)
      last = last + (extent - 1) * strides[a];
    if (const auto *nested = std::get_if<NestedAxis>(&var.axes[a].tag);
        nested && nested->level > outermost) {
      outermost = nested->level;
      if (!strided)
        whole = extent * strides[a];
    }
  }
  return strided ? last + 1 : whole;
}

std::optional<int64_t> loopyc::storageBytes(const Variable &var) {
  Expr elements = storageExtent(var);
  auto count = elements ? asInteger(fold(elements)) : std::nullopt;
  if (!count)
    return std::nullopt;
  std::optional<int64_t> bytes =
      llvm::checkedMul<int64_t>(*count, elementBytes(var));
  for (const Axis &axis : var.axes)
    if (bytes && std::holds_alternative<SeparateAxis>(axis.tag))
      bytes = llvm::checkedMul<int64_t>(
          *bytes, asInteger(fold(axis.extent)).value_or(1));
  return bytes.value_or(INT64_MAX); // more than any memory has
}
