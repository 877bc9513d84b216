#include "CFamily/UniformConditions.h"

#include "CFamily/Conditions.h"
#include "CFamily/TreeSets.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PwAff;
using poly::Set;

static constexpr int64_t many = 1 << 20;
// Fewer iterations are not worth a branch, more statements not a second copy.
static constexpr int64_t leastIterations = 8;
static constexpr int mostStatements = 64;
// A longer condition costs what it saves.
static constexpr int mostComparisons = 4;
// Half a second; kernels of the samples take a twentieth of it.
static constexpr unsigned long mostOperations = 500000;

namespace {

// A loop without barriers, and what is asked inside of it.
struct Nest {
  Set bad = Set::empty(); // outer names: some condition inside fails
  poly::Names inner;      // its loops, and the work-items
  int64_t iterations = 1;
  bool hasConditions = false, isKnown = true;
};

class Splitter {
public:
  Splitter(const ScheduledKernel &kernel) : kernel(kernel) {
    for (const HardwareAxis &axis : kernel.axes)
      if (axis.isLocal())
        items.push_back(axis.str());
  }
  Block run(Block block, const Set &known);

private:
  void split(Loop loop, const Set &known, Block &out);
  // { points at which all conditions inside hold }, if that is known in front
  // and changes from one iteration of a loop around to the next; else null.
  Set whereWhole(const Loop &loop, const Set &known) const;
  void survey(const Loop &loop, const Set &known, Nest &nest) const;
  void survey(const Block &block, const Set &known, Nest &nest) const;
  void ask(const Expr &condition, const Set &known, Nest &nest) const;
  bool isKnownInFront(const Set &set) const;

  const ScheduledKernel &kernel;
  poly::Names items;  // local axes
  poly::Names around; // loops
};

} // namespace

void Splitter::ask(const Expr &condition, const Set &known, Nest &nest) const {
  nest.hasConditions = true;
  auto holds = toCondition(condition);
  if (!holds) {
    nest.isKnown = false;
    return;
  }
  nest.bad = nest.bad.unite(known.subtract(*holds));
}

// Of an end that is the smallest of several, each is one.
static void collectEnds(const Expr &end, std::vector<Expr> &ends) {
  const auto *call = end.getIf<Call>();
  if (!call || call->fn != Intrinsic::Min)
    return ends.push_back(end);
  for (const Expr &arg : call->args)
    collectEnds(arg, ends);
}

// At most, by what the loop says; `many` where that is no constant.
static int64_t iterationsOf(const Loop &loop) {
  const auto *comparison = loop.condition.getIf<Binary>();
  if (!loop.init || !comparison || !isReferenceTo(comparison->a, loop.variable))
    return many;
  std::vector<Expr> ends;
  collectEnds(comparison->b, ends);
  int64_t count = many;
  for (const Expr &end : ends)
    if (auto length = asInteger(fold(end - loop.init)))
      count = std::min(count, *length + (comparison->op == BinaryOp::Le));
  return std::max<int64_t>(count, 0);
}

void Splitter::survey(const Loop &loop, const Set &known, Nest &nest) const {
  const std::string name = str(loop.variable);
  Set inside = known.intersect(loopSet(loop));
  nest.inner.push_back(name);
  if (!loop.tag.isInnermost())
    nest.iterations =
        std::min(nest.iterations * iterationsOf(loop), many);
  if (loop.goesOn)
    nest.isKnown = false;
  survey(loop.body, inside, nest);
}

void Splitter::survey(const Block &block, const Set &known, Nest &nest) const {
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) { survey(loop, known, nest); },
        [&](const Guard &guard) {
          ask(guard.condition, known, nest);
          survey(guard.body, known.intersect(conditionSet(guard.condition)),
                 nest);
        },
        [&](const Execute &execute) {
          if (execute.choice)
            ask(execute.choice, known, nest);
        },
        [&](const Barrier &) { nest.isKnown = false; },
        [](const FunctionCall &call) { failOnCall(call); });
}

// By sizes, groups and loops around, not by what the kernel computes.
bool Splitter::isKnownInFront(const Set &set) const {
  const poly::Names names = set.flat().names();
  return std::all_of(names.begin(), names.end(), [&](const auto &name) {
    VariablePtr variable = kernel.kernel.findVariable(name);
    return !set.involves(name) || !variable || variable->isValue();
  });
}

static int comparisonsIn(const Expr &e) {
  int count = 0;
  walk(e, [&](const Expr &node) {
    const auto *b = node.getIf<Binary>();
    if (b && (b->op == BinaryOp::And || b->op == BinaryOp::Or))
      return true;
    ++count;
    return false;
  });
  return count;
}

