#include "CFamily/PrivateElements.h"

#include "loopyc/IR/SetNames.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PwAff;
using poly::Set;

PrivateElements::PrivateElements(const ScheduledKernel &kernel)
    : kernel(kernel) {
  collect(kernel.body, {});
}

void PrivateElements::collect(const std::vector<ScheduleNode> &nodes,
                              const PlacedRun &around) {
  for (const ScheduleNode &node : nodes)
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value)) {
      PlacedRun inside = around;
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

const std::string *codegen::nameOfReference(const Expr &ref) {
  if (const auto *array = ref.getIf<ArrayRef>())
    return &array->name;
  const auto *scalar = ref.getIf<VarRef>();
  return scalar ? &scalar->name : nullptr;
}

static std::vector<Expr> subscriptsOf(const Expr &ref) {
  const auto *array = ref.getIf<ArrayRef>();
  return array ? array->subscripts : std::vector<Expr>();
}

poly::Names PrivateElements::computedIn(const poly::Names &names) const {
  poly::Names result;
  for (const std::string &name : names)
    if (VariablePtr var = kernel.kernel.findVariable(name);
        var && !var->isValue())
      result.push_back(name);
  return result;
}

std::optional<Set> PrivateElements::elements(const Expr &ref,
                                             const Set &domain,
                                             const poly::Names &loops) const {
  Set result = domain;
  std::vector<Expr> subscripts = subscriptsOf(ref);
  for (size_t axis = 0; axis < subscripts.size(); ++axis) {
    auto at = toAffine(subscripts[axis]);
    if (!at)
      return std::nullopt;
    result = result.intersect(PwAff::name(subscriptName(axis)).eq(*at));
  }
  poly::Names others = computedIn(result.names());
  others.insert(others.end(), loops.begin(), loops.end());
  return result.project(others);
}

// Calls the function for each reference to the variable that the run reads.
static void forEachRead(const StatementRun &run, const std::string &name,
                        llvm::function_ref<void(const Expr &)> visit) {
  for (const InstructionPtr &insn : run.instructions) {
    std::vector<Expr> reads = insn->reads();
    reads.insert(reads.end(), insn->predicates.begin(), insn->predicates.end());
    for (const Expr &read : reads)
      walk(read, [&](const Expr &node) {
        const std::string *other = nameOfReference(node);
        if (other && *other == name)
          visit(node);
        return true;
      });
  }
}

static bool touchesVariable(const StatementRun &run, const std::string &name) {
  bool result = std::any_of(
      run.instructions.begin(), run.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->assigns(name); });
  forEachRead(run, name, [&](const Expr &) { result = true; });
  return result;
}

poly::Names PrivateElements::without(poly::Names loops,
                                     const poly::Names &outer) {
  llvm::erase_if(loops, [&](const std::string &loop) {
    return llvm::is_contained(outer, loop);
  });
  return loops;
}

// Does each iteration of the outermost loops, which are around all users,
// assign what any of them reads before the others run?
bool PrivateElements::beginsAfresh(const std::vector<const PlacedRun *> &users,
                                   const poly::Names &outer,
                                   const std::string &name) const {
  const PlacedRun &first = *users.front();
  const size_t depth = outer.size();
  for (const PlacedRun *other : users)
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
    if (!assignment || !insn->assigns(name) || !insn->predicates.empty() ||
        !computedIn(first.run->domain.flat().names()).empty())
      continue;
    std::optional<Set> found =
        elements(assignment->assignee, first.run->domain.flat(),
                 without(first.loops, outer));
    if (found)
      assigned = assigned.unite(*found);
  }
  bool result = true;
  for (const PlacedRun *user : users)
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

poly::Names PrivateElements::findFreshLoops(const std::string &name) const {
  std::vector<const PlacedRun *> users;
  for (const PlacedRun &place : all)
    if (touchesVariable(*place.run, name))
      users.push_back(&place);
  if (users.empty())
    return {};
  poly::Names result;
  for (const ScheduleLoop *loop : users.front()->nest) {
    const size_t depth = result.size();
    if (loop->tag.isInnermost() ||
        !llvm::all_of(users, [&](const PlacedRun *user) {
          return depth < user->nest.size() && user->nest[depth] == loop;
        }))
      break;
    result.push_back(loop->iname);
  }
  return result.empty() || beginsAfresh(users, result, name) ? result
                                                              : poly::Names();
}

const poly::Names &PrivateElements::freshLoops(const std::string &name) const {
  auto [known, isNew] = fresh.try_emplace(name);
  if (isNew)
    known->second = findFreshLoops(name);
  return known->second;
}

poly::Names PrivateElements::freshLoops(const StatementRun &run) const {
  std::optional<poly::Names> result;
  for (const InstructionPtr &insn : run.instructions)
    for (const std::string &name : insn->assigneeNames())
      if (const poly::Names &own = freshLoops(name);
          !result || own.size() < result->size())
        result = own;
  return result.value_or(poly::Names());
}

bool PrivateElements::areRead(const Expr &assignee, const Set &points,
                              const poly::Names &loops) const {
  const std::string name = *nameOfReference(assignee);
  const poly::Names &outer = freshLoops(name);
  std::optional<Set> written =
      elements(assignee, points, without(loops, outer));
  if (!written)
    return true;
  bool seen = false;
  for (const PlacedRun &place : all) {
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

