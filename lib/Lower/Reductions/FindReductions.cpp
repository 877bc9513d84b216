#include "Reductions/FindReductions.h"

#include "Between.h"
#include "Launches/HostScalars.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/ReductionMark.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static bool isParallel(const InameTag &tag) {
  return tag.nesting() == LoopNesting::Axis ||
         tag.nesting() == LoopNesting::Innermost;
}

ReferenceTime ParallelReduction::path(const Kernel &kernel) const {
  ReferenceTime result;
  for (size_t i = 0; i <= 2 * depth; ++i)
    result.push_back(timeComponent(kernel.instructions[update]->time, i));
  return result;
}

AcrossGroups loopyc::across(const Kernel &kernel,
                            const ParallelReduction &reduction) {
  const Instruction &insn = *kernel.instructions[reduction.update];
  auto asked = kernel.reductionsAcross.find(insn.assigneeNames().front());
  return asked == kernel.reductionsAcross.end() ? AcrossGroups::Steps
                                                : asked->second;
}

// The names that an instruction reads.
static std::set<std::string> allNamesRead(const Instruction &insn) {
  std::set<std::string> names;
  for (const Expr &read : insn.reads())
    collectNames(read, names, names);
  for (const Predicate &predicate : insn.predicates)
    collectNames(predicate, names, names);
  return names;
}

ReductionFinder::ReductionFinder(const Kernel &kernel) : kernel(kernel) {
  std::map<std::string, std::set<std::string>> bounds; // by iname
  for (const poly::Set &domain : kernel.domains)
    for (const std::string &param : domain.params())
      if (VariablePtr var = kernel.findVariable(param); var && !var->isValue())
        for (const std::string &iname : domain.dims())
          bounds[iname].insert(param);
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const Instruction &insn = *kernel.instructions[i];
    std::set<std::string> names = allNamesRead(insn);
    for (const std::string &name : insn.assigneeNames())
      names.insert(name);
    for (const std::string &iname : insn.inames)
      if (auto data = bounds.find(iname); data != bounds.end())
        names.insert(data->second.begin(), data->second.end());
    for (const std::string &name : names)
      users[name].push_back(i);
    const auto *barrier = std::get_if<BarrierBody>(&insn.body);
    if (barrier && barrier->scope == BarrierScope::Global)
      globalBarriers.push_back(i);
  }
}

namespace loopyc {

class ReductionSearch {
public:
  ReductionSearch(const ReductionFinder &finder, size_t index)
      : finder(finder), kernel(finder.kernel), index(index),
        insn(*kernel.instructions[index]), update(insn.update()) {
    // What is atomic was made so to be left as it is.
    if (update && !update->atomic)
      members = {index};
    else if (!update &&
             (extremum = findExtremum(kernel, finder.users, index, why)))
      members = extremum->members();
    else if (!update && reductionMark(insn))
      findOwn();
    else if (!update &&
             (isMark = givesConstant(insn) && !isPlace() && leavesValue()))
      members = {index};
  }

  std::optional<ParallelReduction> run();
  void explainForm();
  std::string why; // not

private:
  std::string name() const { return insn.assigneeNames().front(); }
  // What the reduction has results in: s, and the places of an extremum.
  std::vector<Expr> results() const;
  bool isReduced(const std::string &iname) const {
    return isParallel(kernel.tagOf(iname)) && !element.count(iname);
  }
  size_t loops() const { return insn.time.size() / 2; }
  bool mentionsAt(size_t loop, const std::string &iname) const {
    return mentions(insn.time[2 * loop + 1], iname);
  }
  bool anyAt(size_t loop,
             const std::function<bool(const std::string &)> &is) const {
    return std::any_of(insn.inames.begin(), insn.inames.end(),
                       [&](const std::string &iname) {
                         return mentionsAt(loop, iname) && is(iname);
                       });
  }
  bool isAround(const std::string &iname, size_t depth) const;
  std::vector<std::string> reduced(size_t depth) const;
  bool overGroups(size_t depth) const;
  bool isReducedAt(size_t depth) const;
  bool isOnAxis(const std::string &iname) const {
    return kernel.tagOf(iname).nesting() == LoopNesting::Axis;
  }

