#include "CFamily/StridedLoops.h"

#include "CFamily/References.h"
#include "CFamily/StopLoops.h"
#include "loopyc/IR/Names.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/Integers.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <optional>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

// variable = (position - start)/step
struct Strides {
  std::string variable; // of the loop that was
  std::string position;
  Type type; // of the position
  Expr start;
  int64_t step = 1;
};

// Expressions of the position in the place of those of the variable.
class ByPosition {
public:
  ByPosition(const Kernel &kernel, const Strides &by)
      : kernel(kernel), by(by) {}

  // Is there none for some expression?
  bool hasFailed() const { return failed; }

  Expr of(const Expr &e);
  void rewriteAll(Block &block);

private:
  Expr sumOf(const Expr &sum, const Expr &start) const;
  void rewriteAll(Node &node);

  const Kernel &kernel;
  const Strides &by;
  bool failed = false;
};

class StrideMaker {
public:
  explicit StrideMaker(const KernelData &data)
      : data(data), names(takenNames(data.scheduled.kernel)) {}

  void run(Block &block);

private:
  std::optional<Strides> stridesOf(const Loop &loop) const;
  void rewrite(Loop &loop, Strides by);

  const KernelData &data;
  FreshNames names;
};

} // namespace

// The number by which the variable is multiplied in a sum; nullopt where it
// stands in anything else.
static std::optional<int64_t> factorIn(const Expr &sum,
                                       const std::string &variable) {
  if (!mentions(sum, variable))
    return 0;
  if (sum.getIf<VarRef>())
    return 1;
  if (const auto *unary = sum.getIf<Unary>()) {
    auto factor = factorIn(unary->a, variable);
    return unary->op == UnaryOp::Neg && factor
               ? integers::difference(0, *factor)
               : std::nullopt;
  }
  const auto *binary = sum.getIf<Binary>();
  if (!binary)
    return std::nullopt;
  auto a = factorIn(binary->a, variable), b = factorIn(binary->b, variable);
  if (!a || !b)
    return std::nullopt;
  switch (binary->op) {
  case BinaryOp::Add:
    return integers::sum(*a, *b);
  case BinaryOp::Sub:
    return integers::difference(*a, *b);
  case BinaryOp::Mul:
    if (auto number = asInteger(binary->a))
      return integers::product(*number, *b);
    if (auto number = asInteger(binary->b))
      return integers::product(*a, *number);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

static Expr without(const Expr &sum, const std::string &variable) {
  return withValues(sum, {{variable, Expr::integer(0)}});
}

// Names in conditions have the shortest type; here, that of their variables.
static Expr withTypes(const Kernel &kernel, const Expr &sum) {
  return rewrite(sum, [&](const Expr &node) {
    if (const auto *ref = node.getIf<VarRef>()) {
      VariablePtr var = kernel.findVariable(ref->name);
      return var && var->type.isInteger() && ref->mark == Mark::None
                 ? Expr::var(ref->name, var->type)
                 : node;
    }
    const auto *two = node.getIf<Binary>();
    const bool isSum = two && (two->op == BinaryOp::Add ||
                               two->op == BinaryOp::Sub ||
                               two->op == BinaryOp::Mul);
    return isSum ? Expr::binary(two->op, two->a, two->b) : node;
  });
}

// Sums of 64 bits have numbers of 32 bits in them. Where these are all in the
// position, (int64_t) (8*k_outer + lid(0)) + k_lo is k.
static Expr withoutCasts(const Expr &sum) {
  return rewrite(sum, [](const Expr &node) {
    const auto *cast = node.getIf<Cast>();
    return cast && node.type().isInteger() && cast->a.type().isInteger() &&
                   node.type().bytes >= cast->a.type().bytes
               ? cast->a
               : node;
  });
}

static bool isWideAlone(const Expr &sum) {
  bool result = true;
  walk(sum, [&](const Expr &node) {
    const bool isShort = node.getIf<VarRef>() && node.type().bytes < 8;
    result = result && !isShort && !node.getIf<AxisRef>() &&
             !node.getIf<ArrayRef>() && !node.getIf<Cast>();
    return result;
  });
  return result;
}

// The sum of the position; null where the variable is in it otherwise.
Expr ByPosition::sumOf(const Expr &sum, const Expr &start) const {
  auto factor = factorIn(sum, by.variable);
  if (!factor || *factor % by.step != 0)
    return Expr();
  return fold(without(sum, by.variable) +
              (Expr::var(by.position, by.type) - start) * (*factor / by.step));
}

// The largest sums that mention the variable. Types of names in conditions may
// be too short, so that nothing is cast to a shorter one.
Expr ByPosition::of(const Expr &e) {
  if (!e || failed || !mentions(e, by.variable))
    return e;
  if (e.type().isInteger()) {
    const Expr sum = withTypes(kernel, e);
    if (by.type.bytes == 8)
      if (Expr plain = sumOf(withoutCasts(sum), withoutCasts(by.start));
          plain && isWideAlone(plain))
        return plain;
    if (Expr made = sumOf(sum, by.start))
      return made.type().bytes < e.type().bytes ? Expr::cast(made, e.type())
                                                : made;
  }
  std::vector<Expr> parts = operands(e);
  failed = failed || parts.empty();
  for (Expr &part : parts)
    part = of(part);
  return failed ? e : withOperands(e, parts);
}

void ByPosition::rewriteAll(Node &node) {
  match(
      node.value,
      [&](Loop &loop) {
        loop.init = of(loop.init);
        loop.condition = of(loop.condition);
        loop.goesOn = of(loop.goesOn);
        rewriteAll(loop.body);
      },
      [&](Guard &guard) {
        guard.condition = of(guard.condition);
        rewriteAll(guard.body);
      },
      [&](Execute &execute) {
        execute.insn = mapExprs(execute.insn, [&](const Expr &e) {
          return of(withValues(e, execute.values));
        });
        execute.choice =
            execute.choice ? of(withValues(execute.choice, execute.values))
                           : execute.choice;
        if (execute.rows)
          execute.rows = std::make_shared<const RowStep>(
              RowStep{of(withValues(execute.rows->columns, execute.values)),
                      of(withValues(execute.rows->rows, execute.values))});
        execute.values.clear();
      },
      [](Barrier &) {},
      [](const FunctionCall &call) { failOnCall(call); });
}

void ByPosition::rewriteAll(Block &block) {
  for (Node &node : block)
    rewriteAll(node);
}

static void conjuncts(const Expr &condition, std::vector<Expr> &all) {
  const auto *both = condition.getIf<Binary>();
  if (both && both->op == BinaryOp::And) {
    conjuncts(both->a, all);
    conjuncts(both->b, all);
  } else {
    all.push_back(condition);
  }
}

static bool mentionsLocalAxis(const Expr &e) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    const auto *ref = node.getIf<AxisRef>();
    found = found || (ref && ref->axis.isLocal());
    return !found;
  });
  return found;
}

