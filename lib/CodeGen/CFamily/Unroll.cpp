#include "CFamily/Unroll.h"

#include "CFamily/Conditions.h"
#include "CFamily/SerpentineCopies.h"
#include "CFamily/TreeSets.h"
#include "CFamily/Vectorize.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <iterator>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PwAff;
using poly::Set;

// More copies of one loop's body than this are refused.
static constexpr int64_t maxCopies = 4096;
// More statements than this, in a kernel that unrolls loops, are refused.
static constexpr uint64_t maxStatements = 16384;

static bool unrolls(const Loop &loop, VectorLoops vectors) {
  switch (loop.tag.code()) {
  case LoopCode::Copies:
    return true;
  case LoopCode::Lanes:
    return vectors == VectorLoops::ShortVectors;
  case LoopCode::None:
  case LoopCode::Loop:
  case LoopCode::HintedLoop:
    return false;
  }
  return false;
}

static SourceRange rangeOf(const Block &block) {
  for (const Node &node : block) {
    SourceRange range = match(
        node.value, [](const Loop &l) { return rangeOf(l.body); },
        [](const Guard &g) { return rangeOf(g.body); },
        [](const Execute &e) { return e.insn->range; },
        [](const Barrier &) { return SourceRange(); },
        [](const FunctionCall &call) -> SourceRange { failOnCall(call); });
    if (range.known())
      return range;
  }
  return SourceRange();
}

namespace {

// Finds the instances of each loop to be unrolled, from the outside in,
// carrying what the enclosing loops and guards say about their names.
class Planner {
public:
  Planner(VectorLoops vectors) : vectors(vectors) {}
  void plan(Block &block, const Set &known);

private:
  void plan(Loop &loop, const Set &known);
  bool planLiteral(Loop &loop);
  void planHull(Loop &loop, const Set &known);
  // Is there anything in the block that needs to know?
  bool needsFacts(const Block &block);

  VectorLoops vectors;
};

} // namespace

bool Planner::planLiteral(Loop &loop) {
  auto first = asInteger(loop.init);
  if (!first)
    return false;
  if (loop.degenerate) {
    loop.instances = {{*first, Expr::logical(true)}};
    return true;
  }
  const auto *comparison = loop.condition.getIf<Binary>();
  if (!comparison || !isReferenceTo(comparison->a, loop.variable))
    return false;
  auto bound = asInteger(comparison->b);
  if (!bound)
    return false;
  int64_t end = comparison->op == BinaryOp::Lt ? *bound : *bound + 1;
  if ((end - *first) / loop.step > maxCopies)
    throw UserError("iname '" + str(loop.variable) + "' is tagged '" +
                        loop.tag.str() + "', which copies its body " +
                        std::to_string((end - *first) / loop.step) +
                        " times; split it and tag the inner part",
                    rangeOf(loop.body));
  for (int64_t value = *first; value < end; value += loop.step)
    loop.instances.push_back({value, Expr::logical(true)});
  return true;
}

// Where the block does anything: the points at which one of its guards holds.
static Set activeSet(const Block &block) {
  Set result = Set::empty();
  for (const Node &node : block) {
    const auto *guard = std::get_if<Guard>(&node.value);
    if (!guard)
      return Set::universe();
    result = result.unite(conditionSet(guard->condition));
  }
  return result;
}

void Planner::planHull(Loop &loop, const Set &known) {
  Set range = loopSet(loop);
  Set active = activeSet(loop.body).intersect(known);
  Set all = range.intersect(known);
  const std::string name = str(loop.variable);
  auto low = all.minConst(name), high = all.maxConst(name);
  if (all.isEmpty())
    return;
  if (!low || !high || *high - *low >= maxCopies)
    throw UserError(
        "iname '" + str(loop.variable) + "' is tagged '" + loop.tag.str() +
            "', which wants a constant number of iterations, but its range is "
            "not bounded by constants; fix its size (fix_parameters) or split "
            "it and tag the inner part",
        rangeOf(loop.body));
  for (int64_t value = *low; value <= *high; ++value) {
    Set here = range.fix(name, value).project({name});
    if (here.intersect(known).isEmpty() ||
        active.fix(name, value).intersect(here).isEmpty())
      continue;
    Expr guard = known.isSubset(here)
                     ? Expr::logical(true)
                     : tidyCondition(fromCondition(here, known));
    loop.instances.push_back({value, guard});
  }
}

bool Planner::needsFacts(const Block &block) {
  for (const Node &node : block) {
    if (const auto *loop = std::get_if<Loop>(&node.value)) {
      if (unrolls(*loop, vectors) || needsFacts(loop->body))
        return true;
    } else if (const auto *guard = std::get_if<Guard>(&node.value)) {
      if (needsFacts(guard->body))
        return true;
    }
  }
  return false;
}

