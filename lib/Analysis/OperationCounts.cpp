#include "loopyc/Analysis/Counts.h"

#include "CountInto.h"
#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <tuple>

using namespace loopyc;

bool Operation::operator<(const Operation &o) const {
  auto key = [](const Operation &operation) {
    return std::tuple(operation.type.cls, operation.type.bytes,
                      operation.kind, operation.granularity);
  };
  return key(*this) < key(o);
}

// "" for what costs nothing worth counting: comparisons and logic.
static std::string kindOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "add";
  case BinaryOp::Sub:
    return "sub";
  case BinaryOp::Mul:
    return "mul";
  case BinaryOp::Div:
  case BinaryOp::FloorDiv:
  case BinaryOp::FloorMod:
  case BinaryOp::Rem:
    return "div";
  case BinaryOp::Pow:
    return "pow";
  case BinaryOp::Eq:
  case BinaryOp::Ne:
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::And:
  case BinaryOp::Or:
    return "";
  }
  return "";
}

static std::string kindOf(Intrinsic fn) {
  switch (fn) {
  case Intrinsic::Min:
  case Intrinsic::Max:
    return "maxmin";
  case Intrinsic::Iand:
  case Intrinsic::Ior:
  case Intrinsic::Ieor:
  case Intrinsic::Inot:
  case Intrinsic::Btest:
  case Intrinsic::Popcnt:
  case Intrinsic::Leadz:
  case Intrinsic::Trailz:
    return "bw";
  case Intrinsic::Ishft:
    return "shift";
  case Intrinsic::RealPart:
  case Intrinsic::ImagPart:
  case Intrinsic::Conj:
  case Intrinsic::MakeComplex:
  case Intrinsic::IsNan:
    return ""; // moves and comparisons, no arithmetic
  default:
    return std::string("func:") + intrinsicName(fn);
  }
}

namespace {

// The operations of one evaluation of an expression.
class Tally {
public:
  explicit Tally(bool withinSubscripts) : withinSubscripts(withinSubscripts) {}

  void add(const Expr &e) {
    walk(e, [&](const Expr &node) {
      return match(
          node->value, [](const IntLit &) { return true; },
          [](const RealLit &) { return true; },
          [](const LogicalLit &) { return true; },
          [](const ComplexLit &) { return true; },
          [](const VarRef &) { return true; },
          [](const AxisRef &) { return true; },
          [&](const ArrayRef &) { return withinSubscripts; },
          [](const Unary &) { return true; },
          [&](const Binary &binary) {
            count(node.type(), kindOf(binary.op), 1);
            return true;
          },
          [&](const Call &call) {
            countCall(node, call);
            return true;
          },
          [](const Cast &) { return true; },
          [](const Select &) { return true; },
          [&](const RuleCall &) { return uncounted(node); },
          [&](const Reduction &) { return uncounted(node); },
          [&](const ExternalCall &call) {
            count(node.type(), "func:" + call.function->name, 1);
            return true;
          });
    });
  }

  const std::map<Operation, int64_t> &operations() const { return tally; }

private:
  static bool uncounted(const Expr &node) {
    throw InternalError("what " + node.str() +
                        " stands for must be there before it is counted");
  }

  void countCall(const Expr &node, const Call &call) {
    std::string kind = kindOf(call.fn);
    // Of floor(x) and its like the operand's type says what it costs.
    Type type = node.type();
    if (type.isInteger() && call.args.front().type().isReal())
      type = call.args.front().type();
    bool chained = kind == "maxmin";
    count(type, kind, chained ? call.args.size() - 1 : 1);
  }

  void count(Type type, const std::string &kind, int64_t times) {
    if (!kind.empty())
      tally[{type, kind, {}}] += times;
  }

  bool withinSubscripts;
  std::map<Operation, int64_t> tally;
};

} // namespace

static void addOperations(const Kernel &kernel, int index,
                          const CountInstruction &count,
                          const CountOptions &options,
                          Counts<Operation> &counts) {
  const Instruction &insn = *kernel.instructions[index];
  if (insn.assignees().empty())
    return;
  Tally tally(options.withinSubscripts);
  for (const Expr &value : insn.values())
    tally.add(value);
  if (options.withinSubscripts)
    for (const Expr &assignee : insn.assignees())
      tally.add(assignee);
  for (const Expr &predicate : insn.predicates)
    tally.add(predicate);
  CountRequest request;
  request.instruction = index;
  request.granularity =
      options.granularity.value_or(CountGranularity::SubGroup);
  for (const auto &[tallied, times] : tally.operations()) {
    Operation operation = tallied;
    operation.granularity = request.granularity;
    counts.add(operation, count(request).scaled(times));
  }
}

Counts<Operation> loopyc::operationCounts(const Kernel &kernel,
                                          const CountInstruction &count,
                                          const CountOptions &options) {
  Counts<Operation> counts;
  forEachCounted(kernel, options, counts, [&](int index) {
    addOperations(kernel, index, count, options, counts);
  });
  return counts;
}
