#include "Scans/FindScans.h"

#include "Between.h"
#include "Launches/HostTree.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static bool agree(const Instruction &a, const Instruction &b, size_t length) {
  for (size_t i = 0; i < length; ++i)
    if (timeComponent(a.time, i) != timeComponent(b.time, i))
      return false;
  return true;
}

ReferenceTime Scan::path(const Kernel &kernel) const {
  ReferenceTime result;
  for (size_t i = 0; i < 2 * loops; ++i)
    result.push_back(
        timeComponent(kernel.instructions[updates.front()]->time, i));
  return result;
}

static std::set<std::string> namesRead(const Instruction &insn) {
  std::set<std::string> names;
  for (const Expr &read : insn.reads())
    collectNames(read, names, names);
  for (const Predicate &predicate : insn.predicates)
    collectNames(predicate, names, names);
  return names;
}

// Does a loop that the instruction is in have the variable in its bounds?
static bool isBoundedBy(const Kernel &kernel, const Instruction &insn,
                        const std::string &variable) {
  return llvm::any_of(insn.inames, [&](const std::string &iname) {
    int d = kernel.domainOf(iname);
    return d >= 0 && kernel.domains[d].involves(variable);
  });
}

ScanFinder::ScanFinder(const Kernel &kernel) : kernel(kernel) {
  std::set<std::string> bounds;
  for (const Set &domain : kernel.domains)
    for (const std::string &param : domain.params())
      if (VariablePtr var = kernel.findVariable(param); var && !var->isValue())
        bounds.insert(param);
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const Instruction &insn = *kernel.instructions[i];
    std::set<std::string> names = namesRead(insn);
    for (const std::string &name : insn.assigneeNames())
      names.insert(name);
    for (const std::string &bound : bounds)
      if (isBoundedBy(kernel, insn, bound))
        names.insert(bound);
    for (const std::string &name : names)
      users[name].push_back(i);
    if (isGlobalBarrier(insn))
      barriers.push_back(i);
  }
  DomainIndex index(kernel);
  for (const auto &[iname, tag] : kernel.inameTags)
    if (tag.isGroup()) {
      Set values =
          index.instances({iname}).flat().intersect(kernel.assumptions);
      std::optional<int64_t> least = values.minConst(iname);
      if (least && least == values.maxConst(iname))
        single.insert(iname);
    }
}

namespace loopyc {

class ScanSearch {
public:
  ScanSearch(const ScanFinder &finder, size_t index)
      : finder(finder), kernel(finder.kernel),
        insn(*kernel.instructions[index]) {}

  std::optional<Scan> run(bool explains = false);
  std::string why;     // not
  bool isRead = false; // ... in the loops that it is updated in

private:
  bool isOfInterest();
  bool isInRegion(const Instruction &other, size_t depth) const {
    return mayRunIn(insn, other, 2 * depth + 1);
  }
  bool sharesLoops(const Instruction &other) const {
    return other.time.size() > 2 * last && agree(insn, other, 2 * last + 2);
  }
  const Expr &loop(size_t i) const { return insn.time[2 * i + 1]; }
  std::vector<std::string> inamesAt(size_t loop) const;
  bool isSideBySide(const std::string &iname) const;
  bool isAround(const std::string &iname, size_t depth) const;
  std::string obstacleAt(size_t depth);
  std::string obstacleIn(size_t user);
  std::string obstacleInLoops(size_t depth);
  std::string obstacleToRounding() const;
  std::string findOperands(size_t depth);
  std::string obstacleInFlow(size_t depth) const;
  bool staysInside(size_t depth) const;
  Set equalIn(const std::vector<std::string> &inames, int sink) const;
  const std::vector<size_t> &usersOf(const std::string &variable) const {
    static const std::vector<size_t> none;
    auto known = finder.users.find(variable);
    return known == finder.users.end() ? none : known->second;
  }

  const ScanFinder &finder;
  const Kernel &kernel;
  const Instruction &insn;
  size_t last = 0; // of the parallel loops
  Scan scan;
};

} // namespace loopyc

std::vector<std::string> ScanSearch::inamesAt(size_t index) const {
  std::vector<std::string> result;
  for (const std::string &iname : insn.inames)
    if (mentions(loop(index), iname))
      result.push_back(iname);
  return result;
}

// Do its iterations run side by side in a work-item, but not in one register?
bool ScanSearch::isSideBySide(const std::string &iname) const {
  InameTag tag = kernel.tagOf(iname);
  return tag.isInnermost() && !tag.isVector();
}

