#include "CFamily/UnseenInstances.h"

#include "CFamily/Conditions.h"
#include "CFamily/PrivateElements.h"
#include "CFamily/TileConstraints.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PlainForm;
using poly::PlainPart;
using poly::PwAff;
using poly::Set;

namespace {

// { points of the hull : each of the forms is not 0 }
struct Holes {
  Set hull;
  Expr condition; // null: there are none
};

struct Larger {
  Set domain;
  Choice choice;
};

class Unseen {
public:
  Unseen(const ScheduledKernel &kernel, bool withChoices)
      : kernel(kernel), withChoices(withChoices), elements(kernel) {
    for (const HardwareAxis &axis : kernel.axes)
      if (axis.isLocal()) {
        PwAff at = PwAff::name(axis.str());
        items = items.intersect(at.ge(PwAff::constant(0)))
                    .intersect(at.lt(PwAff::constant(*asInteger(axis.size))));
      }
  }
  // By the order of runs in the schedule; none where nothing is to be had.
  std::vector<std::optional<Larger>> run() const;

private:
  std::optional<Larger> extended(const PlacedRun &place) const;
  std::optional<Larger> withHoles(const PlacedRun &place, const Set &domain,
                                  const Holes &holes) const;
  std::vector<PwAff> edgesOf(const PlacedRun &place, const Set &domain,
                             const Set &hull) const;
  std::optional<Holes> holesOf(const PlacedRun &place) const;
  std::optional<Set> relaxed(const PlacedRun &place, const Set &domain,
                             bool evenLater) const;
  Set iterationsOf(const PlacedRun &place, const Set &domain,
                   const poly::Names &outer) const;
  bool areHarmless(const PlacedRun &place, const Set &everywhere) const;
  VariablePtr ownAssignee(const Instruction &insn) const;
  bool mayRunAnywhere(const Instruction &insn, const Set &domain) const;
  bool isHarmless(const Expr &e, const Set &domain) const;
  bool isReadable(const Variable &var) const;
  bool isInside(const ArrayRef &ref, const Variable &var,
                const Set &domain) const;
  bool isMadeAnew(const PlacedRun &place, const Instruction &insn) const;

  const ScheduledKernel &kernel;
  const bool withChoices;
  const PrivateElements elements;
  Set items = Set::universe(); // positions in a group
};

} // namespace

bool Unseen::isInside(const ArrayRef &ref, const Variable &var,
                      const Set &domain) const {
  for (size_t axis = 0; axis < ref.subscripts.size(); ++axis) {
    if (axis >= var.axes.size() || !var.axes[axis].extent)
      return false;
    auto at = toAffine(ref.subscripts[axis]);
    auto extent = toAffine(var.axes[axis].extent);
    if (!at || !extent ||
        !domain.isSubset(at->ge(PwAff::constant(0)).intersect(at->lt(*extent))))
      return false;
  }
  return true;
}

// Of integers, what cannot trap: no division but by a number.
static bool isHarmlessInteger(const Expr &node) {
  const auto *binary = node.getIf<Binary>();
  if (!binary)
    return node.getIf<IntLit>() || node.getIf<AxisRef>() ||
           node.getIf<Cast>() || node.getIf<Unary>();
  switch (binary->op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
    return true;
  case BinaryOp::Div:
  case BinaryOp::Rem:
  case BinaryOp::FloorDiv:
  case BinaryOp::FloorMod:
    return asInteger(binary->b).value_or(0) > 0;
  default:
    return false;
  }
}

// Memory that others do not write meanwhile.
bool Unseen::isReadable(const Variable &var) const {
  if (var.isTemporary() && (var.space == AddressSpace::Private ||
                            var.space == AddressSpace::Local))
    return true;
  const std::vector<PlacedRun> &all = elements.runs();
  return std::none_of(all.begin(), all.end(), [&](const PlacedRun &place) {
    return std::any_of(place.run->instructions.begin(),
                       place.run->instructions.end(),
                       [&](const InstructionPtr &insn) {
                         return insn->assigns(var.name);
                       });
  });
}