// The side of a comparison that grows with the variable up to the other.
static Expr growingSide(const Expr &comparison, const std::string &variable) {
  const auto *two = comparison.getIf<Binary>();
  if (!two || !mentionsLocalAxis(comparison))
    return Expr();
  const bool isBelow = two->op == BinaryOp::Lt || two->op == BinaryOp::Le;
  const bool isAbove = two->op == BinaryOp::Gt || two->op == BinaryOp::Ge;
  const Expr &side = isBelow ? two->a : two->b;
  const Expr &bound = isBelow ? two->b : two->a;
  return (isBelow || isAbove) && !mentions(bound, variable) ? side : Expr();
}

// May the sum be computed in front of the loop?
static bool isConstantIn(const Loop &loop, const Expr &sum) {
  std::set<std::string> scalars, arrays;
  collectNames(sum, scalars, arrays);
  const std::set<std::string> assigned = assignedIn(loop.body);
  return arrays.empty() &&
         std::none_of(scalars.begin(), scalars.end(),
                      [&](const std::string &name) {
                        return assigned.count(name) != 0;
                      });
}

std::optional<Strides> StrideMaker::stridesOf(const Loop &loop) const {
  const auto *variable = std::get_if<std::string>(&loop.variable);
  if (!variable || loop.degenerate || loop.isAxis || loop.step != 1 ||
      isEndless(loop) || !loop.condition || !loop.instances.empty() ||
      (loop.tag.code() != LoopCode::Loop &&
       loop.tag.code() != LoopCode::HintedLoop))
    return std::nullopt;
  std::vector<Expr> conditions;
  conjuncts(loop.condition, conditions);
  for (const Expr &condition : conditions) {
    Expr side = growingSide(condition, *variable);
    auto step = side ? factorIn(side, *variable) : std::nullopt;
    if (!step || *step < 2)
      continue;
    const bool isWide =
        data.isWide(loop.variable) || data.mentionsWide(loop.condition);
    Strides by{*variable, "", Type::integer(isWide ? 8 : 4),
               withTypes(data.scheduled.kernel, without(side, *variable)),
               *step};
    if (isConstantIn(loop, by.start))
      return by;
  }
  return std::nullopt;
}

