#include "ToHardware.h"

#include "loopyc/IR/SharedSubstitution.h"
#include "loopyc/Lower/RowItems.h"
#include "loopyc/Poly/Complexity.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// By iname, of those on hardware axes.
static Substitution positionsOn(const Placement &placement) {
  Substitution positions;
  for (const HardwareAxisUse &axis : placement.axes())
    for (const auto &[iname, offset] : axis.offset)
      positions[iname] = Expr::axis(axis) + offset;
  return positions;
}

namespace {

class Lowering {
public:
  Lowering(const Kernel &kernel, const Placement &placement)
      : kernel(kernel), placement(placement), domainIndex(kernel),
        onAxis(positionsOn(placement)) {
    for (const InstructionPtr &insn : kernel.instructions)
      for (const std::string &name : insn->assigneeNames())
        computed.insert(name);
  }

  std::vector<ScheduleNode> body(const LoopTree &tree,
                                 const std::vector<std::string> &loops);
  Set context() const;
  const Substitution &positions() const { return onAxis.values(); }

private:
  std::string idOf(int instruction) const {
    return instruction < 0 ? "" : kernel.instructions[instruction]->id;
  }
  ScheduleNode leaf(int instruction, std::string &key);
  std::vector<ScheduleNode> loop(const LoopTree &tree,
                                 std::vector<std::string> loops);
  bool isPlainPredicate(const Expr &predicate);
  bool findPlain(const Expr &predicate) const;
  const Set &runDomain(int instruction, std::string &key);
  InstructionPtr onHardware(const InstructionPtr &insn);
  Set barrierDomain(const LoopTree &body,
                    const std::vector<std::string> &loops);
  void requireReached(const LoopTree &barrier,
                      const std::vector<std::string> &loops) const;
  void collectDomains(const LoopTree &tree, std::map<std::string, Set> &into);

  const Kernel &kernel;
  const Placement &placement;
  DomainIndex domainIndex;
  std::set<std::string> computed;
  SharedSubstitution onAxis;
  std::map<std::string, Set> domains;
  // Of the kernel's predicates, which instructions share.
  std::unordered_map<const ExprNode *, bool> plain;
};

} // namespace

// Affine in inames and parameters, not in what the kernel computes: then isl
// may hoist it.
bool Lowering::isPlainPredicate(const Expr &predicate) {
  auto [known, isNew] = plain.try_emplace(&*predicate, false);
  if (isNew)
    known->second = findPlain(predicate);
  return known->second;
}

bool Lowering::findPlain(const Expr &predicate) const {
  std::set<std::string> vars, arrays;
  collectNames(predicate, vars, arrays);
  for (const std::string &var : vars)
    if (computed.count(var))
      return false;
  return arrays.empty() && toCondition(predicate);
}

const Set &Lowering::runDomain(int index, std::string &key) {
  const Instruction &insn = *kernel.instructions[index];
  std::vector<std::string> inames = insn.inames;
  std::sort(inames.begin(), inames.end());
  for (const std::string &iname : inames)
    key += iname + ",";
  for (const Expr &predicate : insn.predicates)
    if (isPlainPredicate(predicate))
      key += ";" + predicate.str();
  std::vector<std::string> first; // axes on whose first position it runs
  for (const HardwareAxisUse &axis : placement.axes())
    if (placement.inameOn(insn, axis).empty() && !axis.isTrivial() &&
        placement.coordinate(kernel, insn, axis))
      first.push_back(axis.str());
  for (const std::string &axis : first)
    key += "@" + axis;

  auto [it, isNew] = domains.try_emplace(key);
  if (!isNew)
    return it->second;
  Set domain = domainIndex.instances(insn.inames).flat();
  for (const Expr &predicate : insn.predicates)
    if (isPlainPredicate(predicate))
      domain = domain.intersect(*toCondition(predicate));
  Names gone;
  for (const std::string &iname : insn.inames)
    if (auto on = positions().find(iname); on != positions().end()) {
      domain = domain.equate(iname, *toAffine(on->second));
      gone.push_back(iname);
    }
  domain = domain.project(gone);
  for (const std::string &axis : first)
    domain = domain.fix(axis, 0);
  return it->second = domain;
}

