#include "BufferLegality.h"

#include "Dataflow.h"
#include "RuleExpander.h"
#include "Speculation.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/BoundedAffine.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

namespace {

class ExpressionCheck {
public:
  explicit ExpressionCheck(const BufferPlan &plan) : plan(plan) {}

  void run() const {
    std::optional<KeptBy> kept = plan.expressions.keptBy();
    if (!kept)
      plan.refuse(
          "with init_expression \"" + plan.expressions.init().str() +
          "\" and store_expression \"" + plan.expressions.store().str() +
          "\" the values may differ; use \"0\" with \"base + buffer\" for "
          "additive updates, \"1\" with \"base * buffer\" for products, or "
          "neither");
    if (kept->op)
      requireUpdates(*kept->op);
  }

private:
  void requireUpdates(ReductionOp op) const {
    RuleExpander expand(plan.kernel);
    plan.forChosen([&](const BufferedReference &, const Instruction &insn) {
      InstructionPtr expanded =
          expand(std::make_shared<const Instruction>(insn));
      const Update *update = expanded->update();
      bool fits = update && insn.assigns(plan.var->name) && update->op == op;
      if (!fits)
        plan.refuse("'" + insn.id + "' does not update it by " +
                        (op == ReductionOp::Add ? "adding" : "multiplying") +
                        ", as the init and store expressions suppose",
                    insn.range);
      if (isReadBesides(*expanded))
        plan.refuse(
            "a condition or subscript of '" + insn.id +
                "' reads it, too, but with an init expression the buffer "
                "holds only what was added or multiplied",
            insn.range);
    });
  }

  // Where a sum is gathered, nothing may depend on what is there so far.
  bool isReadBesides(const Instruction &update) const {
    std::vector<Expr> read = operands(update.assignment().assignee);
    read.insert(read.end(), update.predicates.begin(), update.predicates.end());
    return std::any_of(read.begin(), read.end(), [&](const Expr &e) {
      return mentions(e, plan.var->name);
    });
  }

  const BufferPlan &plan;
};

class BufferCheck {
public:
  BufferCheck(const BufferPlan &plan, const BufferDraft &draft)
      : plan(plan), draft(draft) {}

  BufferGuards run() const {
    BufferGuards guards;
    guards.init = guardOf(draft.init);
    if (draft.store)
      guards.store = guardOf(*draft.store);
    checkConflicts();
    return guards;
  }

private:
  // Nothing is loaded or stored where no access would be.
  Expr guardOf(const BufferTransfer &transfer) const {
    StagedUses uses{plan.kernel, plan.outer, transfer.inames, {}};
    const Instruction &insn = *transfer.insn;
    plan.forChosen(
        [&](const BufferedReference &reference, const Instruction &) {
          uses.list.push_back(
              {reference.insn, plan.placesOf(reference.subscripts)});
        });
    std::string harm;
    Expr guard = guardAgainstHarm(
        draft.kernel, insn,
        {insn.assignment().assignee, insn.assignment().value},
        neededPoints(uses), harm);
    if (!harm.empty())
      plan.refuse("'" + insn.id +
                      "' would run where there may be no access, for when '" +
                      plan.firstUser().id +
                      "' runs depends on data, and there " + harm +
                      "; leave such accesses out (within)",
                  plan.firstUser().range);
    return guard;
  }

  // No other access may touch a buffered element between load and store: not
  // one outside of the selection, nor that of another iteration.
  void checkConflicts() const {
    plan.forChosen(
        [&](const BufferedReference &reference, const Instruction &insn) {
          requireSteady(reference, insn);
        });
    BoundedAffine affine(plan.kernel);
    InstanceSets instances(plan.kernel);
    std::map<std::string, std::string> prime =
        markedNames(plan.outer, Mark::Prime);
    Substitution by = markedReferences(plan.outer, Mark::Prime);
    for (const BufferedReference &reference : plan.references) {
      if (!plan.anyWrite && !reference.write)
        continue;
      if (reference.chosen && (gathersApart() || iterationIsPlain()))
        continue;
      // The instruction's time in the result: positions have moved.
      const Instruction &insn = *plan.kernel.instructions[reference.insn];
      const InstructionPtr *moved = draft.kernel.findInstruction(insn.id);
      Set all = instances.of(reference.insn)
                    .intersect(bufferedElements(reference, prime, by, affine));
      if (reference.chosen) {
        Set same = Set::universe();
        for (const std::string &iname : plan.outer)
          same =
              same.intersect(PwAff::name(iname).eq(PwAff::name(primed(iname))));
        all = all.subtract(same);
      }
      if (all.isEmpty())
        continue;
      all = all.intersect(timesOrdered(primedTime(draft.initTime, by),
                                       (*moved)->time, true, affine));
      all = all.intersect(timesOrdered(
          (*moved)->time, primedTime(draft.storeTime, by), true, affine));
      if (!all.isEmpty())
        refuseConflict(insn, reference.chosen, all);
    }
  }