static bool hasDivision(const Expr &e) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    const auto *b = node.getIf<Binary>();
    found = found || (b && (b->op == BinaryOp::Div || b->op == BinaryOp::Rem ||
                            b->op == BinaryOp::FloorDiv ||
                            b->op == BinaryOp::FloorMod));
    return !found;
  });
  return found;
}

static bool isShort(const Expr &condition) {
  return comparisonsIn(condition) <= mostComparisons && !hasDivision(condition);
}

Set Splitter::whereWhole(const Loop &loop, const Set &known) const {
  Nest nest;
  nest.inner = items;
  survey(loop, known, nest);
  if (!nest.hasConditions || !nest.isKnown || nest.iterations < leastIterations)
    return Set();
  Set whole =
      nest.bad.project(nest.inner).complement().gist(known.project(nest.inner));
  whole = whole.coalesce();
  Set here = known.project(nest.inner);
  bool changes = std::any_of(
      around.begin(), around.end(),
      [&](const std::string &name) { return whole.involves(name); });
  if (!changes || !isKnownInFront(whole) || here.isSubset(whole) ||
      whole.intersect(here).isEmpty())
    return Set();
  return whole;
}

// Is anything asked inside?
static bool hasConditions(const Block &block) {
  return std::any_of(block.begin(), block.end(), [](const Node &node) {
    return match(
        node.value, [](const Loop &loop) { return hasConditions(loop.body); },
        [](const Guard &) { return true; },
        [](const Execute &execute) { return bool(execute.choice); },
        [](const Barrier &) { return false; },
        [](const FunctionCall &call) -> bool { failOnCall(call); });
  });
}

static Block withoutConditions(const Block &block) {
  Block out;
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) {
          Loop copy = loop;
          copy.body = withoutConditions(loop.body);
          out.push_back(Node{std::move(copy)});
        },
        [&](const Guard &guard) {
          for (Node &inside : withoutConditions(guard.body))
            out.push_back(std::move(inside));
        },
        [&](const Execute &execute) {
          Execute copy = execute;
          copy.choice = Expr();
          out.push_back(Node{std::move(copy)});
        },
        [&](const Barrier &barrier) { out.push_back(Node{barrier}); },
        [](const FunctionCall &call) { failOnCall(call); });
  return out;
}

void Splitter::split(Loop loop, const Set &known, Block &out) {
  bool isWorthIt = !around.empty() && !loop.isAxis && !loop.tag.isInnermost() &&
                   !hasBarriers(loop.body) &&
                   numberOfStatements(loop.body) <= mostStatements;
  if (Set whole = isWorthIt ? whereWhole(loop, known) : Set()) {
    Set here = known.project(items);
    Expr isWhole = tidyCondition(fromCondition(whole, here)),
         isNot = tidyCondition(
             fromCondition(whole.complement().coalesce(), here));
    if (isShort(isWhole) && isShort(isNot)) {
      Loop bare = loop;
      bare.body = withoutConditions(loop.body);
      out.push_back(Node{Guard{isWhole, {Node{std::move(bare)}}}});
      out.push_back(Node{Guard{isNot, {Node{std::move(loop)}}}});
      return;
    }
  }
  Set inside = known.intersect(loopSet(loop));
  bool isLong = !loop.isAxis && iterationsOf(loop) >= leastIterations;
  if (isLong)
    around.push_back(str(loop.variable));
  loop.body = run(std::move(loop.body), inside);
  if (isLong)
    around.pop_back();
  out.push_back(Node{std::move(loop)});
}

Block Splitter::run(Block block, const Set &known) {
  Block out;
  for (Node &node : block) {
    auto *loop = std::get_if<Loop>(&node.value);
    if (loop && hasConditions(loop->body)) {
      split(std::move(*loop), known, out);
      continue;
    }
    if (auto *guard = std::get_if<Guard>(&node.value))
      guard->body =
          run(std::move(guard->body),
              known.intersect(conditionSet(guard->condition)));
    out.push_back(std::move(node));
  }
  return out;
}

Block codegen::askInFront(Block block, const ScheduledKernel &kernel,
                          const Set &facts) {
  Set items = Set::universe();
  for (const HardwareAxis &axis : kernel.axes) {
    PwAff at = PwAff::name(axis.str());
    items = items.intersect(at.ge(PwAff::constant(0)));
    if (axis.isLocal())
      items = items.intersect(at.lt(PwAff::constant(*asInteger(axis.size))));
  }
  // Loops stay as they are where it would take longer than they are worth.
  try {
    poly::OperationLimit limit(mostOperations);
    return Splitter(kernel).run(block, facts.flat().intersect(items));
  } catch (const poly::TooComplex &) {
    return block;
  }
}