  void findOwn() {
    own = findOwnReduction(kernel, finder.users, index, why);
    if (own && own->keeps.front() == index)
      members = own->members();
    else
      own.reset();
  }
  const std::vector<size_t> &usersOf(const std::string &variable) const {
    static const std::vector<size_t> none;
    auto known = finder.users.find(variable);
    return known == finder.users.end() ? none : known->second;
  }
  bool givesConstant(const Instruction &other) const;
  bool isPlace() const;
  bool leavesValue() const;
  void collectElement(const Expr &assignee);
  bool isOneElement(const Expr &result);
  bool mayBeAccessed(const Expr &result);
  bool isKnownOutside(const Predicate &guard) const;
  bool canAccumulate();
  bool isInRegion(const Instruction &other, size_t depth) const;
  std::string obstacleAt(size_t depth) const;
  std::string obstacleIn(const Instruction &other, const Expr &result) const;
  size_t insideElements(size_t depth) const;
  ParallelReduction described(size_t depth) const;
  // What decides between equal values, of one element.
  bool rankIterations(ParallelReduction &reduction);

  const ReductionFinder &finder;
  const Kernel &kernel;
  const size_t index;
  const Instruction &insn;
  const Update *update; // else an extremum, a mark, or nothing
  std::optional<Extremum> extremum;
  bool isMark = false;
  std::optional<OwnReduction> own;
  std::vector<size_t> members;   // instructions that it is made of
  std::set<std::string> element; // names that the assignee's subscripts mention
};

} // namespace loopyc

bool ReductionSearch::isAround(const std::string &iname, size_t depth) const {
  for (size_t loop = 0; loop < std::min(depth, loops()); ++loop)
    if (mentionsAt(loop, iname))
      return true;
  return false;
}

std::vector<std::string> ReductionSearch::reduced(size_t depth) const {
  std::vector<std::string> result;
  for (const std::string &iname : insn.inames)
    if (isReduced(iname) && !isAround(iname, depth))
      result.push_back(iname);
  return result;
}

// What runs in order on a work-item may set a mark as often as it does.
bool ReductionSearch::isReducedAt(size_t depth) const {
  return llvm::any_of(reduced(depth), [&](const std::string &iname) {
    return !isMark || isOnAxis(iname);
  });
}

bool ReductionSearch::overGroups(size_t depth) const {
  for (const std::string &iname : reduced(depth))
    if (kernel.tagOf(iname).isGroup())
      return true;
  return false;
}

// s = 1, or another value that the kernel's arguments alone decide?
bool ReductionSearch::givesConstant(const Instruction &other) const {
  const auto *assignment = std::get_if<Assignment>(&other.body);
  if (!assignment)
    return false;
  std::set<std::string> names, arrays;
  collectNames(assignment->value, names, arrays);
  return arrays.empty() && llvm::all_of(names, [&](const std::string &name) {
           VariablePtr var = kernel.findVariable(name);
           return var && var->isValue();
         });
}

// Does it belong to an extremum that another instruction sets?
bool ReductionSearch::isPlace() const {
  std::optional<size_t> setter = setterFor(kernel, finder.users, index);
  if (!setter || *setter == index)
    return false;
  std::string unasked;
  auto found = findExtremum(kernel, finder.users, *setter, unasked);
  return found && llvm::is_contained(found->members(), index);
}

// Does anyone ask for what it sets?
bool ReductionSearch::leavesValue() const {
  return !kernel.findVariable(name())->isTemporary() ||
         llvm::any_of(usersOf(name()), [&](size_t user) {
           const Instruction &other = *kernel.instructions[user];
           return !other.assigns(name()) || allNamesRead(other).count(name());
         });
}

void ReductionSearch::collectElement(const Expr &assignee) {
  std::set<std::string> arrays;
  for (const Expr &subscript : operands(assignee))
    collectNames(subscript, element, arrays);
}

std::vector<Expr> ReductionSearch::results() const {
  std::vector<Expr> result = insn.assignees();
  if (extremum)
    for (size_t place : extremum->places)
      result.push_back(kernel.instructions[place]->assignees().front());
  for (size_t k = 1; own && k < own->keeps.size(); ++k)
    result.push_back(kernel.instructions[own->keeps[k]]->assignees().front());
  return result;
}

