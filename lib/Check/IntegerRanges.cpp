#include "IntegerRanges.h"

#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::check;
using poly::PwAff;
using poly::Set;

IntegerRanges::IntegerRanges(const Kernel &kernel, const KernelObjects &objects,
                             const Values &sizes,
                             std::map<std::string, IndexRange> inputs,
                             ExtentsOf extentsOf)
    : kernel(kernel), objects(objects), sizes(sizes), inputs(std::move(inputs)),
      extentsOf(std::move(extentsOf)), domains(kernel) {}

// { inames, data : domains, affine predicates and assumptions hold }
Set IntegerRanges::instances(int instruction) {
  const Instruction &insn = *kernel.instructions[instruction];
  Set runs =
      domains.instances(insn.inames).flat().intersect(kernel.assumptions);
  for (const Expr &predicate : insn.predicates)
    if (auto condition = toCondition(predicate))
      runs = runs.intersect(*condition);
  return runs;
}

Interval IntegerRanges::of(const Expr &e, int instruction) {
  // Elements of arrays stand under names of their own, equal ones under one.
  std::vector<std::pair<Expr, std::string>> elements;
  Unknowns unknowns;
  Expr plain = rewrite(e, [&](const Expr &node) {
    const auto *array = node.getIf<ArrayRef>();
    if (!array || !node.type().isInteger())
      return node;
    for (const auto &[element, name] : elements)
      if (element == node)
        return Expr::var(name, node.type());
    std::string name = "element_" + std::to_string(elements.size());
    elements.emplace_back(node, name);
    unknowns[name] = ofVariable(array->name);
    return Expr::var(name, node.type());
  });
  std::optional<PwAff> affine = toAffine(plain);
  if (!affine)
    return byParts(e, instruction);
  static const char *const result = "value_of_expression";
  Set graph = instances(instruction).equate(result, *affine);
  const std::vector<std::string> &inames =
      kernel.instructions[instruction]->inames;
  for (const std::string &name : graph.names()) {
    bool isIname =
        std::find(inames.begin(), inames.end(), name) != inames.end();
    if (isIname || name == result || !graph.involves(name))
      continue;
    auto unknown = unknowns.find(name);
    Interval range =
        unknown == unknowns.end() ? ofVariable(name) : unknown->second;
    if (range.isEmpty())
      return range;
    graph = graph.intersect(within(name, range));
  }
  return graph.isEmpty() ? Interval::none() : intervalOf(result, graph);
}

Interval IntegerRanges::byParts(const Expr &e, int instruction) {
  if (const auto *array = e.getIf<ArrayRef>(); array && e.type().isInteger())
    return ofVariable(array->name);
  return intervalOf(e, [&](const Expr &part) { return of(part, instruction); });
}

Interval IntegerRanges::ofVariable(const std::string &name) {
  if (auto size = sizes.find(name); size != sizes.end())
    return Interval::of(size->second);
  if (auto found = known.find(name); found != known.end())
    return found->second;
  // Values that go around in a circle have no bound that we see.
  if (!inProgress.insert(name).second)
    return {};
  Interval values = initial(name), steps = Interval::of(0);
  for (size_t k = 0; k < kernel.instructions.size(); ++k)
    if (kernel.instructions[k]->assigns(name))
      assigned(static_cast<int>(k), values, steps);
  inProgress.erase(name);
  return known[name] = apply(BinaryOp::Add, values, steps);
}

Interval IntegerRanges::initial(const std::string &name) {
  const Object *object = objects.find(name);
  if (!object || (object->output && !object->init))
    return Interval::none();
  if (object->value)
    return Interval::of(static_cast<int64_t>(*object->value));
  if (object->init)
    return ofInit(*object);
  auto range = inputs.find(name);
  IndexRange chosen = range == inputs.end() ? IndexRange() : range->second;
  return {chosen.mirrored ? -chosen.high : chosen.low, chosen.high};
}

// Steps the subscripts through all elements; false at the end.
static bool nextElement(std::vector<int64_t> &at,
                        const std::vector<int64_t> &extents) {
  for (size_t a = 0; a < extents.size(); ++a) {
    if (++at[a] < extents[a])
      return true;
    at[a] = 0;
  }
  return false;
}

Interval IntegerRanges::ofInit(const Object &object) {
  std::vector<int64_t> extents = extentsOf(object), at(extents.size());
  Interval result = Interval::none();
  if (std::find(extents.begin(), extents.end(), 0) != extents.end())
    return result;
  Values values = sizes;
  do {
    for (size_t a = 0; a < at.size(); ++a)
      values["i" + std::to_string(a)] = at[a];
    std::optional<int64_t> value = evaluate(*object.init, values);
    if (!value)
      return {};
    result = result.unite(Interval::of(*value));
  } while (nextElement(at, extents));
  return result;
}

// k = k + d moves k by at most d at each instance: what such updates add up to
// is in `steps`, all other values in `values`.
void IntegerRanges::assigned(int instruction, Interval &values,
                             Interval &steps) {
  const Instruction &insn = *kernel.instructions[instruction];
  match(
      insn.body,
      [&](const Assignment &assignment) {
        values = values.unite(of(assignment.value, instruction));
      },
      [&](const Update &update) {
        if (update.op == ReductionOp::Min || update.op == ReductionOp::Max) {
          for (const Expr &operand : operands(update))
            values = values.unite(of(operand, instruction));
        } else if (update.op == ReductionOp::Add) {
          addSteps(update, instruction, steps);
        } else {
          values = values.unite(of(update.value, instruction));
        }
      },
      [&](const CallBody &) { values = Interval(); },
      [](const BarrierBody &) {}, [](const NoOp &) {});
}

void IntegerRanges::addSteps(const Update &update, int instruction,
                             Interval &steps) {
  Expr step = rewrite(update.value, [&](const Expr &node) {
    return node == update.assignee ? Expr::integer(0, node.type()) : node;
  });
  Interval total =
      apply(BinaryOp::Mul, of(step, instruction), instanceCount(instruction));
  if (!total.isEmpty())
    steps = apply(BinaryOp::Add, steps, total.unite(Interval::of(0)));
}

Interval IntegerRanges::instanceCount(int instruction) {
  Interval count = Interval::of(1);
  for (const std::string &iname : kernel.instructions[instruction]->inames) {
    Interval range = of(Expr::var(iname), instruction);
    auto length = range.count();
    if (!length || *length == 0)
      return length ? Interval::of(0) : Interval();
    count = apply(BinaryOp::Mul, count, Interval::of(*length));
  }
  return count;
}