InstructionPtr Lowering::onHardware(const InstructionPtr &insn) {
  Instruction result = *insn;
  result.predicates.clear();
  for (const Expr &predicate : insn->predicates)
    if (!isPlainPredicate(predicate))
      result.predicates.push_back(predicate);
  auto made = std::make_shared<const Instruction>(std::move(result));
  return mapExprs(made, [&](const Expr &e) { return onAxis(e); });
}

// `key`: of its domain.
ScheduleNode Lowering::leaf(int index, std::string &key) {
  const InstructionPtr &insn = kernel.instructions[index];
  Set domain = runDomain(index, key);
  ScheduleNode node{StatementRun{{onHardware(insn)}, domain}};
  std::vector<std::string> inner = innerLoops(kernel, *insn);
  std::stable_sort(inner.begin(), inner.end(),
                   [&](const std::string &a, const std::string &b) {
                     auto isVec = [&](const std::string &iname) {
                       return kernel.tagOf(iname).isVector();
                     };
                     return !isVec(a) && isVec(b);
                   });
  for (auto iname = inner.rbegin(); iname != inner.rend(); ++iname) {
    ScheduleLoop around{*iname, kernel.tagOf(*iname), {}};
    around.body.push_back(std::move(node));
    node = ScheduleNode{std::move(around)};
  }
  return node;
}

void Lowering::collectDomains(const LoopTree &tree,
                              std::map<std::string, Set> &into) {
  if (tree.kind == LoopTree::Kind::Leaf) {
    std::string key;
    Set domain = runDomain(tree.instruction, key);
    into.emplace(key, domain);
  }
  for (const LoopTree &child : tree.children)
    collectDomains(child, into);
}

// What a script puts into a loop as a barrier.
void Lowering::requireReached(const LoopTree &barrier,
                              const std::vector<std::string> &loops) const {
  if (barrier.instruction < 0 || !placement.hasLocalAxes())
    return;
  const Instruction &insn = *kernel.instructions[barrier.instruction];
  for (const std::string &iname : loops)
    if (hasDataBound(kernel, iname))
      throw UserError("kernel '" + kernel.name + "': '" + insn.id +
                          "' is a barrier in the loop over '" + iname +
                          "', whose bounds the kernel computes, so that not "
                          "all work-items may reach it; put it outside of "
                          "that loop",
                      insn.range);
}

// Where the body runs for any work-item.
Set Lowering::barrierDomain(const LoopTree &body,
                            const std::vector<std::string> &loops) {
  if (loops.empty())
    return Set::universe();
  std::map<std::string, Set> inside;
  collectDomains(body, inside);
  std::set<std::string> keep(loops.begin(), loops.end());
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      keep.insert(arg->name);
  for (const HardwareAxisUse &axis : placement.axes())
    if (axis.isGroup())
      keep.insert(axis.str());
  if (!placement.hasLocalAxes()) // what it computes is all work-items' value
    keep.insert(computed.begin(), computed.end());
  Set result = Set::empty();
  for (const auto &[key, domain] : inside)
    result = result.unite(domain.projectOnto(Names(keep.begin(), keep.end())));
  return result.coalesce();
}

// Restricts every run and barrier below to where `condition` holds.
static std::vector<ScheduleNode> restricted(std::vector<ScheduleNode> nodes,
                                            const Set &condition) {
  for (ScheduleNode &node : nodes) {
    if (auto *loop = std::get_if<ScheduleLoop>(&node.value))
      loop->body = restricted(std::move(loop->body), condition);
    else if (auto *run = std::get_if<StatementRun>(&node.value))
      run->domain = run->domain.intersect(condition);
    else if (auto *barrier = std::get_if<BarrierPoint>(&node.value))
      barrier->domain = barrier->domain.intersect(condition);
  }
  return nodes;
}