// position <= limit, in 64 bits where the position is
static Expr upperLimit(const Expr &condition, const std::string &position) {
  const auto *two = condition.getIf<Binary>();
  const auto *left = two ? two->a.getIf<VarRef>() : nullptr;
  if (!left || left->name != position || mentions(two->b, position))
    return Expr();
  if (two->op == BinaryOp::Le)
    return two->b;
  return two->op == BinaryOp::Lt ? two->b - 1 : Expr();
}

// One comparison in the place of several, which hide the number of iterations.
static Expr withOneLimit(const Loop &loop, const Strides &by) {
  std::vector<Expr> all;
  conjuncts(loop.condition, all);
  Expr least;
  for (const Expr &condition : all) {
    Expr limit = upperLimit(condition, by.position);
    if (!limit || !isConstantIn(loop, limit))
      return loop.condition;
    limit = Expr::cast(limit, by.type);
    least = least ? Expr::call(Intrinsic::Min, {least, limit}, by.type) : limit;
  }
  return all.size() == 1
             ? loop.condition
             : Expr::binary(BinaryOp::Le, Expr::var(by.position, by.type),
                            least, Type::logical(4));
}

// The iname that was split, if no other has its name: k of k_outer_outer.
static std::string positionName(std::string iname) {
  const std::string suffix = "_outer";
  while (iname.size() > suffix.size() &&
         iname.compare(iname.size() - suffix.size(), suffix.size(), suffix) ==
             0)
    iname.resize(iname.size() - suffix.size());
  return iname;
}

void StrideMaker::rewrite(Loop &loop, Strides by) {
  by.position = names.fresh(positionName(by.variable));
  Loop changed = loop;
  ByPosition positions(data.scheduled.kernel, by);
  changed.variable = by.position;
  changed.init =
      fold(by.start + withTypes(data.scheduled.kernel, loop.init) * by.step);
  changed.condition = positions.of(loop.condition);
  changed.goesOn = positions.of(loop.goesOn);
  changed.step = by.step;
  positions.rewriteAll(changed.body);
  if (positions.hasFailed())
    return;
  changed.condition = withOneLimit(changed, by);
  loop = std::move(changed);
}

void StrideMaker::run(Block &block) {
  for (Node &node : block)
    match(
        node.value,
        [&](Loop &loop) {
          auto by = stridesOf(loop);
          if (!by)
            return run(loop.body);
          FreshNames around = names;
          rewrite(loop, *by);
          run(loop.body);
          names = std::move(around);
        },
        [&](Guard &guard) { run(guard.body); }, [](Execute &) {},
        [](Barrier &) {},
        [](const FunctionCall &call) { failOnCall(call); });
}

Block codegen::stridedLoops(Block block, const KernelData &data) {
  StrideMaker(data).run(block);
  return block;
}
