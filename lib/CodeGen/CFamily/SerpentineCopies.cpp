#include "CFamily/SerpentineCopies.h"

#include "CFamily/Conditions.h"
#include "loopyc/IR/IntegerSum.h"

#include <algorithm>
#include <functional>
#include <optional>

using namespace loopyc;
using namespace loopyc::codegen;

// Loops, each alone in the one before, and the statement in the last.
namespace {

struct Nest {
  std::vector<Loop *> loops;
  const Execute *statement = nullptr;
};

} // namespace

static bool isIlp(const Loop &loop) {
  return loop.tag.isInnermost() && loop.tag.code() == LoopCode::Copies;
}

static Nest nestOf(Loop &outer) {
  Nest nest;
  for (Loop *loop = &outer; loop;) {
    nest.loops.push_back(loop);
    if (loop->body.size() != 1)
      break;
    auto &inside = loop->body.front().value;
    nest.statement = std::get_if<Execute>(&inside);
    loop = std::get_if<Loop>(&inside);
  }
  return nest;
}

static bool isUnconditional(const Loop &loop) {
  return !loop.instances.empty() &&
         std::all_of(loop.instances.begin(), loop.instances.end(),
                     [](const UnrolledInstance &i) { return isTrue(i.guard); });
}

// What one step of each loop adds to the subscript; nullopt if that is no
// constant.
static std::optional<std::vector<int64_t>>
stepsOf(const Expr &subscript, const std::vector<Loop *> &loops) {
  auto sum = asSum(subscript);
  if (!sum)
    return std::nullopt;
  std::vector<int64_t> steps(loops.size(), 0);
  for (const IntegerTerm &term : sum->terms)
    for (const Expr &factor : term.factors)
      for (size_t i = 0; i < loops.size(); ++i) {
        if (!mentions(factor, loops[i]->variable))
          continue;
        if (term.factors.size() != 1 ||
            !isReferenceTo(factor, loops[i]->variable))
          return std::nullopt;
        steps[i] += term.coefficient;
      }
  return steps;
}

// Calls `visit` for what the statement reads of arrays.
static void
eachRead(const Execute &statement,
         const std::function<void(const Expr &, const ArrayRef &)> &visit) {
  for (const Expr &read : statement.insn->reads())
    walk(read, [&](const Expr &node) {
      if (const auto *element = node.getIf<ArrayRef>())
        visit(node, *element);
      return true;
    });
}

// The element of a private array that it sets, if it reads no other of what
// lies where that array does.
static const ArrayRef *ownElement(const Execute &statement,
                                  const Kernel &kernel) {
  const auto &body = statement.insn->body;
  const Assignment *assignment = std::get_if<Update>(&body);
  if (!assignment)
    assignment = std::get_if<Assignment>(&body);
  const auto *own =
      assignment ? assignment->assignee.getIf<ArrayRef>() : nullptr;
  VariablePtr variable = own ? kernel.findVariable(own->name) : nullptr;
  if (!variable || variable->space != AddressSpace::Private ||
      !variable->baseStorage.empty())
    return nullptr;
  bool readsOthers = false;
  eachRead(statement, [&](const Expr &read, const ArrayRef &element) {
    readsOthers |= element.name == own->name && read != assignment->assignee;
  });
  return readsOthers ? nullptr : own;
}

// Does each instance of the loops set an element that no other does?
static bool setsApart(const ArrayRef *element,
                      const std::vector<Loop *> &loops) {
  // Of each instance, subscripts but for what is the same in all of them.
  std::vector<std::vector<int64_t>> places = {{}};
  places.front().resize(element->subscripts.size());
  std::vector<std::vector<int64_t>> steps;
  for (const Expr &subscript : element->subscripts) {
    auto here = stepsOf(subscript, loops);
    if (!here)
      return false;
    steps.push_back(*here);
  }
  for (size_t loop = 0; loop < loops.size(); ++loop) {
    std::vector<std::vector<int64_t>> next;
    for (const auto &place : places)
      for (const UnrolledInstance &instance : loops[loop]->instances) {
        next.push_back(place);
        for (size_t i = 0; i < steps.size(); ++i)
          next.back()[i] += steps[i][loop] * instance.value;
      }
    places = std::move(next);
  }
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) == places.end();
}

// Is there an operand that the one loop changes, and the other does not?
static bool changesWhatStays(const Execute &statement, const Loop &inner,
                             const Loop &outer) {
  bool found = false;
  eachRead(statement, [&](const Expr &read, const ArrayRef &) {
    found |= mentions(read, inner.variable) && !mentions(read, outer.variable);
  });
  return found;
}

static void turnNest(Loop &outer, const Kernel &kernel) {
  Nest nest = nestOf(outer);
  if (!nest.statement || nest.loops.size() < 2 ||
      !std::all_of(nest.loops.begin(), nest.loops.end(),
                   [](const Loop *loop) { return isUnconditional(*loop); }))
    return;
  const ArrayRef *element = ownElement(*nest.statement, kernel);
  if (!element || !setsApart(element, nest.loops))
    return;
  for (size_t i = 1; i < nest.loops.size(); ++i)
    if (isIlp(*nest.loops[i]) && isIlp(*nest.loops[i - 1]))
      nest.loops[i]->copyOrder =
          changesWhatStays(*nest.statement, *nest.loops[i], *nest.loops[i - 1])
              ? CopyOrder::Turning
              : CopyOrder::AsAround;
}

void codegen::turnCopies(Block &block, const Kernel &kernel) {
  for (Node &node : block) {
    if (auto *loop = std::get_if<Loop>(&node.value)) {
      if (isIlp(*loop))
        turnNest(*loop, kernel);
      else
        turnCopies(loop->body, kernel);
    } else if (auto *guard = std::get_if<Guard>(&node.value)) {
      turnCopies(guard->body, kernel);
    }
  }
}