// One loop, or three: the first `before` and last `after` iterations apart.
std::vector<ScheduleNode> Lowering::loop(const LoopTree &tree,
                                         std::vector<std::string> loops) {
  Names outer(loops.begin(), loops.end());
  loops.push_back(tree.iname);
  ScheduleLoop made{tree.iname, kernel.tagOf(tree.iname), body(tree, loops)};
  auto slab = kernel.slabs.find(tree.iname);
  std::vector<ScheduleNode> result;
  if (slab == kernel.slabs.end() ||
      (slab->second.before == 0 && slab->second.after == 0)) {
    result.push_back({std::move(made)});
    return result;
  }
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      outer.push_back(arg->name);
  for (const HardwareAxisUse &axis : placement.axes())
    if (axis.isGroup())
      outer.push_back(axis.str());
  Set range = barrierDomain(tree, loops).intersect(kernel.assumptions);
  PwAff here = PwAff::name(tree.iname);
  PwAff low = range.minOf(tree.iname, outer);
  PwAff high = range.maxOf(tree.iname, outer);
  // What is known of sizes and groups anyway is not said again: a statement
  // would seem to depend on groups that are nothing to it.
  Set facts = context();
  Set head = here.lt(low + PwAff::constant(slab->second.before)).gist(facts);
  Set tail = here.gt(high - PwAff::constant(slab->second.after)).gist(facts);
  auto part = [&](const Set &condition) {
    ScheduleLoop copy = made;
    copy.body = restricted(std::move(copy.body), condition);
    result.push_back({std::move(copy)});
  };
  if (slab->second.before > 0)
    part(head);
  part(head.complement().intersect(tail.complement()));
  if (slab->second.after > 0)
    part(tail.subtract(head));
  return result;
}

std::vector<ScheduleNode>
Lowering::body(const LoopTree &tree, const std::vector<std::string> &loops) {
  std::vector<ScheduleNode> result;
  std::string lastKey;
  Set whole; // where the body runs: of its barriers
  for (const LoopTree &child : tree.children) {
    if (child.kind == LoopTree::Kind::Barrier) {
      requireReached(child, loops);
      if (!whole)
        whole = barrierDomain(tree, loops);
      result.push_back(
          {BarrierPoint{child.localMemory, child.globalMemory, child.reason,
                        whole, idOf(child.instruction)}});
      lastKey.clear();
      continue;
    }
    if (child.kind == LoopTree::Kind::Loop) {
      for (ScheduleNode &node : loop(child, loops))
        result.push_back(std::move(node));
      lastKey.clear();
      continue;
    }
    std::string key;
    ScheduleNode node = leaf(child.instruction, key);
    auto *run = std::get_if<StatementRun>(&node.value);
    if (!run) {
      result.push_back(std::move(node));
      lastKey.clear();
      continue;
    }
    key += "!";
    if (key == lastKey) {
      auto &last = std::get<StatementRun>(result.back().value);
      last.instructions.push_back(run->instructions.front());
    } else {
      result.push_back(std::move(node));
    }
    lastKey = key;
  }
  return result;
}

// A grid for nests of different sizes is as large as the largest along each
// axis, and each axis multiplies the cases. Beyond some, what holds in all of an
// axis is enough: statements have bounds of their own.
Set Lowering::context() const {
  constexpr size_t mostCases = 16;
  Set result = kernel.assumptions.flat();
  for (const HardwareAxisUse &axis : placement.axes()) {
    PwAff at = PwAff::name(axis.str());
    Set notNegative = at.ge(PwAff::constant(0)), below = Set::empty();
    for (const PwAff &size : axis.sizeValues)
      below = below.unite(at.lt(size));
    auto areMany = [&] {
      return poly::polyhedronCount(result) * poly::polyhedronCount(below) >
             mostCases;
    };
    if (areMany())
      below = below.intersect(notNegative).coalesce();
    if (areMany())
      below = below.simpleHull();
    result = result.intersect(notNegative).intersect(below);
  }
  return result.coalesce();
}

static bool hasBarrier(const std::vector<ScheduleNode> &body) {
  return llvm::any_of(body, [](const ScheduleNode &node) {
    return match(
        node.value,
        [](const ScheduleLoop &loop) { return hasBarrier(loop.body); },
        [](const StatementRun &) { return false; },
        [](const BarrierPoint &) { return true; });
  });
}

ScheduledKernel loopyc::lowerToHardware(Kernel kernel,
                                        const Placement &placement,
                                        const LoopTree &tree) {
  ScheduledKernel result;
  result.kernel = std::move(kernel);
  Lowering lowering(result.kernel, placement);
  result.body = lowering.body(tree, {});
  result.context = lowering.context();
  result.positions = lowering.positions();
  for (const HardwareAxisUse &axis : placement.axes())
    result.axes.push_back({axis, axis.size});
  if (!hasBarrier(result.body))
    result.rowItems = rowItems(result.kernel, placement);
  return result;
}