// Is there one of it, whatever runs in parallel?
bool ReductionSearch::isOneElement(const Expr &result) {
  std::set<std::string> inames, data;
  for (const Expr &subscript : operands(result))
    collectNames(subscript, inames, data);
  for (const std::string &iname : reduced(0))
    if (inames.count(iname)) {
      why = result.str() + " is another element for each '" + iname + "'";
      return false;
    }
  data.insert(inames.begin(), inames.end());
  for (const std::string &name : data)
    for (size_t user : usersOf(name))
      if (const Instruction &other = *kernel.instructions[user];
          other.assigns(name)) {
        why = "the subscripts of " + result.str() + " depend on '" + name +
              "', which '" + other.id + "' computes";
        return false;
      }
  return true;
}

// Does it say the same for the result: is it affine, or on the element alone?
bool ReductionSearch::isKnownOutside(const Predicate &guard) const {
  if (toCondition(guard))
    return true;
  std::set<std::string> names;
  collectNames(guard, names, names);
  return std::all_of(names.begin(), names.end(), [&](const std::string &name) {
    const std::vector<size_t> &users = usersOf(name);
    return (!kernel.hasIname(name) || element.count(name)) &&
           std::none_of(users.begin(), users.end(), [&](size_t user) {
             return kernel.instructions[user]->assigns(name);
           });
  });
}

// The result is read and written even where no iteration's guard holds: is the
// element there?
bool ReductionSearch::mayBeAccessed(const Expr &result) {
  if (isMark) // it is not, then
    return true;
  const auto *array = result.getIf<ArrayRef>();
  // The comparison reads an extremum.
  const bool isCompared = extremum && result == insn.assignees().front();
  const std::vector<Predicate> &guards =
      isCompared ? kernel.instructions[extremum->condition]->predicates
                 : insn.predicates;
  auto open =
      std::find_if(guards.begin(), guards.end(), [&](const Predicate &guard) {
        return !isKnownOutside(guard);
      });
  if (!array || open == guards.end())
    return true;
  VariablePtr var = kernel.findVariable(array->name);
  Set inside = Set::universe();
  bool isAffine = true;
  for (size_t axis = 0; axis < array->subscripts.size(); ++axis) {
    if (std::holds_alternative<ReusedAxis>(var->axes[axis].tag))
      continue; // has a place for any value
    auto subscript = toAffine(array->subscripts[axis]);
    auto extent = var->axes[axis].extent ? toAffine(var->axes[axis].extent)
                                         : std::nullopt;
    isAffine = isAffine && subscript && extent;
    if (isAffine)
      inside = inside.intersect(subscript->ge(PwAff::constant(0)))
                   .intersect(subscript->lt(*extent));
  }
  // Extents may be in scalars that have one value.
  if (isAffine && InstanceSets(kernel, hostScalarNames(kernel))
                      .of(static_cast<int>(index))
                      .isSubset(inside))
    return true;
  why = result.str() + " is accessed only where " + open->str() +
        " holds, and may lie outside of the array where it does not";
  return false;
}

// Is there one element, and an operation on it, whatever runs in parallel?
bool ReductionSearch::canAccumulate() {
  collectElement(insn.assignees().front());
  if (reduced(0).empty())
    return false;
  for (const Expr &result : results()) {
    const auto *array = result.getIf<ArrayRef>();
    VariablePtr var =
        kernel.findVariable(array ? array->name : result.getIf<VarRef>()->name);
    if (!var->baseStorage.empty()) {
      why = "'" + var->name + "' shares its storage with other temporaries";
      return false;
    }
    if (!isOneElement(result) || !mayBeAccessed(result))
      return false;
  }
  Type type = insn.assignees().front().type();
  bool rounds = own || (update && (update->op == ReductionOp::Add ||
                                   update->op == ReductionOp::Mul));
  auto option = kernel.options.values.find("reassociate");
  if (rounds && type.isFloating() && option != kernel.options.values.end() &&
      lowerCase(option->second) == "false") {
    why = "set_options(knl, reassociate=False) forbids to change the order of "
          "its operations, which round";
    return false;
  }
  return true;
}

bool ReductionSearch::isInRegion(const Instruction &other, size_t depth) const {
  return mayRunIn(insn, other, 2 * depth + 1);
}

// Are they two elements of one array, whatever inames are? d(1) and d(2)
static bool areOtherElements(const Expr &a, const Expr &b) {
  const auto *x = a.getIf<ArrayRef>(), *y = b.getIf<ArrayRef>();
  if (!x || !y || x->name != y->name ||
      x->subscripts.size() != y->subscripts.size())
    return false;
  for (size_t axis = 0; axis < x->subscripts.size(); ++axis) {
    auto at = asInteger(x->subscripts[axis]),
         then = asInteger(y->subscripts[axis]);
    if (at && then && *at != *then)
      return true;
  }
  return false;
}