// Reads of what is there, and arithmetic of reals.
bool Unseen::isHarmless(const Expr &e, const Set &domain) const {
  bool result = true;
  walk(e, [&](const Expr &node) {
    if (node.getIf<ExternalCall>()) // of values that it was not made for
      result = false;
    const std::string *name = nameOfReference(node);
    VariablePtr var = name ? kernel.kernel.findVariable(*name) : nullptr;
    if (const auto *array = node.getIf<ArrayRef>()) {
      result = result && var && isReadable(*var) &&
               isInside(*array, *var, domain);
      return false; // subscripts are affine
    }
    if (name && var && !var->isValue())
      result = result && var->isTemporary() &&
               var->space == AddressSpace::Private && node.type().isReal();
    else if (!name)
      result = result && (node.type().isReal() ||
                          (node.type().isInteger() && isHarmlessInteger(node)));
    return result;
  });
  return result;
}

// What an instruction assigns and does not share; null where it does anything
// else.
static const Assignment *plainAssignment(const Instruction &insn) {
  const Assignment *assignment = std::get_if<Assignment>(&insn.body);
  if (const Update *update = insn.update())
    assignment = update->atomic ? nullptr : update;
  return insn.predicates.empty() ? assignment : nullptr;
}

// A real number in memory that nobody else sees; null for other variables.
VariablePtr Unseen::ownAssignee(const Instruction &insn) const {
  const Assignment *assignment = plainAssignment(insn);
  const std::string *name =
      assignment ? nameOfReference(assignment->assignee) : nullptr;
  VariablePtr var = name ? kernel.kernel.findVariable(*name) : nullptr;
  return var && var->isTemporary() && var->space == AddressSpace::Private &&
                 var->baseStorage.empty() && var->type.isReal()
             ? var
             : nullptr;
}

bool Unseen::mayRunAnywhere(const Instruction &insn, const Set &domain) const {
  VariablePtr var = ownAssignee(insn);
  if (!var)
    return false;
  const Assignment *assignment = plainAssignment(insn);
  const auto *array = assignment->assignee.getIf<ArrayRef>();
  return (!array || isInside(*array, *var, domain)) &&
         isHarmless(assignment->value, domain);
}

// Is what it assigns written by nobody else, and read only afterwards, in the
// same iteration, where it was assigned? t of  t = x[j] - x[i]; s = s + t*t
bool Unseen::isMadeAnew(const PlacedRun &place, const Instruction &insn) const {
  const auto *assignment = std::get_if<Assignment>(&insn.body);
  if (!assignment || insn.update())
    return false;
  const Expr &made = assignment->assignee;
  const std::string &name = *nameOfReference(made);
  const Set domain = place.run->domain.flat();
  bool isMade = false, result = true;
  for (const PlacedRun &other : elements.runs())
    for (const InstructionPtr &each : other.run->instructions) {
      auto check = [&](const Expr &e) {
        walk(e, [&](const Expr &node) {
          const std::string *read = nameOfReference(node);
          if (result && read && *read == name)
            result = isMade && node == made &&
                     other.sequential == place.sequential &&
                     (&other == &place ||
                      other.run->domain.flat().isSubset(domain));
          return result;
        });
      };
      for (const Expr &read : each->reads())
        check(read);
      for (const Expr &predicate : each->predicates)
        check(predicate);
      if (each.get() == &insn)
        isMade = true;
      else if (each->assigns(name))
        return false;
    }
  // Another iteration of a loop that is copied has an element of its own.
  for (const std::string &loop : place.loops)
    if (std::none_of(place.sequential.begin(), place.sequential.end(),
                     [&](const ScheduleLoop *own) {
                       return own->iname == loop;
                     }))
      result = result && mentions(made, loop);
  return result;
}

// A convex superset, with what is known of each loop by itself: where isl has
// put i = j for i < n, the rest does not say i < n any more.
static Set hullOf(const Set &domain, const poly::Names &loops) {
  Set result = domain.simpleHull();
  for (const std::string &loop : loops) {
    poly::Names others;
    for (const std::string &other : loops)
      if (other != loop)
        others.push_back(other);
    result = result.intersect(domain.project(others).coalesce().simpleHull());
  }
  return result.removeRedundancies();
}