// Is it a scalar that is assigned in loops that run in parallel?
bool ScanSearch::isOfInterest() {
  const auto *assignment = std::get_if<Assignment>(&insn.body);
  const auto *update = insn.update();
  if ((!assignment && !update) || (update && update->atomic))
    return false;
  const auto *assignee = insn.assignees().front().getIf<VarRef>();
  if (!assignee)
    return false;
  scan.variable = assignee->name;
  scan.type = insn.assignees().front().type();
  bool found = false;
  for (size_t i = 0; i < insn.time.size() / 2; ++i)
    for (const std::string &iname : inamesAt(i))
      if (kernel.tagOf(iname).nesting() == LoopNesting::Axis &&
          !finder.single.count(iname)) {
        last = i;
        found = true;
      }
  // What is around the instances of the innermost loop is one step.
  if (found && last + 1 < insn.time.size() / 2)
    if (const auto *inner = loop(last + 1).getIf<VarRef>();
        inner && isSideBySide(inner->name))
      ++last;
  VariablePtr var = kernel.findVariable(scan.variable);
  return found && var->baseStorage.empty();
}

bool ScanSearch::isAround(const std::string &iname, size_t depth) const {
  for (size_t i = 0; i < depth; ++i)
    if (mentions(loop(i), iname))
      return true;
  return false;
}

// What the user does with the variable. Updates are noted.
std::string ScanSearch::obstacleIn(size_t user) {
  const Instruction &other = *kernel.instructions[user];
  const std::string &s = scan.variable;
  if (isBoundedBy(kernel, other, s))
    return "'" + s + "' bounds a loop that '" + other.id + "' is in";
  if (!sharesLoops(other))
    return "'" + other.id + "' uses '" + s + "' outside of the loop over '" +
           inamesAt(last).front() + "'";
  if (!other.assigns(s))
    return "";
  if (llvm::any_of(other.predicates,
                   [&](const Expr &e) { return mentions(e, s); }))
    return "the condition of '" + other.id + "' reads '" + s + "'";
  scan.updates.push_back(user);
  if (const Update *update = other.update()) {
    if (update->atomic)
      return "'" + other.id + "' updates '" + s + "' atomically";
    if (update->op != ReductionOp::Add && update->op != ReductionOp::Mul)
      return "";
  }
  if (other.values().size() != 1)
    return "'" + other.id + "' assigns '" + s + "' by a call";
  std::optional<Expr> factor = linearFactor(other.values().front(), s);
  if (factor)
    scan.factors[user] = *factor;
  else if (!other.update())
    return "'" + other.id + "' assigns '" + s +
           "' neither by one of the operations +, *, min, max, .and., .or., "
           ".eqv., .neqv., iand, ior, ieor nor as a*" +
           s + " + b";
  return "";
}

// One operation for all updates, or one linear function for each.
static std::optional<Composition> compositionOf(const Kernel &kernel,
                                                const Scan &scan) {
  std::set<ReductionOp> operations;
  bool isLinear = true, isOperation = true;
  for (size_t i : scan.updates) {
    const Update *update = kernel.instructions[i]->update();
    isLinear = isLinear && scan.factors.count(i);
    isOperation = isOperation && update;
    if (update)
      operations.insert(update->op);
  }
  if (isOperation && operations.size() == 1)
    return Composition::byOperation(*operations.begin(), scan.type);
  if (isLinear)
    return Composition::linear(scan.type);
  return std::nullopt;
}

// The loops must be: those around, work-groups, others, work-items, of which
// each may have iterations side by side.
std::string ScanSearch::obstacleInLoops(size_t depth) {
  scan.group = scan.item = scan.inner = "";
  scan.outer.clear();
  size_t item = 0, inner = 0;
  for (size_t i = depth; i <= last; ++i) {
    const auto *iname = loop(i).getIf<VarRef>();
    if (!iname || !kernel.hasIname(iname->name))
      return "the order of the iterations over " + loop(i).str() +
             " on work-groups and work-items is not known; split loops by "
             "constants, so that each iname runs through its values while the "
             "outer ones stay";
    InameTag tag = kernel.tagOf(iname->name);
    if (finder.single.count(iname->name))
      return "the loop over '" + iname->name + "' has one iteration";
    if (tag.isGroup()) {
      if (i != depth)
        return "the loop over '" + iname->name +
               "', which is on work-groups, is inside of another one of its "
               "loops";
      scan.group = iname->name;
    } else if (tag.isLocal()) {
      if (!scan.item.empty())
        return "'" + scan.item + "' and '" + iname->name +
               "' are on work-items both, which makes one axis of them only "
               "where "
               "no other loop keeps theirs: join_inames joins them";
      scan.item = iname->name;
      item = i;
    } else if (isSideBySide(iname->name) && scan.inner.empty()) {
      scan.inner = iname->name;
      inner = i;
    } else {
      scan.outer.push_back(iname->name);
    }
  }
  for (const std::string &iname : insn.inames)
    if (kernel.tagOf(iname).isInnermost() && !isAround(iname, depth) &&
        iname != scan.inner)
      return "'" + iname + "' is tagged " + kernel.tagOf(iname).str() +
             ", whose instances run side by side";
  scan.isInnerInside = inner > item;
  if (!scan.inner.empty() &&
      (scan.item.empty() || (inner != item + 1 && item != inner + 1)))
    return "'" + scan.inner + "' is tagged " + kernel.tagOf(scan.inner).str() +
           ", and neither directly around the loop over work-items nor "
           "directly inside of it";
  if (!scan.group.empty())
    for (const std::string &iname : insn.inames)
      if (isAround(iname, depth) &&
          kernel.tagOf(iname).nesting() != LoopNesting::Loop)
        return "its parts in several work-groups would have to meet inside of "
               "'" +
               iname + "', which is parallel itself";
  return "";
}

