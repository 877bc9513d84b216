#include "AssertedOperations.h"

#include "Code.h"
#include "loopyc/IR/ReductionMark.h"

#include <algorithm>
#include <functional>
#include <utility>

using namespace loopyc;
using namespace loopyc::verify;

using Values = std::vector<Value>;

namespace {

// One reduction of a kernel, by the results of its operation.
struct MarkedReduction {
  ReductionMark mark;
  std::map<size_t, Expr> results, values, combined, neutral;

  bool isWhole() const {
    return !results.empty() && values.size() == results.size() &&
           combined.size() == results.size();
  }
};

// acc, value -> C(acc, value), of the interpreter's values.
class Combine {
public:
  explicit Combine(const MarkedReduction &of) {
    size_t count = of.results.size();
    Meaning meaning;
    meaning.names = &table;
    auto place = [&](const Expr &operand) {
      size_t at = operands.size();
      std::string name = " operand " + std::to_string(at);
      meaning.variables[name] = static_cast<int>(at);
      operands.push_back(Expr::var(name, operand.type()));
      olds.push_back(operand);
    };
    for (size_t k = 0; k < count; ++k)
      place(of.results.at(k));
    for (size_t k = 0; k < count; ++k)
      place(of.values.at(k));
    for (size_t k = 0; k < count; ++k)
      codes.push_back(compile(alone(of.combined.at(k)), meaning));
  }

  Values operator()(const Values &a, const Values &b) const {
    Reader reader;
    reader.values = a;
    reader.values.insert(reader.values.end(), b.begin(), b.end());
    Values result;
    for (const Code &code : codes)
      result.push_back(evaluate(code, {}, reader));
    return result;
  }

private:
  class Reader : public Elements {
  public:
    Values values;
    Value load(int variable, const std::vector<int64_t> &) override {
      return values[variable];
    }
  };

  // Numbers that the kernel is called with are 2.
  Expr alone(const Expr &e) const {
    auto known = std::find(olds.begin(), olds.end(), e);
    if (known != olds.end())
      return operands[known - olds.begin()];
    if (e.getIf<VarRef>() && !e.type().isLogical())
      return Expr::cast(Expr::integer(2), e.type());
    std::vector<Expr> parts = loopyc::operands(e);
    for (Expr &part : parts)
      part = alone(part);
    return withOperands(e, parts);
  }

  NameTable table;
  std::vector<Expr> operands, olds;
  std::vector<Code> codes;
};

} // namespace

// --- is it associative and commutative among the interpreter's values?

static Value sample(Type type, int64_t number) {
  if (type.isComplex())
    return literalValue(number, 3 * number + 1, type);
  if (type.isReal())
    return literalValue(number, type);
  return Value::integer(type.isLogical() ? number & 1 : number);
}

static Values samples(const MarkedReduction &of, int64_t seed) {
  Values result;
  for (const auto &[k, value] : of.values)
    result.push_back(
        sample(value.type(), 2 + seed + static_cast<int64_t>(5 * k)));
  return result;
}

// Of what the neutral value is combined with, as accumulators are.
static bool holds(const MarkedReduction &of, const Values &neutral) {
  Combine combine(of);
  for (int64_t seed : {1, 8, 30}) {
    Values x = samples(of, seed), y = samples(of, seed + 3),
           z = samples(of, seed + 17);
    Values a = combine(neutral, x), b = combine(neutral, y),
           c = combine(neutral, z);
    if (combine(a, y) != combine(a, b) || combine(a, b) != combine(b, a) ||
        combine(combine(a, b), c) != combine(a, combine(b, c)))
      return false;
  }
  return true;
}

static bool isExact(const MarkedReduction &of) {
  Values neutral;
  for (const auto &[k, value] : of.neutral) {
    NameTable table;
    Meaning meaning;
    meaning.names = &table;
    class Nothing : public Elements {
      Value load(int, const std::vector<int64_t> &) override { return {}; }
    } nothing;
    neutral.push_back(evaluate(
        compile(Expr::cast(value, of.values.at(k).type()), meaning), {},
        nothing));
  }
  return neutral.size() == of.values.size() && holds(of, neutral);
}

// --- what kernels have

static std::vector<MarkedReduction> reductionsOf(const Kernel &kernel) {
  std::map<std::string, MarkedReduction> found;
  for (const InstructionPtr &insn : kernel.instructions) {
    auto mark = reductionMark(*insn);
    const auto *assignment = std::get_if<Assignment>(&insn->body);
    if (!mark || !assignment || !mark->isAssociative || !mark->isCommutative)
      continue;
    MarkedReduction &reduction = found[mark->id];
    reduction.mark = *mark;
    const size_t k = mark->result;
    switch (mark->role) {
    case ReductionMark::Neutral:
      reduction.neutral[k] = assignment->value;
      break;
    case ReductionMark::Value:
      reduction.values[k] = assignment->assignee;
      break;
    case ReductionMark::Combine:
      reduction.combined[k] = assignment->value;
      reduction.results.try_emplace(k, assignment->assignee);
      break;
    case ReductionMark::Keep:
      reduction.results[k] = assignment->assignee;
      break;
    }
  }
  std::vector<MarkedReduction> whole;
  for (auto &[id, reduction] : found)
    if (reduction.isWhole() && reduction.neutral.size() ==
                                   reduction.results.size())
      whole.push_back(std::move(reduction));
  return whole;
}