// Sums that are 0 in no point of the domain, but at its edge: f of f - 1 >= 0.
std::vector<PwAff> Unseen::edgesOf(const PlacedRun &place, const Set &domain,
                                   const Set &hull) const {
  TileConstraints constraints(domain, place.loops);
  std::vector<PwAff> result;
  for (const PlainPart &part : constraints.parts())
    for (PlainForm form : part.nonNegative) {
      if (!constraints.isPlain(form) || constraints.innerNames(form).empty())
        continue;
      ++form.constant;
      Set edge = constraints.whereZero(form);
      if (!edge.isDisjoint(hull) && edge.isDisjoint(domain))
        result.push_back(constraints.valueOf(form));
    }
  return result;
}

// The condition leaves out points, each where some sum is 0, in which loops or
// work-items have part.
std::optional<Holes> Unseen::holesOf(const PlacedRun &place) const {
  constexpr size_t mostParts = 8;
  Holes result{place.run->domain.flat(), Expr()};
  const Set context = kernel.context.flat();
  Set domain = result.hull.coalesce();
  size_t parts = TileConstraints(domain, place.loops).parts().size();
  if (parts == 1)
    return result;
  if (!withChoices || place.isVector || parts > mostParts)
    return std::nullopt;
  result.hull = hullOf(domain, place.loops);
  Set left = result.hull.intersect(context).subtract(domain);
  for (const PwAff &sum : edgesOf(place, domain, result.hull)) {
    Set without = left.intersect(sum.ne(PwAff::constant(0)));
    if (!elements.computedIn(sum.names()).empty() || left.isSubset(without))
      continue;
    left = without.coalesce();
    Expr taken = tidyCondition(Expr::binary(BinaryOp::Ne, fromAffine(sum),
                                            Expr::integer(0),
                                            Type::logical(4)));
    result.condition = result.condition
                           ? Expr::binary(BinaryOp::And, result.condition,
                                          taken, taken.type())
                           : taken;
  }
  if (!left.isEmpty())
    return std::nullopt;
  return result;
}

static bool waitsInside(const std::vector<ScheduleNode> &nodes) {
  return std::any_of(
      nodes.begin(), nodes.end(), [](const ScheduleNode &node) {
        const auto *loop = std::get_if<ScheduleLoop>(&node.value);
        return std::holds_alternative<BarrierPoint>(node.value) ||
               (loop && waitsInside(loop->body));
      });
}

// Without what limits tiles, where loops ask for it. `evenLater`: also without
// what ends loops whose iterations follow each other.
std::optional<Set> Unseen::relaxed(const PlacedRun &place, const Set &domain,
                                   bool evenLater) const {
  TileConstraints constraints(domain, place.loops);
  if (constraints.parts().size() != 1)
    return std::nullopt;
  const PlainPart &part = constraints.parts().front();
  if (!constraints.areAllPlain(part))
    return std::nullopt;
  Set result = Set::universe();
  bool isAskedInLoops = false;
  for (const PlainForm &form : part.nonNegative) {
    const std::set<std::string> names = constraints.innerNames(form);
    const bool endsLoop =
        std::any_of(place.sequential.begin(), place.sequential.end(),
                    [&](const ScheduleLoop *loop) {
                      return names.count(loop->iname) > 0;
                    });
    if (!constraints.limitsTiles(form) || (endsLoop && !evenLater)) {
      result = result.intersect(constraints.where(form));
      continue;
    }
    isAskedInLoops |= std::any_of(
        place.loops.begin(), place.loops.end(),
        [&](const std::string &loop) { return names.count(loop) > 0; });
  }
  for (const PlainForm &form : part.zero)
    result = result.intersect(constraints.whereZero(form));
  if (!isAskedInLoops) // one condition in front of the loops
    return std::nullopt;
  for (const std::string &loop : place.loops)
    if (!result.boundedAbove(loop) || !result.boundedBelow(loop))
      return std::nullopt;
  // Not in iterations that have nothing inside.
  if (poly::Names outer = elements.freshLoops(*place.run); !outer.empty())
    result = result.intersect(iterationsOf(place, domain, outer));
  return result;
}