// Does the expression mention an element that may be this one?
static bool mayMention(const Expr &e, const Expr &element) {
  const std::string name = nameOf(element);
  bool result = false;
  walk(e, [&](const Expr &node) {
    const auto *var = node.getIf<VarRef>();
    const auto *array = node.getIf<ArrayRef>();
    result = result || (var && var->name == name) ||
             (array && array->name == name && !areOtherElements(node, element));
    return !result;
  });
  return result;
}

static bool mayAssign(const Instruction &insn, const Expr &element) {
  const std::string name = nameOf(element);
  return llvm::any_of(insn.assignees(), [&](const Expr &assignee) {
    return nameOf(assignee) == name &&
           !areOtherElements(assignee, element);
  });
}

// What the other instruction of the region does with the result.
std::string ReductionSearch::obstacleIn(const Instruction &other,
                                        const Expr &result) const {
  const std::string var = nameOf(result);
  const bool assigns = mayAssign(other, result);
  bool isUpdate = update && assigns && other.update();
  bool isAlike = isMark && assigns && givesConstant(other) &&
                 other.values() == insn.values();
  auto reads = [&](const Expr &e) { return mayMention(e, result); };
  bool isRead =
      std::any_of(other.predicates.begin(), other.predicates.end(), reads);
  if (!isUpdate)
    for (const Expr &value : other.values())
      isRead = isRead || reads(value);
  for (const Expr &assignee : other.assignees())
    for (const Expr &subscript : operands(assignee))
      isRead = isRead || reads(subscript);
  for (const std::string &iname : other.inames)
    if (int d = kernel.domainOf(iname); d >= 0)
      isRead = isRead || kernel.domains[d].involves(var);
  if (isRead)
    return "'" + other.id + "' reads '" + var + "' in the same loops";
  if (isUpdate && other.update()->atomic)
    return "'" + other.id + "' updates '" + var +
           "' atomically in the same loops";
  if (isUpdate && other.update()->op != update->op)
    return "'" + other.id + "' updates '" + var + "' by another operation (" +
           reductionName(other.update()->op) + ", not " +
           reductionName(update->op) + ") in the same loops";
  if (!isUpdate && !isAlike && assigns)
    return "'" + other.id + "' assigns '" + var + "' " +
           (isMark ? "another value " : "") + "in the same loops";
  return "";
}

std::string ReductionSearch::obstacleAt(size_t depth) const {
  for (size_t barrier : finder.globalBarriers)
    if (isInRegion(*kernel.instructions[barrier], depth))
      return "'" + kernel.instructions[barrier]->id +
             "' is a global barrier in the same loops";
  for (const Expr &result : results())
    for (size_t user : usersOf(nameOf(result))) {
      const Instruction &other = *kernel.instructions[user];
      bool isOwn = (extremum || own) &&
                   std::count(members.begin(), members.end(), user);
      if (isOwn || !isInRegion(other, depth))
        continue;
      if (std::string obstacle = obstacleIn(other, result); !obstacle.empty())
        return obstacle;
    }
  if (overGroups(depth))
    for (const std::string &iname : insn.inames)
      if (isAround(iname, depth) && isParallel(kernel.tagOf(iname)))
        return "the parts of several work-groups would have to become one "
               "inside of '" +
               iname + "', which is parallel itself";
  return "";
}

// Loops outside of those that are reduced over, down to the last that the
// element depends on, have a sum each: y[j] in for j, for i.
size_t ReductionSearch::insideElements(size_t depth) const {
  bool groups = overGroups(depth);
  size_t result = depth;
  auto isElement = [&](const std::string &iname) {
    return element.count(iname) > 0;
  };
  for (size_t loop = depth; loop < loops(); ++loop) {
    if (anyAt(loop, [&](const auto &iname) { return isReduced(iname); }))
      break;
    if (groups && anyAt(loop, [&](const auto &iname) {
          return isParallel(kernel.tagOf(iname));
        }))
      break;
    if (anyAt(loop, isElement))
      result = loop + 1;
  }
  return result;
}