AssertedOperations::AssertedOperations(
    const std::vector<const Kernel *> &kernels) {
  for (const Kernel *kernel : kernels)
    for (const MarkedReduction &reduction : reductionsOf(*kernel)) {
      bool counts = std::all_of(
          reduction.values.begin(), reduction.values.end(),
          [](const auto &value) { return !value.second.type().isLogical(); });
      if (!counts || isExact(reduction))
        continue;
      operations.insert(reduction.mark.operation);
      Combination made;
      for (const auto *list : {&reduction.results, &reduction.values})
        for (const auto &[k, operand] : *list)
          made.operands.push_back(operand);
      for (const auto &[k, value] : reduction.combined) {
        made.value = value;
        made.left = reduction.results.at(k);
        made.right = reduction.values.at(k);
        made.neutral =
            Expr::cast(reduction.neutral.at(k), reduction.values.at(k).type());
        combinations.push_back(made);
      }
    }
}

// --- in their places

// Is `e` the pattern, with something for each of the operands?
static bool unify(const Expr &pattern, const Expr &e,
                  const std::vector<Expr> &operands,
                  std::vector<std::pair<Expr, Expr>> &found) {
  if (std::find(operands.begin(), operands.end(), pattern) != operands.end()) {
    for (const auto &[operand, value] : found)
      if (operand == pattern)
        return value == e;
    found.push_back({pattern, e});
    return true;
  }
  std::vector<Expr> own = loopyc::operands(pattern),
                    others = loopyc::operands(e);
  if (own.size() != others.size() || withOperands(pattern, others) != e)
    return false;
  for (size_t i = 0; i < own.size(); ++i)
    if (!unify(own[i], others[i], operands, found))
      return false;
  return true;
}

// What the expression reads is read, if only to be multiplied by 0.
Expr AssertedOperations::counted(const Combination &combination,
                                 const Bindings &found) const {
  Expr a, b, rest = combination.neutral;
  const Type type = rest.type();
  for (const auto &[operand, value] : found)
    if (operand == combination.left)
      a = replaced(value);
    else if (operand == combination.right)
      b = replaced(value);
    else
      rest = Expr::binary(
          BinaryOp::Sub, rest,
          Expr::binary(BinaryOp::Mul, Expr::cast(Expr::integer(0), type),
                       Expr::cast(replaced(value), type)));
  // No sum that an update would be one of: its order is the kernel's.
  return a && b ? Expr::binary(BinaryOp::Sub, b,
                               Expr::binary(BinaryOp::Sub, rest, a))
                : Expr();
}

// From the outside in: one result may stand in another's expression.
Expr AssertedOperations::replaced(const Expr &e) const {
  for (const Combination &combination : combinations) {
    Bindings found;
    if (!unify(combination.value, e, combination.operands, found))
      continue;
    if (Expr value = counted(combination, found))
      return value;
  }
  std::vector<Expr> parts = operands(e);
  for (Expr &part : parts)
    part = replaced(part);
  return withOperands(e, parts);
}

Kernel AssertedOperations::replaced(const Kernel &kernel) const {
  Kernel result = kernel;
  for (InstructionPtr &insn : result.instructions)
    insn = mapExprs(insn, [&](const Expr &e) { return replaced(e); });
  return result;
}

static void mapRuns(std::vector<ScheduleNode> &nodes,
                    const std::function<InstructionPtr(InstructionPtr)> &map) {
  for (ScheduleNode &node : nodes)
    if (auto *loop = std::get_if<ScheduleLoop>(&node.value))
      mapRuns(loop->body, map);
    else if (auto *run = std::get_if<StatementRun>(&node.value))
      for (InstructionPtr &insn : run->instructions)
        insn = map(insn);
}

ScheduledKernel
AssertedOperations::replaced(const ScheduledKernel &scheduled) const {
  ScheduledKernel result = scheduled;
  result.kernel = replaced(scheduled.kernel);
  mapRuns(result.body, [&](const InstructionPtr &insn) {
    return mapExprs(insn, [&](const Expr &e) { return replaced(e); });
  });
  if (scheduled.launches) {
    auto launches = std::make_shared<Launches>(*scheduled.launches);
    for (ScheduledKernel &part : launches->kernels)
      part = replaced(part);
    result.launches = std::move(launches);
  }
  return result;
}
