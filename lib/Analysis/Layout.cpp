#include "loopyc/Analysis/Layout.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/SizeOrder.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>

using namespace loopyc;
using poly::Point;
using poly::PwAff;
using poly::Set;

namespace {

// Elements whose subscripts along the axis differ by 1 are `stride` apart.
struct Step {
  size_t axis;
  Expr stride;
  Expr extent; // null: unknown
};

class LayoutChecker {
public:
  LayoutChecker(const Kernel &kernel, const Variable &array)
      : kernel(kernel), array(array) {}

  void run();

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw UserError(what, array.range);
  }
  std::string axisText(size_t axis) const {
    return "axis " + std::to_string(axis) + " of array '" + array.name + "'";
  }

  void checkSeparateAxes() const;
  void checkSize(const std::vector<Expr> &strides) const;
  void checkStride(size_t axis, const Expr &stride) const;
  bool isParameter(const std::string &name) const;
  void findSteps(const std::vector<Expr> &strides);
  void requirePositive() const;

  void requireApart() const;
  std::optional<Point> collision(const std::vector<Step> &numbers,
                                 const Set &where) const;
  std::optional<Point> sampledCollision() const;
  bool areOrdered() const;
  [[noreturn]] void failFor(const Point &point) const;
  [[noreturn]] void failUnknown() const;
  std::string stepsText() const;

  const Kernel &kernel;
  const Variable &array;
  std::vector<Step> steps; // of axes that have more than one element
  Set known;               // assumptions, and that there are elements
};

} // namespace

// Of literals only, but no literal: it does not fit 64 bits.
static bool isTooLarge(const Expr &e) {
  if (!e || asInteger(e))
    return false;
  std::set<std::string> vars, arrays;
  collectNames(e, vars, arrays);
  return vars.empty() && arrays.empty();
}

void LayoutChecker::checkSeparateAxes() const {
  for (size_t a = 0; a < array.axes.size(); ++a)
    if (std::holds_alternative<SeparateAxis>(array.axes[a].tag) &&
        !asInteger(array.axes[a].extent))
      fail(axisText(a) +
           " must have a constant extent to be separated (sep), but it has " +
           (array.axes[a].extent ? array.axes[a].extent.str()
                                 : "an unknown one"));
}

// Constant parts of its size in bytes.
void LayoutChecker::checkSize(const std::vector<Expr> &strides) const {
  std::optional<int64_t> size = 1; // elements, as far as extents are known
  for (size_t a = 0; a < strides.size() && size; ++a) {
    if (isTooLarge(strides[a]))
      size = std::nullopt;
    auto stride = strides[a] ? asInteger(strides[a]) : std::nullopt;
    auto extent = asInteger(array.axes[a].extent);
    if (!size || !stride || !extent || *extent < 1)
      continue;
    size = llvm::checkedMulAdd<int64_t>(*extent - 1, *stride, *size);
  }
  if (size)
    size = llvm::checkedMul<int64_t>(*size, elementBytes(array));
  if (!size)
    fail("array '" + array.name +
         "' must take less than 2^63 bytes, but with this layout it takes "
         "more");
}

bool LayoutChecker::isParameter(const std::string &name) const {
  VariablePtr var = kernel.findVariable(name);
  return var && var->isValue() && var->type.isInteger();
}

void LayoutChecker::checkStride(size_t axis, const Expr &stride) const {
  std::string begin = "the stride of " + axisText(axis);
  std::set<std::string> vars, arrays;
  collectNames(stride, vars, arrays);
  vars.insert(arrays.begin(), arrays.end());
  for (const std::string &name : vars)
    if (!isParameter(name))
      fail(begin +
           " must be made of numbers and integer arguments that the "
           "kernel does not change, but " +
           stride.str() + " mentions '" + name + "'");
  constexpr int widest = 16; // whatever type it will have
  int64_t most =
      mostStrideBytes / (isOpen(array.type) ? widest : elementBytes(array));
  walk(stride, [&](const Expr &e) {
    if (auto value = asInteger(e); value && *value > most)
      fail(begin + " must be at most " + std::to_string(most) + " elements (" +
           std::to_string(mostStrideBytes) + " bytes), but it is " +
           stride.str());
    return true;
  });
}

