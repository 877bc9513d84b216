#include "PrecomputeLegality.h"

#include "Dataflow.h"
#include "RollingWindow.h"
#include "RuleExpander.h"
#include "Speculation.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;

namespace {

class PrecomputeCheck {
public:
  PrecomputeCheck(const PrecomputePlan &plan, const PrecomputeDraft &draft)
      : plan(plan), draft(draft) {}

  std::vector<Predicate> run() const {
    if (auto found = changedValue())
      throw clobberError(draft.kernel, found->clobber,
                         plan.phrase + ": the value that '" +
                             found->reader.id + "' uses",
                         found->reader, remedyFor(*found));
    return guards();
  }

  std::vector<std::string> renewing() const {
    auto found = changedValue();
    std::vector<std::string> loops;
    for (const std::string &iname :
         found ? loopsAround(*found) : std::vector<std::string>())
      if (std::all_of(plan.uses.begin(), plan.uses.end(),
                      [&](const RuleUse &use) {
                        return plan.user(use).within(iname);
                      }))
        loops.push_back(iname);
    return loops;
  }

private:
  struct ChangedValue {
    const Instruction &reader;
    Clobber clobber;
  };

  // What is computed early must be what each use would have computed: the first
  // that is not.
  std::optional<ChangedValue> changedValue() const {
    const Instruction &insn = *draft.computation;
    Expr value = RuleExpander(draft.kernel)(insn.assignment().value);
    if (!readsWritten(draft.kernel, value))
      return std::nullopt;
    MoveCheck check(draft.kernel);
    InstanceSets instances(draft.kernel);
    for (const RuleUse &use : plan.uses)
      if (auto clobber = check.clobbered(value, moveTo(use, insn, instances)))
        return ChangedValue{*draft.kernel.instructions[use.insn], *clobber};
    return std::nullopt;
  }

  // From a use to the computation.
  Move moveTo(const RuleUse &use, const Instruction &insn,
              InstanceSets &instances) const {
    const Instruction &reader = *draft.kernel.instructions[use.insn];
    std::vector<std::string> inner;
    for (const std::string &iname : reader.inames)
      if (!llvm::is_contained(plan.outer, iname) || iname == plan.rolling)
        inner.push_back(iname);
    Substitution by = markedReferences(inner, Mark::Prime);
    Move move;
    move.earlier = insn.time;
    for (const Expr &component : reader.time)
      move.later.push_back(substitute(component, by));
    move.pairs = instances.of(use.insn).rename(markedNames(inner, Mark::Prime));
    std::vector<Expr> indices = plan.indicesOf(use.args);
    for (size_t a = 0; a < indices.size(); ++a) {
      Expr computed = Expr::var(plan.footprint->axes()[a].iname);
      if (plan.window && plan.window->axis == a) {
        computed = plan.positionOf(computed);
        indices[a] = plan.positionOf(indices[a]);
      }
      if (auto at = toAffine(substitute(indices[a], by)))
        move.pairs = move.pairs.intersect(toAffine(computed)->eq(*at));
    }
    if (plan.window)
      move.pairs = move.pairs.intersect(computedOnce(plan));
    return move;
  }

  // In a loop around both, the computation may come between them.
  std::vector<std::string> loopsAround(const ChangedValue &found) const {
    const Instruction &writer =
        *draft.kernel.instructions[found.clobber.writer];
    std::vector<std::string> loops;
    for (const std::string &iname : found.reader.inames)
      if (writer.within(iname) && !llvm::is_contained(plan.outer, iname) &&
          !llvm::is_contained(plan.sweep, iname))
        loops.push_back(iname);
    return loops;
  }

  std::string remedyFor(const ChangedValue &found) const {
    std::string around;
    for (const std::string &iname : loopsAround(found))
      around += (around.empty() ? "'" : ", '") + iname + "'";
    return around.empty() ? ""
                          : "compute it anew in each iteration of " + around +
                                " (precompute_outer_inames, or "
                                "fetch_outer_inames of add_prefetch)";
  }

  // Computed for the uses, it must not fail where they would not run.
  std::vector<Predicate> guards() const {
    Instruction insn = *draft.computation;
    Expr value = RuleExpander(draft.kernel)(insn.assignment().value);
    StagedUses staged = stagedUses();
    std::string harm;
    Expr guard = guardAgainstHarm(draft.kernel, insn, {value},
                                  neededPoints(staged), harm);
    if (!harm.empty())
      if (auto shared = steadyGuards(insn, staged); !shared.empty()) {
        insn.predicates = shared;
        guard = guardAgainstHarm(draft.kernel, insn, {value},
                                 neededPoints(staged, shared), harm);
      }
    if (!harm.empty())
      plan.refuse("it would be computed where it may not be used, for when '" +
                      plan.user(plan.uses.front()).id +
                      "' runs depends on data, and there " + harm +
                      "; leave such uses out (within)",
                  plan.user(plan.uses.front()).range);
    if (guard)
      insn.predicates.push_back(guard);
    if (plan.window)
      requireSteady(insn.predicates);
    return insn.predicates;
  }

  // What one iteration does not need, a later one may.
  void requireSteady(const std::vector<Predicate> &guards) const {
    for (const Predicate &guard : guards)
      for (const std::string &iname :
           {plan.window->loop,
            plan.footprint->axes()[plan.window->axis].iname})
        if (mentions(guard, iname))
          plan.refuse("it would be computed under the condition " +
                      guard.str() +
                      ", which is another one in each iteration of '" +
                      plan.window->loop +
                      "', from which a rolling window keeps values; leave such "
                      "uses out (within)");
  }

  StagedUses stagedUses() const {
    StagedUses staged{plan.kernel, plan.outer, {}, {}};
    for (const FootprintAxis &axis : plan.footprint->axes())
      staged.axes.push_back(axis.iname);
    for (const RuleUse &use : plan.uses)
      staged.list.push_back({use.insn, plan.indicesOf(use.args)});
    return staged;
  }

  // Guards of all uses that hold at the computation if they hold at the uses.
  std::vector<Predicate> steadyGuards(const Instruction &insn,
                                      const StagedUses &staged) const {
    std::vector<Predicate> guards = sharedGuards(staged);
    MoveCheck check(draft.kernel);
    InstanceSets instances(draft.kernel);
    auto changes = [&](const Predicate &guard) {
      return std::any_of(
          plan.uses.begin(), plan.uses.end(), [&](const RuleUse &use) {
            return check.clobbered(guard, moveTo(use, insn, instances))
                .has_value();
          });
    };
    guards.erase(std::remove_if(guards.begin(), guards.end(), changes),
                 guards.end());
    return guards;
  }

  const PrecomputePlan &plan;
  const PrecomputeDraft &draft;
};

} // namespace

std::vector<Predicate> loopyc::checkPrecompute(const PrecomputePlan &plan,
                                               const PrecomputeDraft &draft) {
  return PrecomputeCheck(plan, draft).run();
}

std::vector<std::string>
loopyc::loopsThatRenew(const PrecomputePlan &plan,
                       const PrecomputeDraft &draft) {
  return PrecomputeCheck(plan, draft).renewing();
}