  // The scalars in its subscripts have one value between load and store.
  void requireSteady(const BufferedReference &reference,
                     const Instruction &insn) const {
    std::set<std::string> names, arrays;
    for (const Expr &subscript : reference.subscripts)
      collectNames(subscript, names, arrays);
    Move buffered{draft.initTime, draft.storeTime, iterations()};
    MoveCheck check(draft.kernel);
    for (const std::string &scalar : names)
      if (auto clobber = check.clobbered(Expr::var(scalar), buffered))
        throw clobberError(draft.kernel, *clobber,
                           plan.phrase + ": a subscript of '" + insn.id + "'",
                           insn);
  }

  // A buffer that begins with nothing holds what its own iteration adds, and is
  // added in the end: others may do so meanwhile, before or after.
  bool gathersApart() const {
    return plan.expressions.keptBy()->op.has_value();
  }

  // Do the indices name every outer iname? Then an element belongs to one
  // iteration only.
  bool iterationIsPlain() const {
    std::set<std::string> named;
    for (const Expr &index : plan.indices)
      if (const auto *iname = index ? index.getIf<VarRef>() : nullptr)
        named.insert(iname->name);
    return std::all_of(
        plan.outer.begin(), plan.outer.end(),
        [&](const std::string &iname) { return named.count(iname) > 0; });
  }

  static ReferenceTime primedTime(const ReferenceTime &time,
                                  const Substitution &by) {
    ReferenceTime result;
    for (const Expr &component : time)
      result.push_back(substitute(component, by));
    return result;
  }

  // Of the outer inames.
  Set iterations() const {
    return DomainIndex(plan.kernel).instances(plan.outer).flat();
  }

  // { access, outer' : the access touches an element buffered for outer' }
  Set bufferedElements(const BufferedReference &reference,
                       const std::map<std::string, std::string> &prime,
                       const Substitution &by, BoundedAffine &affine) const {
    Set set = iterations().rename(prime);
    for (const Set &domain : plan.footprint->domains())
      set = set.intersect(domain.flat().rename(prime));
    Names inames;
    for (size_t b = 0; b < plan.axes.size(); ++b) {
      const FootprintAxis &axis = plan.footprint->axes()[b];
      inames.push_back(axis.iname);
      auto index = affine(reference.subscripts[plan.axes[b]]);
      auto own = affine(substitute(Expr::var(axis.iname) + axis.base, by));
      if (index && own)
        set = set.intersect(index->eq(*own));
    }
    for (size_t a = 0; a < plan.indices.size(); ++a) {
      if (!plan.indices[a])
        continue;
      auto index = affine(reference.subscripts[a]);
      auto own = affine(substitute(plan.indices[a], by));
      if (index && own)
        set = set.intersect(index->eq(*own));
    }
    return set.project(inames);
  }

  [[noreturn]] void refuseConflict(const Instruction &insn, bool chosen,
                                   const Set &pairs) const {
    auto point = pairs.sample();
    std::string at = iterationStr(insn.inames, *point);
    std::string owner = iterationStr(plan.outer, *point, Mark::Prime);
    UserError error(
        plan.phrase + ": '" + insn.id + "' uses an element" +
            (at.empty() ? "" : ", for example at (" + at + "),") +
            " that is in the buffer" +
            (owner.empty() ? "" : " of (" + owner + ")") + " meanwhile; " +
            (chosen ? "add the iname that the iterations differ in to "
                      "buffer_inames"
                    : "let it use the buffer, too (within)"),
        insn.range);
    error.note("'" + plan.firstUser().id + "' uses the buffer",
               plan.firstUser().range);
    throw error;
  }

  const BufferPlan &plan;
  const BufferDraft &draft;
};

} // namespace

void loopyc::checkBufferExpressions(const BufferPlan &plan) {
  ExpressionCheck(plan).run();
}

BufferGuards loopyc::checkBuffer(const BufferPlan &plan,
                                 const BufferDraft &draft) {
  return BufferCheck(plan, draft).run();
}
