//   a[.., s, ..]  ->  a[.., s // L, s % L, ..]   (order "C")
//                     a[.., s % L, s // L, ..]   (order "F")
// The memory layout stays the same where L divides the axis' extent.
#include "ArrayAxes.h"
#include "Numbers.h"
#include "Variables.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Transform/Arrays.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Values/Ranges.h"

#include <set>

using namespace loopyc;

static const char *const splitArrayAxisName = "split_array_axis";

namespace {

struct AxisSplit {
  std::string array;
  size_t axis = 0;
  int64_t count = 1;
  bool outerFirst = true; // order "C"
};

} // namespace

static std::vector<Expr> splitIndex(std::vector<Expr> indices,
                                    const AxisSplit &split) {
  Expr outer = floorDiv(indices[split.axis], split.count);
  Expr inner = floorMod(indices[split.axis], split.count);
  indices[split.axis] = split.outerFirst ? outer : inner;
  indices.insert(indices.begin() + split.axis + 1,
                 split.outerFirst ? inner : outer);
  return indices;
}

// The tags of the outer and the inner axis.
static std::pair<AxisTag, AxisTag> splitTag(const Variable &var,
                                            const AxisSplit &split) {
  using Pair = std::pair<AxisTag, AxisTag>;
  return match(
      var.axes[split.axis].tag,
      [](const NestedAxis &t) {
        return Pair(NestedAxis{t.level + 1},
                    NestedAxis{t.level, t.alignBytes});
      },
      [&](const StrideAxis &t) {
        return Pair(StrideAxis{t.stride * split.count}, StrideAxis{t.stride});
      },
      [&](const VectorAxis &) -> Pair {
        throw UserError(std::string(splitArrayAxisName) + ": axis " +
                        std::to_string(split.axis) + " of array '" + var.name +
                        "' is tagged vec and cannot be split");
      },
      [](const SeparateAxis &) { return Pair(SeparateAxis{}, SeparateAxis{}); },
      [](const ReusedAxis &) { return Pair(ReusedAxis{}, ReusedAxis{}); });
}

static VariablePtr splitVariable(const Variable &old, const AxisSplit &split) {
  auto var = std::make_shared<Variable>(old);
  Axis whole = old.axes[split.axis], outer, inner;
  std::tie(outer.tag, inner.tag) = splitTag(old, split);
  if (whole.extent)
    outer.extent = floorDiv(whole.extent + (split.count - 1), split.count);
  inner.extent = Expr::integer(split.count);
  if (!whole.name.empty()) {
    outer.name = whole.name + "_outer";
    inner.name = whole.name + "_inner";
  }
  if (const auto *nested = std::get_if<NestedAxis>(&whole.tag))
    for (Axis &axis : var->axes)
      if (auto *other = std::get_if<NestedAxis>(&axis.tag))
        other->level += other->level > nested->level;
  var->axes[split.axis] = split.outerFirst ? outer : inner;
  var->axes.insert(var->axes.begin() + split.axis + 1,
                   split.outerFirst ? inner : outer);
  if (!old.declared.indices.empty())
    var->declared.indices = splitIndex(old.declared.indices, split);
  axisStrides(*var);
  return var;
}

// Visits the subscript of the axis in each access to the array.
static std::set<std::string> splitSubscriptInames(const Kernel &kernel,
                                                  const AxisSplit &split) {
  std::set<std::string> inames;
  auto visit = [&](const Expr &e) {
    walk(e, [&](const Expr &node) {
      const auto *array = node.getIf<ArrayRef>();
      if (array && array->name == split.array)
        if (const auto *var = array->subscripts[split.axis].getIf<VarRef>())
          if (kernel.hasIname(var->name))
            inames.insert(var->name);
      return true;
    });
    return e;
  };
  for (const InstructionPtr &insn : kernel.instructions)
    mapExprs(insn, visit);
  return inames;
}

static Expr splitReferences(const Expr &e, const AxisSplit &split,
                            Ranges &ranges) {
  return rewrite(e, [&](const Expr &node) {
    const auto *array = node.getIf<ArrayRef>();
    if (!array || array->name != split.array)
      return node;
    std::vector<Expr> subscripts = splitIndex(array->subscripts, split);
    for (size_t a : {split.axis, split.axis + 1})
      subscripts[a] = ranges.simplified(subscripts[a]);
    return Expr::array(array->name, subscripts, node.type());
  });
}

Kernel loopyc::splitArrayAxis(const Kernel &kernel, const std::string &given,
                              const std::string &axis, int64_t count,
                              AxisOrder order, bool autoSplitInames) {
  VariablePtr var = resolveArray(kernel, given, splitArrayAxisName);
  AxisSplit split;
  split.array = var->name;
  split.axis = resolveAxis(*var, axis, splitArrayAxisName);
  split.count = count;
  split.outerFirst = order == AxisOrder::C;
  requireNumber(count, mostLength,
                std::string(splitArrayAxisName) +
                    ": the length of the inner axis of '" + var->name + "'");
  VariablePtr splitVar = splitVariable(*var, split);

  Kernel result = kernel;
  if (autoSplitInames)
    for (const std::string &iname : splitSubscriptInames(kernel, split))
      result = splitIname(result, iname, count);
  const Kernel before = result; // ranges refer to it
  Ranges ranges(before);
  mapAllExprs(result,
              [&](const Expr &e) { return splitReferences(e, split, ranges); });
  for (size_t r = 0; r < result.rules.size(); ++r) {
    const SubstitutionRule &rule = before.rules[r];
    Ranges inRule(before, rule.parameters);
    result.rules[r].value = splitReferences(rule.value, split, inRule);
  }
  result.setVariable(splitVar);
  return result;
}