void LayoutChecker::findSteps(const std::vector<Expr> &strides) {
  known = kernel.assumptions.flat();
  for (size_t a = 0; a < strides.size(); ++a) {
    const Expr &extent = array.axes[a].extent;
    auto affine = extent ? toAffine(extent) : std::nullopt;
    if (affine)
      known = known.intersect(affine->ge(PwAff::constant(1)));
    if (strides[a] && asInteger(extent) != 1)
      steps.push_back({a, fold(strides[a]), extent});
  }
}

void LayoutChecker::requirePositive() const {
  for (const Step &step : steps)
    if (!isAtLeast(step.stride, Expr::integer(1), known))
      fail("the stride of " + axisText(step.axis) +
           " must be positive, but it is " + step.stride.str() +
           (asInteger(step.stride)
                ? ""
                : ", which may be less than 1; say what is known of the "
                  "parameters (assume)"));
}

// --- elements apart

static std::string difference(size_t axis) {
  return auxiliaryName("d" + std::to_string(axis));
}

// { differences d of two elements' subscripts, parameters :
//   sum of strides[a]*d[a] = 0, d not 0, |d[a]| < extents[a] }, a point of it.
std::optional<Point> LayoutChecker::collision(const std::vector<Step> &numbers,
                                              const Set &where) const {
  Set close = where;
  PwAff apart = PwAff::constant(0);
  for (const Step &step : numbers) {
    PwAff d = PwAff::name(difference(step.axis));
    apart = apart + d.scaled(*asInteger(step.stride));
    auto extent = step.extent ? toAffine(step.extent) : std::nullopt;
    if (extent)
      close = close.intersect(d.lt(*extent)).intersect((-d).lt(*extent));
  }
  close = close.intersect(apart.eq(PwAff::constant(0)));
  // Of d and -d, the one whose first component that is not 0 is positive.
  for (const Step &step : numbers) {
    PwAff d = PwAff::name(difference(step.axis));
    if (auto point = close.intersect(d.gt(PwAff::constant(0))).sample())
      return point;
    close = close.intersect(d.eq(PwAff::constant(0)));
  }
  return std::nullopt;
}

// Then isl decides.
static bool hasNumbers(const std::vector<Step> &steps) {
  return std::all_of(steps.begin(), steps.end(), [](const Step &step) {
    return asInteger(step.stride) && (!step.extent || toAffine(step.extent));
  });
}

// Looks for one at some sizes.
std::optional<Point> LayoutChecker::sampledCollision() const {
  Set large = known;
  for (const std::string &name : known.names())
    large = large.intersect(PwAff::name(name).ge(PwAff::constant(5)));
  auto point = large.isEmpty() ? known.sample() : large.sample();
  if (!point)
    return std::nullopt;
  Substitution values;
  Set here = Set::universe();
  for (const auto &[name, value] : *point) {
    values[name] = Expr::integer(value);
    here = here.fix(name, value);
  }
  std::vector<Step> numbers = steps;
  for (Step &step : numbers) {
    step.stride = fold(substitute(step.stride, values));
    if (step.extent)
      step.extent = fold(substitute(step.extent, values));
  }
  return hasNumbers(numbers) ? collision(numbers, here) : std::nullopt;
}