void Planner::plan(Loop &loop, const Set &known) {
  if (unrolls(loop, vectors) && !planLiteral(loop))
    planHull(loop, known);
  if (needsFacts(loop.body))
    plan(loop.body, known.intersect(loopSet(loop)));
}

void Planner::plan(Block &block, const Set &known) {
  for (Node &node : block) {
    if (auto *loop = std::get_if<Loop>(&node.value))
      plan(*loop, known);
    else if (auto *guard = std::get_if<Guard>(&node.value);
             guard && needsFacts(guard->body))
      plan(guard->body, known.intersect(conditionSet(guard->condition)));
  }
}

// --- how many copies

static uint64_t countStatements(const Block &block, VectorLoops vectors) {
  uint64_t count = 0;
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) {
          uint64_t inside = countStatements(loop.body, vectors);
          if (unrolls(loop, vectors))
            inside = llvm::SaturatingMultiply<uint64_t>(inside,
                                                        loop.instances.size());
          count = llvm::SaturatingAdd(count, inside);
        },
        [&](const Guard &guard) {
          count =
              llvm::SaturatingAdd(count, countStatements(guard.body, vectors));
        },
        [&](const Execute &) { ++count; }, [](const Barrier &) {},
        [](const FunctionCall &call) { failOnCall(call); });
  return count;
}

namespace {

// Statements in loops that are unrolled, and these loops: "'i', 'j'".
struct Copies {
  uint64_t statements = 0;
  std::string inames;
};

} // namespace

static void addCopies(const Block &block, VectorLoops vectors, bool copied,
                      Copies &all) {
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) {
          bool unrolled = unrolls(loop, vectors);
          if (unrolled)
            all.inames +=
                (all.inames.empty() ? "'" : ", '") + str(loop.variable) + "'";
          if (unrolled && !copied)
            all.statements = llvm::SaturatingAdd(
                all.statements, llvm::SaturatingMultiply<uint64_t>(
                                    countStatements(loop.body, vectors),
                                    loop.instances.size()));
          addCopies(loop.body, vectors, copied || unrolled, all);
        },
        [&](const Guard &guard) {
          addCopies(guard.body, vectors, copied, all);
        },
        [](const Execute &) {}, [](const Barrier &) {},
        [](const FunctionCall &call) { failOnCall(call); });
}

static void requireFewCopies(const Block &block, VectorLoops vectors) {
  Copies all;
  addCopies(block, vectors, false, all);
  if (all.statements > maxStatements)
    throw UserError(
        "unrolling the loops over " + all.inames + " (unr, ilp, vec) makes " +
            std::to_string(all.statements) + " statements, more than the " +
            std::to_string(maxStatements) +
            " that a compiler can be given; split by smaller "
            "lengths, or leave an outer loop to the compiler "
            "(unr_hint)",
        rangeOf(block));
}

// --- copying

namespace {

class Expander {
public:
  Expander(VectorLoops vectors, const Vectorizer &vectorizer)
      : vectors(vectors), vectorizer(vectorizer) {}
  Block run(const Block &block) {
    Block out;
    expand(block, out);
    return out;
  }

private:
  void expand(const Block &block, Block &out);
  void expand(const Loop &loop, Block &out);
  void copies(const Loop &loop, Block &out);
  void copy(const Loop &loop, const UnrolledInstance &instance, Block &out);
  // The way that its copies go this time.
  bool descends(const Loop &loop);
  std::string vectorized(const Loop &loop, Block &out);
  // The loop's body with its variable bound to `value`.
  void bound(const Loop &loop, Expr value, Block &out);
  Expr now(const Expr &e) const { return withValues(e, values); }

  VectorLoops vectors;
  const Vectorizer &vectorizer;
  LoopValues values; // of the unrolled loops around
  bool repeated = false;
  std::string scalarReason; // of the vec loop around, if it is copied
  bool descending = false;  // the copies of the loop around
  std::set<const Loop *> ascendedLast; // of those that turn
};

} // namespace

void Expander::bound(const Loop &loop, Expr value, Block &out) {
  values[loop.variable] = std::move(value);
  expand(loop.body, out);
  values.erase(loop.variable);
}

void Expander::copy(const Loop &loop, const UnrolledInstance &instance,
                    Block &out) {
  Expr guard = tidyCondition(now(instance.guard));
  if (isFalse(guard))
    return;
  Expr value = Expr::integer(instance.value);
  if (isTrue(guard)) {
    bound(loop, value, out);
  } else {
    Guard node{guard, {}};
    bound(loop, value, node.body);
    if (!node.body.empty())
      out.push_back(Node{std::move(node)});
  }
  repeated = true;
}