// Those of the outer loops with an instance inside. Where work-items wait for
// each other all go through the iteration, and one that has none is as quick
// when it computes with them as behind a branch.
Set Unseen::iterationsOf(const PlacedRun &place, const Set &domain,
                         const poly::Names &outer) const {
  poly::Names others = PrivateElements::without(place.loops, outer);
  const bool haveBarriers =
      std::any_of(place.nest.begin(), place.nest.begin() + outer.size(),
                  [](const ScheduleLoop *loop) {
                    return waitsInside(loop->body);
                  });
  if (!haveBarriers)
    return domain.project(others);
  for (const HardwareAxis &axis : kernel.axes)
    if (axis.isLocal())
      others.push_back(axis.str());
  return domain.intersect(items).project(others);
}

bool Unseen::areHarmless(const PlacedRun &place, const Set &everywhere) const {
  return std::all_of(place.run->instructions.begin(),
                     place.run->instructions.end(),
                     [&](const InstructionPtr &insn) {
                       return mayRunAnywhere(*insn, everywhere);
                     });
}

// The holes filled, on a domain without them.
std::optional<Larger> Unseen::withHoles(const PlacedRun &place,
                                        const Set &domain,
                                        const Holes &holes) const {
  Larger result{domain, {holes.condition, {}}};
  Set facts = kernel.context.flat().intersect(items);
  Set everywhere = domain.intersect(facts);
  if (!areHarmless(place, everywhere))
    return std::nullopt;
  Set outside = everywhere.subtract(holes.hull);
  for (const InstructionPtr &insn : place.run->instructions) {
    if (holes.condition && isMadeAnew(place, *insn))
      continue;
    if (!outside.isEmpty() &&
        elements.areRead(insn->assignment().assignee, outside,
                         place.loops))
      return std::nullopt;
    if (holes.condition && !insn->update())
      return std::nullopt;
    result.choice.instructions.insert(insn->id);
  }
  return result;
}

std::optional<Larger> Unseen::extended(const PlacedRun &place) const {
  const auto &instructions = place.run->instructions;
  if (!std::all_of(
          instructions.begin(), instructions.end(),
          [&](const InstructionPtr &insn) { return ownAssignee(*insn); }))
    return std::nullopt; // before any set is made
  std::optional<Holes> holes = holesOf(place);
  if (!holes)
    return std::nullopt;
  std::optional<Larger> result;
  for (bool evenLater : {true, false})
    if (!result)
      if (std::optional<Set> domain = relaxed(place, holes->hull, evenLater))
        result = withHoles(place, *domain, *holes);
  if (!result && holes->condition)
    result = withHoles(place, holes->hull, *holes);
  return result;
}

std::vector<std::optional<Larger>> Unseen::run() const {
  std::vector<std::optional<Larger>> result;
  for (const PlacedRun &place : elements.runs())
    result.push_back(extended(place));
  return result;
}

// By the order of runs.
template <typename Nodes, typename Visit>
static void forEachRun(Nodes &nodes, const Visit &visit) {
  for (auto &node : nodes)
    if (auto *loop = std::get_if<ScheduleLoop>(&node.value))
      forEachRun(loop->body, visit);
    else if (auto *run = std::get_if<StatementRun>(&node.value))
      visit(*run);
}

UnseenInstances codegen::withUnseenInstances(ScheduledKernel kernel,
                                             bool withChoices) {
  UnseenInstances result;
  const auto larger = Unseen(kernel, withChoices).run();
  auto next = larger.begin();
  forEachRun(kernel.body, [&](StatementRun &run) {
    const std::optional<Larger> &own = *next++;
    if (own)
      run.domain = own->domain;
    result.choices.push_back(own ? own->choice : Choice());
  });
  result.kernel = std::move(kernel);
  return result;
}

bool codegen::mayBeRead(const ScheduledKernel &kernel, const Expr &assignee,
                        const Set &points, const poly::Names &loops) {
  return PrivateElements(kernel).areRead(assignee, points, loops);
}

Choices codegen::choicesByRun(const UnseenInstances &unseen) {
  Choices result;
  auto next = unseen.choices.begin();
  forEachRun(unseen.kernel.body, [&](const StatementRun &run) {
    if (next->condition)
      result[&run] = *next;
    ++next;
  });
  return result;
}
