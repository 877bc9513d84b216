#include "Scans/RunningAccumulators.h"

#include "Between.h"
#include "Scans/NestEditor.h"
#include "Scans/RunningScalar.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using poly::Set;

namespace {

class Accumulator {
public:
  Accumulator(const Kernel &kernel, size_t index)
      : kernel(kernel), insn(*kernel.instructions[index]) {}

  bool find();
  Kernel inScalar() const;

private:
  bool findElement();
  bool findLoop();
  bool isAlone();
  bool knowsWhereItIs();
  std::set<std::string> inamesOf(size_t component) const;

  const Kernel &kernel;
  const Instruction &insn;
  Expr element; // s[W]
  std::string array;
  size_t loop = 0; // the outermost one that W does not change in
  std::vector<std::string> around;
  std::vector<size_t> users; // of the array, in the loop
  Set instances;             // of users, by the iterations around
};

} // namespace

// An update or a linear function of one element; W is affine.
bool Accumulator::findElement() {
  const auto *assignment = std::get_if<Assignment>(&insn.body);
  if (const Update *update = insn.update())
    assignment = update->atomic ? nullptr : update;
  if (!assignment)
    return false;
  element = assignment->assignee;
  const auto *assignee = element.getIf<ArrayRef>();
  if (!assignee)
    return false;
  array = assignee->name;
  return mentions(assignment->value, array) &&
         llvm::all_of(assignee->subscripts, [](const Expr &subscript) {
           return toAffine(subscript).has_value();
         });
}

std::set<std::string> Accumulator::inamesOf(size_t component) const {
  std::set<std::string> result;
  for (const std::string &iname : insn.inames)
    if (mentions(insn.time[component], iname))
      result.insert(iname);
  return result;
}

// From the inside, loops in which W stays the same; one of them is parallel.
bool Accumulator::findLoop() {
  std::set<std::string> inside;
  bool isParallel = false;
  loop = insn.time.size();
  for (size_t c = insn.time.size() - 2; c < insn.time.size(); c -= 2) {
    std::set<std::string> own = inamesOf(c);
    if (llvm::any_of(own, [&](const std::string &iname) {
          return mentions(element, iname);
        }))
      break;
    for (const std::string &iname : own)
      isParallel =
          isParallel || kernel.tagOf(iname).nesting() == LoopNesting::Axis;
    inside.insert(own.begin(), own.end());
    loop = c;
  }
  for (const std::string &iname : insn.inames)
    if (!inside.count(iname))
      around.push_back(iname);
  return isParallel;
}

// All that touches the array in the loop touches this element, and something
// reads it that does not update it. W is no other where nothing in the loop
// computes what it mentions.
bool Accumulator::isAlone() {
  bool isRead = false, isOne = true;
  std::set<std::string> names, arrays;
  for (const Expr &subscript : element.getIf<ArrayRef>()->subscripts)
    collectNames(subscript, names, arrays);
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const Instruction &other = *kernel.instructions[i];
    if (!mayRunIn(insn, other, loop))
      continue;
    const bool isInLoop =
        other.time.size() > loop &&
        std::equal(insn.time.begin(), insn.time.begin() + loop + 1,
                   other.time.begin());
    if (llvm::any_of(other.assigneeNames(), [&](const std::string &name) {
          return names.count(name) > 0;
        }))
      return false;
    bool isUser = false;
    mapExprs(kernel.instructions[i], [&](const Expr &e) {
      walk(e, [&](const Expr &node) {
        if (const auto *ref = node.getIf<ArrayRef>();
            ref && ref->name == array) {
          isUser = true;
          isOne = isOne && node == element;
        }
        return true;
      });
      return e;
    });
    if (!isUser)
      continue;
    users.push_back(i);
    isRead = isRead || !other.assigns(array);
    isOne = isOne && isInLoop;
  }
  return isRead && isOne;
}

// Where no user runs, there may be no such element. Conditions that data decide
// leave that open, unless another user runs there anyway.
bool Accumulator::knowsWhereItIs() {
  InstanceSets sets(kernel);
  poly::Names known = knownIn(kernel, around);
  Set possible = Set::empty();
  instances = Set::empty();
  for (size_t user : users) {
    Set own = sets.of(user).projectOnto(known);
    possible = possible.unite(own);
    if (sets.exact(user))
      instances = instances.unite(own);
  }
  return possible.isSubset(instances);
}

bool Accumulator::find() {
  return insn.time.size() >= 3 && insn.time.size() % 2 == 1 && findElement() &&
         findLoop() && isAlone() && knowsWhereItIs();
}

Kernel Accumulator::inScalar() const {
  NestEditor editor(kernel);
  Type type = element.type();
  Expr t = runningScalar(editor, array, type, insn.range);
  Nest nest;
  for (size_t user : users)
    nest.ids.push_back(kernel.instructions[user]->id);
  std::vector<Predicate> runs = whereThereAre(kernel, instances, around);
  if (!runs.empty())
    editor.addBefore(nest, stepOf(insn, "_none", around, t,
                                  neutralElement(ReductionOp::Add, type)));
  Instruction begin = stepOf(insn, "_element", around, t, element);
  begin.predicates = runs;
  editor.addBefore(nest, std::move(begin));
  Instruction end = stepOf(insn, "_result", around, element, t);
  end.predicates = runs;
  for (const std::string &id : nest.ids) {
    Instruction user = editor.instruction(id);
    auto replaced = [&](const Expr &e) {
      return rewrite(
          e, [&](const Expr &node) { return node == element ? t : node; });
    };
    user = *mapExprs(std::make_shared<const Instruction>(user), replaced);
    editor.replace(std::move(user));
  }
  editor.addBehind(nest, std::move(end));
  return editor.take();
}

std::optional<Kernel>
loopyc::withRunningAccumulator(const Kernel &kernel,
                               const std::string &instruction) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (kernel.instructions[i]->id == instruction) {
      Accumulator accumulator(kernel, i);
      if (accumulator.find())
        return accumulator.inScalar();
    }
  return std::nullopt;
}