std::string ScanSearch::obstacleToRounding() const {
  std::optional<ReductionOp> op = scan.composition.operation();
  bool rounds = !op || *op == ReductionOp::Add || *op == ReductionOp::Mul;
  auto option = kernel.options.values.find("reassociate");
  if (rounds && scan.type.isFloating() &&
      option != kernel.options.values.end() &&
      lowerCase(option->second) == "false")
    return "set_options(knl, reassociate=False) forbids to change the order "
           "of its operations, which round";
  return "";
}

// { equal values of the inames in source and sink }
Set ScanSearch::equalIn(const std::vector<std::string> &inames,
                        int sink) const {
  std::map<std::string, std::string> prime = primes(*kernel.instructions[sink]);
  Set result = Set::universe();
  for (const std::string &iname : inames)
    result =
        result.intersect(PwAff::name(iname).eq(PwAff::name(prime.at(iname))));
  return result;
}

// Scalars that updates read and the iteration computes are computed again where
// the updates are.
std::string ScanSearch::findOperands(size_t depth) {
  std::vector<size_t> work = scan.updates;
  std::set<size_t> known(work.begin(), work.end());
  while (!work.empty()) {
    size_t reader = work.back();
    work.pop_back();
    for (const std::string &name : namesRead(*kernel.instructions[reader])) {
      VariablePtr var = kernel.findVariable(name);
      if (!var || !var->isTemporary() || !var->isScalar() ||
          name == scan.variable)
        continue;
      for (size_t i : usersOf(name)) {
        const Instruction &other = *kernel.instructions[i];
        if (!other.assigns(name) || !isInRegion(other, depth) ||
            !known.insert(i).second)
          continue;
        if (!sharesLoops(other))
          return "'" + other.id + "' computes '" + name +
                 "', which it needs, outside of the loop over '" +
                 inamesAt(last).front() + "'";
        if (namesRead(other).count(scan.variable))
          return "'" + kernel.instructions[reader]->id + "' needs '" + name +
                 "', which '" + other.id + "' computes from '" + scan.variable +
                 "'";
        scan.operands.push_back(i);
        work.push_back(i);
      }
    }
  }
  llvm::sort(scan.operands);
  return obstacleInFlow(depth);
}

// What the updates need must be there before the loops begin, or be computed
// in the same iteration: it is read ahead.
std::string ScanSearch::obstacleInFlow(size_t depth) const {
  std::set<int> sinks(scan.updates.begin(), scan.updates.end());
  sinks.insert(scan.operands.begin(), scan.operands.end());
  std::set<std::string> names, copied;
  for (int sink : sinks)
    for (const std::string &name : namesRead(*kernel.instructions[sink]))
      if (name != scan.variable)
        names.insert(name);
  for (size_t i : scan.operands)
    for (const std::string &name : kernel.instructions[i]->assigneeNames())
      copied.insert(name);
  bool isWritten = llvm::any_of(names, [&](const std::string &name) {
    return llvm::any_of(usersOf(name), [&](size_t user) {
      return kernel.instructions[user]->assigns(name);
    });
  });
  if (!isWritten)
    return "";
  std::vector<std::string> layers = scan.outer;
  for (const std::string &iname : {scan.group, scan.item, scan.inner})
    if (!iname.empty())
      layers.push_back(iname);
  DependenceGraph graph(kernel, [&](AccessInfo &access) {
    return names.count(access.variable) > 0;
  });
  for (const DependenceEdge &edge : graph.edges()) {
    const Instruction &source = *kernel.instructions[edge.source];
    const std::string &name = graph.accesses()[edge.sourceAccess].variable;
    if (!passesValue(edge.kind) || !sinks.count(edge.sink) ||
        (!isInRegion(source, depth) && !copied.count(name)))
      continue;
    Set pairs = graph.relation(edge);
    if (isInRegion(source, depth))
      pairs = pairs.intersect(equalIn(scan.around, edge.sink));
    if (llvm::is_contained(scan.operands, edge.source))
      pairs = pairs.subtract(equalIn(layers, edge.sink));
    if (!pairs.isEmpty())
      return "'" + kernel.instructions[edge.sink]->id + "' needs '" + name +
             "' from '" + source.id +
             (isInRegion(source, depth) ? "' in another iteration"
                                        : "' ahead of the loop");
  }
  return "";
}