// Is there an order of the axes in which each steps over the one before? Then
// it steps over all before: stride[b] >= extent[a]*stride[a] >= the span of a
// and of what a steps over.
bool LayoutChecker::areOrdered() const {
  size_t n = steps.size();
  std::vector<std::vector<int>> over(n, std::vector<int>(n, -1)); // -1: unknown
  auto stepsOver = [&](size_t b, size_t a) {
    int &result = over[b][a];
    if (result < 0)
      result =
          steps[a].extent &&
          isAtLeast(steps[b].stride, steps[a].stride * steps[a].extent, known);
    return result > 0;
  };
  std::vector<size_t> order;
  std::function<bool()> complete = [&] {
    if (order.size() == n)
      return true;
    for (size_t b = 0; b < n; ++b) {
      if (std::find(order.begin(), order.end(), b) != order.end() ||
          (!order.empty() && !stepsOver(b, order.back())))
        continue;
      order.push_back(b);
      if (complete())
        return true;
      order.pop_back();
    }
    return false;
  };
  return complete();
}

void LayoutChecker::failFor(const Point &point) const {
  std::string first, second, sizes;
  for (size_t a = 0; a < array.visibleAxes(); ++a) {
    auto it = point.find(difference(a));
    int64_t d = it == point.end() ? 0 : it->second;
    first += (a ? ", " : "") + std::to_string(std::max<int64_t>(0, -d));
    second += (a ? ", " : "") + std::to_string(std::max<int64_t>(0, d));
  }
  for (const auto &[name, value] : point)
    if (!isAuxiliaryName(name))
      sizes += (sizes.empty() ? " with " : ", ") + name + " = " +
               std::to_string(value);
  fail("the elements of array '" + array.name +
       "' must have addresses of their own, but " + array.name + "[" + first +
       "] and " + array.name + "[" + second + "] have the same one" + sizes +
       ": " + stepsText() +
       (sizes.empty() ? ""
                      : "; if the parameters cannot have these values, say so "
                        "first (assume)"));
}

std::string LayoutChecker::stepsText() const {
  std::string text;
  for (const Step &step : steps)
    text += (text.empty() ? "axis " : ", axis ") + std::to_string(step.axis) +
            " has " + (step.extent ? step.extent.str() : "unknown many") +
            " entries, " + step.stride.str() + " apart";
  return text;
}

void LayoutChecker::failUnknown() const {
  fail("the elements of array '" + array.name +
       "' must have addresses of their own, which cannot be shown: " +
       stepsText() +
       "; say what is known of the parameters (assume), or give nesting "
       "levels (N0, N1, ...) in the place of strides");
}

void LayoutChecker::requireApart() const {
  // Counted, so that the same input ends in the same way.
  poly::OperationLimit limit(2000000);
  try {
    if (hasNumbers(steps)) {
      if (auto point = collision(steps, known))
        failFor(*point);
      return;
    }
    if (areOrdered())
      return;
    if (auto point = sampledCollision())
      failFor(*point);
  } catch (const poly::TooComplex &) {
  }
  failUnknown();
}

void LayoutChecker::run() {
  std::vector<Expr> strides = axisStrides(array);
  vectorLength(array);
  checkSeparateAxes();
  bool given = false;
  for (size_t a = 0; a < strides.size(); ++a)
    if (const auto *tag = std::get_if<StrideAxis>(&array.axes[a].tag)) {
      checkStride(a, tag->stride);
      given = true;
    }
  if (given) {
    findSteps(strides);
    requirePositive();
    requireApart();
  }
  checkSize(strides);
}

void loopyc::checkLayout(const Kernel &kernel, const Variable &array) {
  if (!array.axes.empty())
    LayoutChecker(kernel, array).run();
}

AxisTag loopyc::outermostAxis(const Variable &var) {
  int level = 0;
  for (const Axis &axis : var.axes) {
    level += std::holds_alternative<NestedAxis>(axis.tag);
    if (std::holds_alternative<StrideAxis>(axis.tag))
      return StrideAxis{storageExtent(var) *
                        (vectorLength(var) == 3 ? 4 : vectorLength(var))};
  }
  return NestedAxis{level};
}
