#include "Scans/RunningElements.h"

#include "Between.h"
#include "Reductions/ReductionRanges.h"
#include "Scans/NestEditor.h"
#include "Scans/RunningScalar.h"
#include "Scans/RunningUpdate.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/Names.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

namespace {

class Recurrence {
public:
  Recurrence(const Kernel &kernel, size_t index)
      : kernel(kernel), index(index), insn(*kernel.instructions[index]) {}

  bool find();
  Kernel inScalar() const;

private:
  bool findLoop();
  bool findElements();
  bool isWrittenElsewhere() const;
  bool passesOn();
  Set inOrder(int64_t distance, bool orMore) const;
  Expr firstElement() const;

  const Kernel &kernel;
  const size_t index;
  const Instruction &insn;
  std::string array;
  Expr written, read; // y[i + 1], y[i]
  size_t loop = 0;    // its component in the reference time
  std::vector<std::string> around;
  Set instances;           // over i
  Set pairs;               // of instances i, i' with equal iterations around
  PwAff value, laterValue; // of the loop, in i and i'
  Set first;               // the iteration that no other comes before
};

} // namespace

// The innermost loop, and it is parallel.
bool Recurrence::findLoop() {
  if (!insn.predicates.empty() || insn.time.size() < 3 ||
      insn.time.size() % 2 == 0)
    return false;
  loop = insn.time.size() - 2;
  bool isParallel = false;
  for (const std::string &iname : insn.inames) {
    bool isInside = mentions(insn.time[loop], iname);
    if (!isInside)
      around.push_back(iname);
    isParallel = isParallel || (isInside && kernel.tagOf(iname).nesting() ==
                                                LoopNesting::Axis);
  }
  return isParallel;
}

// y[W] = f(y[R]), where f is what a scan can be of. What y[W] itself was is an
// operand.
bool Recurrence::findElements() {
  const auto *assignment = std::get_if<Assignment>(&insn.body);
  if (const Update *update = insn.update())
    assignment = update;
  if (!assignment || (insn.update() && insn.update()->atomic))
    return false;
  written = assignment->assignee;
  const auto *assignee = written.getIf<ArrayRef>();
  if (!assignee)
    return false;
  array = assignee->name;
  bool isOne = true;
  walk(assignment->value, [&](const Expr &node) {
    if (const auto *ref = node.getIf<ArrayRef>();
        ref && ref->name == array && node != written) {
      isOne = isOne && (!read || read == node);
      read = node;
    }
    return true;
  });
  return isOne && read &&
         llvm::none_of(assignee->subscripts,
                       [&](const Expr &e) { return mentions(e, array); });
}

bool Recurrence::isWrittenElsewhere() const {
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const Instruction &other = *kernel.instructions[i];
    if (i != index && mayRunIn(insn, other, loop) && other.assigns(array))
      return true;
  }
  return false;
}

// { i, i' : i' comes `distance` iterations after i (or more) }
Set Recurrence::inOrder(int64_t distance, bool orMore) const {
  PwAff after = value + PwAff::constant(distance);
  return pairs.intersect(orMore ? laterValue.ge(after) : laterValue.eq(after));
}

// Each iteration but the first reads what the one before wrote, and nothing
// else writes that element in between.
bool Recurrence::passesOn() {
  InstanceSets sets(kernel);
  if (!sets.exact(index))
    return false;
  instances = sets.of(index);
  std::optional<PwAff> at = toAffine(insn.time[loop]);
  std::optional<PwAff> then = toAffine(primedExpr(insn.time[loop], insn));
  if (!at || !then)
    return false;
  value = *at;
  laterValue = *then;
  std::map<std::string, std::string> prime = primes(insn);
  pairs = instances.intersect(instances.rename(prime));
  for (const std::string &iname : around)
    pairs =
        pairs.intersect(PwAff::name(iname).eq(PwAff::name(prime.at(iname))));

  Set passed = Set::universe(), same = Set::universe();
  const auto &to = written.getIf<ArrayRef>()->subscripts;
  const auto &from = read.getIf<ArrayRef>()->subscripts;
  for (size_t i = 0; i < to.size(); ++i) {
    auto source = toAffine(to[i]), again = toAffine(primedExpr(to[i], insn)),
         sink = toAffine(primedExpr(from[i], insn));
    if (!source || !again || !sink)
      return false;
    passed = passed.intersect(source->eq(*sink));
    same = same.intersect(source->eq(*again));
  }
  Set next = inOrder(1, false), later = inOrder(1, true);
  Names own;
  std::map<std::string, std::string> back;
  for (const auto &[iname, marked] : prime) {
    own.push_back(iname);
    back[marked] = iname;
  }
  Set followers = next.project(own).rename(back);
  if (next.isEmpty() || !next.isSubset(passed) ||
      !later.intersect(same).isEmpty() ||
      !later.project(own).rename(back).isSubset(followers))
    return false;
  first = instances.subtract(followers);
  return true;
}

bool Recurrence::find() {
  if (!findLoop() || !findElements() || isWrittenElsewhere())
    return false;
  // Of a function that is none of a scan, nothing is made.
  std::string name = kernel.freshName(array + "_running");
  Expr s = Expr::var(name, written.type());
  Expr f = rewrite(insn.assignment().value,
                   [&](const Expr &e) { return e == read ? s : e; });
  bool isOperation = std::holds_alternative<Update>(assign(s, f));
  return (isOperation || linearFactor(f, name)) && passesOn();
}

Expr Recurrence::firstElement() const {
  const auto &from = read.getIf<ArrayRef>()->subscripts;
  std::vector<Expr> subscripts;
  for (size_t i = 0; i < from.size(); ++i) {
    const std::string at = subscriptName(i);
    PwAff place =
        first.equate(at, *toAffine(from[i])).minOf(at, knownIn(kernel, around));
    subscripts.push_back(typedNames(
        kernel, fromAffine(place.gist(place.domain()), kernel.assumptions)));
  }
  return Expr::array(array, std::move(subscripts), read.type());
}

Kernel Recurrence::inScalar() const {
  NestEditor editor(kernel);
  Type type = written.type();
  Expr s = runningScalar(editor, array, type, insn.range);
  Nest nest{{insn.id}, ""};
  // Without an iteration, nothing is read.
  editor.addBefore(nest, stepOf(insn, "_none", around, s,
                                neutralElement(ReductionOp::Add, type)));
  Instruction begin = stepOf(insn, "_first", around, s, firstElement());
  begin.predicates = whereThereAre(kernel, instances, around);
  editor.addBefore(nest, std::move(begin));
  Instruction update = editor.instruction(insn.id);
  update.body = assign(s, rewrite(insn.assignment().value, [&](const Expr &e) {
                         return e == read ? s : e;
                       }));
  editor.replace(std::move(update));
  Instruction store = stepOf(insn, "_element", insn.inames, written, s);
  store.tags = insn.tags;
  editor.addBehind(nest, std::move(store));
  return editor.take();
}

std::optional<Kernel>
loopyc::withRunningElement(const Kernel &kernel,
                           const std::string &instruction) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (kernel.instructions[i]->id == instruction) {
      Recurrence recurrence(kernel, i);
      if (recurrence.find())
        return recurrence.inScalar();
    }
  return std::nullopt;
}
