#include "CFamily/UnseenInstances.h"

#include "CFamily/Conditions.h"
#include "CFamily/TileConstraints.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
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

struct Placed {
  const StatementRun *run;
  poly::Names loops; // around it
  std::vector<const ScheduleLoop *> nest;       // the same
  std::vector<const ScheduleLoop *> sequential; // of these, no ilp, unr or vec
  bool isVector = false;
};

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
      : kernel(kernel), withChoices(withChoices) {
    collect(kernel.body, {});
    for (const HardwareAxis &axis : kernel.axes)
      if (axis.isLocal()) {
        PwAff at = PwAff::name(axis.str());
        items = items.intersect(at.ge(PwAff::constant(0)))
                    .intersect(at.lt(PwAff::constant(*asInteger(axis.size))));
      }
  }
  // By the order of runs in the schedule; none where nothing is to be had.
  std::vector<std::optional<Larger>> run() const;
  bool isSeen(const Expr &assignee, const Set &outside,
              const poly::Names &loops) const;

private:
  void collect(const std::vector<ScheduleNode> &nodes, const Placed &around);
  std::optional<Larger> extended(const Placed &place) const;
  std::optional<Larger> withHoles(const Placed &place, const Set &domain,
                                  const Holes &holes) const;
  std::vector<PwAff> edgesOf(const Placed &place, const Set &domain,
                             const Set &hull) const;
  bool isFixed(const PwAff &sum) const;
  std::optional<Holes> holesOf(const Placed &place) const;
  std::optional<Set> relaxed(const Placed &place, const Set &domain) const;
  bool areHarmless(const Placed &place, const Set &everywhere) const;
  bool mayRunAnywhere(const Instruction &insn, const Set &domain) const;
  bool isHarmless(const Expr &e, const Set &domain) const;
  bool isReadable(const Variable &var) const;
  bool isInside(const ArrayRef &ref, const Variable &var,
                const Set &domain) const;
  // { positions, parameters, subscripts } of the reference in the domain.
  std::optional<Set> elements(const Expr &ref, const Set &domain,
                              const poly::Names &loops) const;
  bool isMadeAnew(const Placed &place, const Instruction &insn) const;
  const poly::Names &freshLoops(const std::string &name) const;
  poly::Names findFreshLoops(const std::string &name) const;
  poly::Names freshLoops(const StatementRun &run) const;
  bool beginsAfresh(const std::vector<const Placed *> &users,
                    const poly::Names &outer, const std::string &name) const;

  const ScheduledKernel &kernel;
  const bool withChoices;
  std::vector<Placed> all;
  mutable std::map<std::string, poly::Names> fresh; // by variable
  Set items = Set::universe(); // positions in a group
};

} // namespace

void Unseen::collect(const std::vector<ScheduleNode> &nodes,
                     const Placed &around) {
  for (const ScheduleNode &node : nodes)
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value)) {
      Placed inside = around;
      inside.loops.push_back(loop->iname);
      inside.nest.push_back(loop);
      inside.isVector = inside.isVector || loop->tag.isVector();
      if (!loop->tag.isInnermost())
        inside.sequential.push_back(loop);
      collect(loop->body, inside);
    } else if (const auto *run = std::get_if<StatementRun>(&node.value)) {
      all.push_back(around);
      all.back().run = run;
    }
}

static const std::string *nameOf(const Expr &ref) {
  if (const auto *array = ref.getIf<ArrayRef>())
    return &array->name;
  const auto *scalar = ref.getIf<VarRef>();
  return scalar ? &scalar->name : nullptr;
}

