//   float a[5, m]:  a[i, j] at i + 5*j  ->  at i + 8*j    (axis 1, 32 bytes)
// Rows start at addresses that suit the memory's transactions.
#include "ArrayAxes.h"
#include "Numbers.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Storage.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <string>

using namespace loopyc;

static std::string axisText(const Variable &var, size_t axis) {
  return "axis " + std::to_string(axis) + " of array '" + var.name + "'";
}

static void requireAlignment(int64_t alignBytes, const char *transformation) {
  requireNumber(alignBytes, mostAlignment,
                std::string(transformation) + ": align_bytes", "bytes");
}

static const char *const padding = "add_padding";

static void requireRows(const Variable &var, size_t axis) {
  const auto *nested = std::get_if<NestedAxis>(&var.axes[axis].tag);
  if (!nested)
    throw UserError(std::string(padding) + ": " + axisText(var, axis) +
                        " is tagged " + axisTagStr(var.axes[axis].tag) +
                        ", but only the distance between rows of an axis with "
                        "a nesting level (N1, N2, ...) can be padded",
                    var.range);
  if (nested->level == 0)
    throw UserError(std::string(padding) + ": " + axisText(var, axis) +
                        " varies fastest, so there are no rows to pad along "
                        "it; name the axis that leads from row to row",
                    var.range);
}

Kernel loopyc::addPadding(const Kernel &kernel, const std::string &array,
                          const std::string &axis, int64_t alignBytes) {
  VariablePtr var = resolveArray(kernel, array, padding);
  size_t index = resolveAxis(*var, axis, padding);
  requireAlignment(alignBytes, padding);
  requireRows(*var, index);
  auto padded = std::make_shared<Variable>(*var);
  std::get<NestedAxis>(padded->axes[index].tag).alignBytes = alignBytes;
  axisStrides(*padded);
  Kernel result = kernel;
  result.setVariable(std::move(padded));
  return result;
}

static const char *const finding = "find_padding_multiple";

static int64_t strideBytes(const Variable &var, size_t axis) {
  Expr stride = axisStrides(var)[axis];
  if (!stride)
    throw UserError(std::string(finding) + ": " + axisText(var, axis) +
                        " is tagged " + axisTagStr(var.axes[axis].tag) +
                        " and has no stride; name another axis",
                    var.range);
  auto elements = asInteger(fold(stride));
  if (!elements)
    throw UserError(std::string(finding) + ": the stride of " +
                        axisText(var, axis) +
                        " must be a known number of elements, but it is " +
                        stride.str() + "; fix its parameters (fix_parameters)",
                    var.range);
  if (auto bytes = llvm::checkedMul<int64_t>(*elements, elementBytes(var)))
    return *bytes;
  throw UserError(std::string(finding) + ": the stride of " +
                      axisText(var, axis) + " must be less than 2^63 bytes",
                  var.range);
}

int64_t loopyc::findPaddingMultiple(const Kernel &kernel,
                                    const std::string &array,
                                    const std::string &axis,
                                    int64_t alignBytes, double allowedWaste) {
  VariablePtr var = resolveArray(kernel, array, finding);
  size_t index = resolveAxis(*var, axis, finding);
  requireAlignment(alignBytes, finding);
  if (!(allowedWaste >= 0))
    throw UserError(std::string(finding) +
                    ": allowed_waste must be a fraction of at least 0");
  int64_t stride = strideBytes(*var, index);
  // At the latest, alignBytes steps are a multiple of it.
  for (int64_t multiple = 1;; ++multiple) {
    int64_t rest = multiple * (stride % alignBytes) % alignBytes;
    int64_t waste = (alignBytes - rest) % alignBytes;
    if (static_cast<double>(waste) <= allowedWaste *
                                          static_cast<double>(multiple) *
                                          static_cast<double>(stride))
      return multiple;
  }
}