// Loops around that run in parallel have a scan each, if the value stays within
// their iterations.
bool ScanSearch::staysInside(size_t depth) const {
  std::vector<std::string> parallel;
  for (const std::string &iname : insn.inames)
    if (isAround(iname, depth) && !finder.single.count(iname) &&
        kernel.tagOf(iname).nesting() != LoopNesting::Loop)
      parallel.push_back(iname);
  if (parallel.empty())
    return true;
  DependenceGraph graph(kernel, [&](AccessInfo &access) {
    return access.variable == scan.variable;
  });
  for (const DependenceEdge &edge : graph.edges())
    if (passesValue(edge.kind) &&
        isInRegion(*kernel.instructions[edge.sink], depth))
      for (const std::string &iname : parallel) {
        // In the same loop, as it was, of which a part was split.
        if (!kernel.instructions[edge.source]->within(iname) ||
            !kernel.instructions[edge.sink]->within(iname))
          return false;
        if (graph.isPinned(edge, iname))
          continue;
        Set equal = equalIn({iname}, edge.sink);
        if (!graph.conflicts(edge).isSubset(equal) &&
            !graph.relation(edge).isSubset(equal))
          return false;
      }
  return true;
}

std::string ScanSearch::obstacleAt(size_t depth) {
  scan.updates.clear();
  scan.factors.clear();
  scan.users.clear();
  scan.operands.clear();
  isRead = false;
  for (size_t user : usersOf(scan.variable))
    if (const Instruction &other = *kernel.instructions[user];
        isInRegion(other, depth)) {
      scan.users.push_back(user);
      isRead = isRead || !other.assigns(scan.variable);
    }
  if (!isRead)
    return "nothing reads it in the same loops";
  scan.depth = depth;
  scan.loops = last + 1;
  scan.around.clear();
  for (const std::string &iname : insn.inames)
    if (isAround(iname, depth))
      scan.around.push_back(iname);
  for (size_t user : scan.users)
    if (std::string obstacle = obstacleIn(user); !obstacle.empty())
      return obstacle;
  for (size_t barrier : finder.barriers)
    if (isInRegion(*kernel.instructions[barrier], depth))
      return "'" + kernel.instructions[barrier]->id +
             "' is a global barrier in the same loops";
  std::optional<Composition> composition = compositionOf(kernel, scan);
  if (!composition)
    return "'" + scan.variable +
           "' is updated by several operations in the same loops";
  scan.composition = *composition;
  if (std::string obstacle = obstacleInLoops(depth); !obstacle.empty())
    return obstacle;
  if (std::string obstacle = obstacleToRounding(); !obstacle.empty())
    return obstacle;
  return findOperands(depth);
}

std::optional<Scan> ScanSearch::run(bool explains) {
  if (!isOfInterest())
    return std::nullopt;
  for (size_t depth = 0; depth <= last; ++depth) {
    // Where values go takes longer to find out than what else is in the way.
    if (explains && !staysInside(depth))
      break;
    why = obstacleAt(depth);
    if (!explains && why.empty() && !staysInside(depth))
      break;
    if (why.empty()) {
      auto across = kernel.reductionsAcross.find(scan.variable);
      scan.looksBack = !scan.group.empty() &&
                       across != kernel.reductionsAcross.end() &&
                       across->second == AcrossGroups::LookBack;
      return scan;
    }
  }
  return std::nullopt;
}

std::optional<Scan> ScanFinder::find(size_t instruction) const {
  return ScanSearch(*this, instruction).run();
}

std::string ScanFinder::whyNot(size_t instruction) const {
  ScanSearch search(*this, instruction);
  search.run(/*explains=*/true);
  return search.isRead ? search.why : "";
}