static std::vector<Expr> subscriptsOf(const Expr &ref) {
  const auto *array = ref.getIf<ArrayRef>();
  return array ? array->subscripts : std::vector<Expr>();
}

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
  return std::none_of(all.begin(), all.end(), [&](const Placed &place) {
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
    const std::string *name = nameOf(node);
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

bool Unseen::mayRunAnywhere(const Instruction &insn, const Set &domain) const {
  const Assignment *assignment = std::get_if<Assignment>(&insn.body);
  if (const Update *update = insn.update())
    assignment = update->atomic ? nullptr : update;
  if (!assignment || !insn.predicates.empty())
    return false;
  const std::string *name = nameOf(assignment->assignee);
  VariablePtr var = name ? kernel.kernel.findVariable(*name) : nullptr;
  if (!var || !var->isTemporary() || var->space != AddressSpace::Private ||
      !var->baseStorage.empty() || !var->type.isReal())
    return false;
  const auto *array = assignment->assignee.getIf<ArrayRef>();
  return (!array || isInside(*array, *var, domain)) &&
         isHarmless(assignment->value, domain);
}

std::optional<Set> Unseen::elements(const Expr &ref, const Set &domain,
                                    const poly::Names &loops) const {
  Set result = domain;
  std::vector<Expr> subscripts = subscriptsOf(ref);
  for (size_t axis = 0; axis < subscripts.size(); ++axis) {
    auto at = toAffine(subscripts[axis]);
    if (!at)
      return std::nullopt;
    result = result.intersect(PwAff::name(subscriptName(axis)).eq(*at));
  }
  return result.project(loops);
}

// Calls the function for each reference to the variable that the run reads.
static void forEachRead(const StatementRun &run, const std::string &name,
                        llvm::function_ref<void(const Expr &)> visit) {
  for (const InstructionPtr &insn : run.instructions) {
    std::vector<Expr> reads = insn->reads();
    reads.insert(reads.end(), insn->predicates.begin(), insn->predicates.end());
    for (const Expr &read : reads)
      walk(read, [&](const Expr &node) {
        if (const std::string *other = nameOf(node); other && *other == name)
          visit(node);
        return true;
      });
  }
}

static bool touches(const StatementRun &run, const std::string &name) {
  bool result = std::any_of(
      run.instructions.begin(), run.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->assigns(name); });
  forEachRead(run, name, [&](const Expr &) { result = true; });
  return result;
}

static poly::Names without(poly::Names loops, const poly::Names &outer) {
  llvm::erase_if(loops, [&](const std::string &loop) {
    return llvm::is_contained(outer, loop);
  });
  return loops;
}

// Does each iteration of the outermost loops, which are around all users,
// assign what any of them reads before the others run?
bool Unseen::beginsAfresh(const std::vector<const Placed *> &users,
                          const poly::Names &outer,
                          const std::string &name) const {
  const Placed &first = *users.front();
  const size_t depth = outer.size();
  for (const Placed *other : users)
    if (other != &first && first.nest.size() > depth &&
        other->nest.size() > depth && first.nest[depth] == other->nest[depth])
      return false;
  bool reads = false;
  forEachRead(*first.run, name, [&](const Expr &) { reads = true; });
  if (reads)
    return false;
  const Set context = kernel.context.flat();
  Set assigned = Set::empty();
  for (const InstructionPtr &insn : first.run->instructions) {
    const auto *assignment = std::get_if<Assignment>(&insn->body);
    if (!assignment || !insn->assigns(name) || !insn->predicates.empty())
      continue;
    std::optional<Set> found =
        elements(assignment->assignee, first.run->domain.flat(),
                 without(first.loops, outer));
    if (found)
      assigned = assigned.unite(*found);
  }
  bool result = true;
  for (const Placed *user : users)
    forEachRead(*user->run, name, [&](const Expr &read) {
      if (!result)
        return;
      std::optional<Set> found =
          elements(read, user->run->domain.flat().intersect(context),
                   without(user->loops, outer));
      result = found && found->isSubset(assigned);
    });
  return result;
}

// The outermost loops that are around all that touches the variable, if none of
// their iterations leaves a value to another:
//   do block;  s(:) = 0;  do k: s(:) = s(:) + ...;  c(:) = s(:)
poly::Names Unseen::findFreshLoops(const std::string &name) const {
  std::vector<const Placed *> users;
  for (const Placed &place : all)
    if (touches(*place.run, name))
      users.push_back(&place);
  if (users.empty())
    return {};
  poly::Names result;
  for (const ScheduleLoop *loop : users.front()->nest) {
    const size_t depth = result.size();
    if (loop->tag.isInnermost() ||
        !llvm::all_of(users, [&](const Placed *user) {
          return depth < user->nest.size() && user->nest[depth] == loop;
        }))
      break;
    result.push_back(loop->iname);
  }
  return result.empty() || beginsAfresh(users, result, name) ? result
                                                              : poly::Names();
}

const poly::Names &Unseen::freshLoops(const std::string &name) const {
  auto [known, isNew] = fresh.try_emplace(name);
  if (isNew)
    known->second = findFreshLoops(name);
  return known->second;
}

// Those of all that it assigns.
poly::Names Unseen::freshLoops(const StatementRun &run) const {
  std::optional<poly::Names> result;
  for (const InstructionPtr &insn : run.instructions)
    for (const std::string &name : insn->assigneeNames())
      if (const poly::Names &own = freshLoops(name);
          !result || own.size() < result->size())
        result = own;
  return result.value_or(poly::Names());
}

// Does an instance inside read what instances outside assign?
bool Unseen::isSeen(const Expr &assignee, const Set &outside,
                    const poly::Names &loops) const {
  const std::string name = *nameOf(assignee);
  const poly::Names &outer = freshLoops(name);
  std::optional<Set> written =
      elements(assignee, outside, without(loops, outer));
  if (!written)
    return true;
  bool seen = false;
  for (const Placed &place : all) {
    Set domain = place.run->domain.flat().intersect(kernel.context.flat());
    forEachRead(*place.run, name, [&](const Expr &read) {
      if (seen)
        return;
      std::optional<Set> found =
          elements(read, domain, without(place.loops, outer));
      seen = !found || !found->isDisjoint(*written);
    });
  }
  return seen;
}

// Is what it assigns written by nobody else, and read only afterwards, in the
// same iteration, where it was assigned? t of  t = x[j] - x[i]; s = s + t*t
bool Unseen::isMadeAnew(const Placed &place, const Instruction &insn) const {
  const auto *assignment = std::get_if<Assignment>(&insn.body);
  if (!assignment || insn.update())
    return false;
  const Expr &made = assignment->assignee;
  const std::string &name = *nameOf(made);
  const Set domain = place.run->domain.flat();
  bool isMade = false, result = true;
  for (const Placed &other : all)
    for (const InstructionPtr &each : other.run->instructions) {
      auto check = [&](const Expr &e) {
        walk(e, [&](const Expr &node) {
          const std::string *read = nameOf(node);
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
std::vector<PwAff> Unseen::edgesOf(const Placed &place, const Set &domain,
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

// Not what the kernel computes itself.
bool Unseen::isFixed(const PwAff &sum) const {
  const poly::Names names = sum.names();
  return std::all_of(names.begin(), names.end(), [&](const auto &name) {
    VariablePtr var = kernel.kernel.findVariable(name);
    return !var || var->isValue();
  });
}

// The condition leaves out points, each where some sum is 0, in which loops or
// work-items have part.
std::optional<Holes> Unseen::holesOf(const Placed &place) const {
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
    if (!isFixed(sum) || left.isSubset(without))
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

// Without what limits tiles, where loops ask for it.
std::optional<Set> Unseen::relaxed(const Placed &place,
                                   const Set &domain) const {
  TileConstraints constraints(domain, place.loops);
  if (constraints.parts().size() != 1)
    return std::nullopt;
  const PlainPart &part = constraints.parts().front();
  if (!constraints.areAllPlain(part))
    return std::nullopt;
  Set result = Set::universe();
  bool isAskedInLoops = false;
  for (const PlainForm &form : part.nonNegative) {
    if (!constraints.limitsTiles(form)) {
      result = result.intersect(constraints.where(form));
      continue;
    }
    const std::set<std::string> names = constraints.innerNames(form);
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
  if (poly::Names outer = freshLoops(*place.run); !outer.empty())
    result = result.intersect(domain.project(without(place.loops, outer)));
  return result;
}

bool Unseen::areHarmless(const Placed &place, const Set &everywhere) const {
  return std::all_of(place.run->instructions.begin(),
                     place.run->instructions.end(),
                     [&](const InstructionPtr &insn) {
                       return mayRunAnywhere(*insn, everywhere);
                     });
}

// The holes filled, on a domain without them.
std::optional<Larger> Unseen::withHoles(const Placed &place, const Set &domain,
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
        isSeen(insn->assignment().assignee, outside, place.loops))
      return std::nullopt;
    if (holes.condition && !insn->update())
      return std::nullopt;
    result.choice.instructions.insert(insn->id);
  }
  return result;
}

std::optional<Larger> Unseen::extended(const Placed &place) const {
  std::optional<Holes> holes = holesOf(place);
  if (!holes)
    return std::nullopt;
  std::optional<Larger> result;
  if (std::optional<Set> domain = relaxed(place, holes->hull))
    result = withHoles(place, *domain, *holes);
  if (!result && holes->condition)
    result = withHoles(place, holes->hull, *holes);
  return result;
}

std::vector<std::optional<Larger>> Unseen::run() const {
  std::vector<std::optional<Larger>> result;
  for (const Placed &place : all)
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
  return Unseen(kernel, false).isSeen(assignee, points, loops);
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