ParallelReduction ReductionSearch::described(size_t depth) const {
  ParallelReduction result;
  result.update = index;
  result.extremum = extremum;
  result.isMark = isMark;
  result.own = own;
  result.depth = depth;
  for (const std::string &iname : insn.inames) {
    InameTag tag = kernel.tagOf(iname);
    if (isAround(iname, depth))
      result.around.push_back(iname);
    else if (element.count(iname))
      result.elements.push_back(iname);
    else if (tag.isGroup())
      result.groups.push_back(iname);
    else if (isOnAxis(iname))
      result.items.push_back(iname);
    else if (isParallel(tag))
      result.inner.push_back(iname);
  }
  auto byAxis = [&](const std::string &a, const std::string &b) {
    return kernel.tagOf(a).axis < kernel.tagOf(b).axis;
  };
  std::sort(result.groups.begin(), result.groups.end(), byAxis);
  std::sort(result.items.begin(), result.items.end(), byAxis);
  return result;
}

bool ReductionSearch::rankIterations(ParallelReduction &reduction) {
  if (!extremum ||
      (extremum->places.empty() && insn.assignees().front().type().isInteger()))
    return true;
  std::vector<Expr> order;
  bool elementsInside = false;
  for (size_t loop = reduction.depth; loop < loops(); ++loop) {
    const Expr &value = insn.time[2 * loop + 1];
    auto isMentioned = [&](const std::string &iname) {
      return mentions(value, iname);
    };
    elementsInside |=
        !order.empty() && llvm::any_of(reduction.elements, isMentioned);
    if (anyAt(loop, [&](const std::string &iname) {
          return !isAround(iname, reduction.depth) &&
                 !llvm::is_contained(reduction.elements, iname);
        }))
      order.push_back(value);
  }
  if (elementsInside)
    for (const Expr &result : results())
      if (!areElementsApart(kernel, result, reduction.elements)) {
        why = result.str() + " is one for several iterations of loops inside "
                             "of those that are reduced over, whose order "
                             "would decide between equal values";
        return false;
      }
  reduction.rank = IterationRank::of(kernel, order, why);
  return reduction.rank.has_value();
}

// Is it a reduction in all but its form? s = 2*s + a, or if (a < s) s = b.
void ReductionSearch::explainForm() {
  if (insn.assigneeNames().size() != 1)
    return;
  const Expr assignee = insn.assignees().front();
  collectElement(assignee);
  if (reduced(0).empty())
    why.clear();
  if (reduced(0).empty() || !why.empty())
    return;
  for (const Expr &value : insn.values())
    walk(value, [&](const Expr &node) {
      if (node == assignee)
        why = "'" + insn.id + "' does not combine the value of " +
              assignee.str() +
              " with others by one of the operations +, *, min, max, .and., "
              ".or., .eqv., .neqv., iand, ior, ieor";
      return true;
    });
  for (const Predicate &predicate : insn.predicates)
    for (size_t user : usersOf(name()))
      for (const std::string &condition :
           kernel.instructions[user]->assigneeNames())
        if (condition != name() && mentions(predicate, condition))
          why = "the condition of '" + insn.id + "' reads '" + name() +
                "' (write a minimum or maximum as " + name() + " = min(" +
                name() + ", ...), or as if (x < " + name() + ") " + name() +
                " = x)";
}

std::optional<ParallelReduction> ReductionSearch::run() {
  if (members.empty() || !canAccumulate())
    return std::nullopt;
  for (size_t depth = 0; depth <= loops() && isReducedAt(depth); ++depth) {
    why = obstacleAt(depth);
    if (!why.empty())
      continue;
    ParallelReduction found = described(insideElements(depth));
    if (rankIterations(found))
      return found;
  }
  return std::nullopt;
}

std::optional<ParallelReduction> ReductionFinder::find(size_t insn) const {
  return ReductionSearch(*this, insn).run();
}

std::string ReductionFinder::whyNot(size_t insn) const {
  if (ReductionSearch(*this, insn).run())
    return "";
  // Of a condition or a place, what it belongs to.
  size_t asked = insn;
  if (!kernel.instructions[insn]->update())
    asked = setterFor(kernel, users, insn).value_or(insn);
  ReductionSearch search(*this, asked);
  if (search.run())
    return "";
  if (!kernel.instructions[asked]->update())
    search.explainForm();
  return search.why;
}