bool Expander::descends(const Loop &loop) {
  switch (loop.copyOrder) {
  case CopyOrder::Ascending:
    return false;
  case CopyOrder::AsAround:
    return descending;
  case CopyOrder::Turning:
    if (ascendedLast.erase(&loop))
      return true;
    ascendedLast.insert(&loop);
    return false;
  }
  return false;
}

void Expander::copies(const Loop &loop, Block &out) {
  bool outerRepeated = repeated, outerDescending = descending;
  descending = descends(loop);
  if (descending)
    for (const UnrolledInstance &instance : llvm::reverse(loop.instances))
      copy(loop, instance, out);
  else
    for (const UnrolledInstance &instance : loop.instances)
      copy(loop, instance, out);
  repeated = outerRepeated;
  descending = outerDescending;
}

// for (v = 0; v < lanes; ++v) one instruction -> one vector operation; else why
// that cannot be.
std::string Expander::vectorized(const Loop &loop, Block &out) {
  if (!loop.tag.isVector())
    return "it is not tagged vec";
  const auto *single = loop.body.size() == 1
                           ? std::get_if<Execute>(&loop.body.front().value)
                           : nullptr;
  if (!single)
    return "it is not alone in the loop, or under conditions there";
  for (size_t i = 0; i < loop.instances.size(); ++i)
    if (loop.instances[i].value != static_cast<int64_t>(i) ||
        !isTrue(loop.instances[i].guard))
      return "not all components are in the loop's range, whatever the sizes";
  int lanes = static_cast<int>(loop.instances.size());
  const auto &iname = std::get<std::string>(loop.variable);
  std::string why = vectorizer.whyNot(*single->insn, iname, lanes);
  if (!why.empty())
    return why;
  Execute vector = *single;
  vector.values = values;
  vector.repeated = repeated;
  vector.vectorIname = iname;
  out.push_back(Node{std::move(vector)});
  return "";
}

// An initial value that may stand in for the variable wherever it is used.
static bool isSimple(const Expr &e) {
  int nodes = 0;
  bool simple = true;
  walk(e, [&](const Expr &node) {
    ++nodes;
    if (const auto *b = node.getIf<Binary>())
      simple = simple && (b->op == BinaryOp::Add || b->op == BinaryOp::Sub ||
                          b->op == BinaryOp::Mul);
    simple = simple && !node.getIf<Call>() && !node.getIf<Select>();
    return simple;
  });
  return simple && nodes <= 5;
}

void Expander::expand(const Loop &loop, Block &out) {
  if (unrolls(loop, vectors)) {
    std::string why = vectorized(loop, out);
    if (why.empty())
      return;
    std::string outer = scalarReason;
    if (loop.tag.isVector())
      scalarReason = "loop '" + str(loop.variable) + "': " + why;
    copies(loop, out);
    scalarReason = outer;
    return;
  }
  Loop copy;
  copy.variable = loop.variable;
  copy.tag = loop.tag;
  copy.step = loop.step;
  copy.degenerate = loop.degenerate;
  copy.isAxis = loop.isAxis;
  copy.init = now(loop.init);
  if (loop.degenerate && !loop.isAxis && isSimple(copy.init)) {
    bound(loop, copy.init, out);
    return;
  }
  if (!loop.degenerate) {
    copy.condition = tidyLoopCondition(now(loop.condition));
    if (asInteger(copy.init) &&
        isFalse(withValues(copy.condition, {{loop.variable, copy.init}})))
      return;
  }
  expand(loop.body, copy.body);
  if (!copy.body.empty())
    out.push_back(Node{std::move(copy)});
}

void Expander::expand(const Block &block, Block &out) {
  for (const Node &node : block)
    match(
        node.value, [&](const Loop &loop) { expand(loop, out); },
        [&](const Guard &guard) {
          Expr condition = tidyCondition(now(guard.condition));
          if (isFalse(condition))
            return;
          if (isTrue(condition))
            return expand(guard.body, out);
          Guard copy{condition, {}};
          expand(guard.body, copy.body);
          if (!copy.body.empty())
            out.push_back(Node{std::move(copy)});
        },
        [&](const Execute &execute) {
          Execute copy = execute;
          copy.values = values;
          copy.repeated = repeated;
          copy.scalarReason = scalarReason;
          out.push_back(Node{std::move(copy)});
        },
        [&](const Barrier &barrier) { out.push_back(Node{barrier}); },
        [](const FunctionCall &call) { failOnCall(call); });
}

Block codegen::expandLoops(Block block, const Set &context,
                           const KernelData &data) {
  const Kernel &kernel = data.scheduled.kernel;
  const VectorLoops vectors = data.dialect.vectorLoops();
  Planner(vectors).plan(block, context.flat());
  requireFewCopies(block, vectors);
  turnCopies(block, kernel);
  Vectorizer vectorizer(kernel, data.dialect.hasVectorFunctions());
  return Expander(vectors, vectorizer).run(block);
}
