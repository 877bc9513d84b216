//   f(x) := sin(x);  for i: for j: a[i,j] = f(i + j)
//     ->  for i: {for x: t[x] = sin(i + x)}, {for j: a[i,j] = t[j]}
#include "Lookahead.h"
#include "PrecomputeLegality.h"
#include "PrecomputeRule.h"
#include "Reductions.h"
#include "RollingWindow.h"
#include "RuleBook.h"
#include "Variables.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/ReferenceOrder.h"

using namespace loopyc;

namespace {

// Adds what the plan says, beside what there is.
class PrecomputeDrafter {
public:
  explicit PrecomputeDrafter(const PrecomputePlan &plan)
      : plan(plan), draft(plan.withLoops) {}

  PrecomputeDraft run() {
    draft.temporaries.push_back(plan.temporary);
    InstructionPtr insn = computation();
    return {std::move(draft), std::move(insn)};
  }

private:
  InstructionPtr computation() {
    auto insn = std::make_shared<Instruction>();
    insn->id = draft.freshInstructionId(plan.options.computeInsnId.empty()
                                            ? plan.shown
                                            : plan.options.computeInsnId);
    insn->inames = plan.outer;
    std::vector<Expr> subscripts;
    for (const FootprintAxis &axis : plan.footprint->axes()) {
      insn->inames.push_back(axis.iname);
      subscripts.push_back(Expr::var(axis.iname));
    }
    insn->body =
        assign(plan.reference(subscripts),
               Expr::cast(computedValue(), plan.temporary->type));
    insn->range = plan.rule.range.known() ? plan.rule.range
                                          : plan.user(plan.uses.front()).range;
    insn->time = placeBefore(draft, plan.users(), plan.outer);
    for (const FootprintAxis &axis : plan.footprint->axes()) {
      insn->time.push_back(Expr::var(axis.iname));
      insn->time.push_back(Expr::integer(0));
    }
    return insn;
  }

  Expr computedValue() {
    Substitution inames, all;
    for (size_t a = 0; a < plan.axes.size(); ++a) {
      const FootprintAxis &axis = plan.footprint->axes()[a];
      Expr value = Expr::var(axis.iname);
      if (asInteger(axis.base) != 0)
        value = fold(value + axis.base);
      value = typedNames(plan.kernel, value);
      if (plan.axes[a].parameter < 0)
        inames[plan.axes[a].name] = value;
      all[plan.axes[a].name] = value;
    }
    for (size_t p = 0; p < plan.rule.parameters.size(); ++p)
      all.emplace(plan.rule.parameters[p], plan.uses.front().args[p]);
    RuleBook book(draft);
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *in) {
      return in ? substituteFree(e, inames, in) : substitute(e, all);
    });
    return change(plan.rule.value);
  }

  const PrecomputePlan &plan;
  Kernel draft;
};

} // namespace

static Expr stored(const PrecomputePlan &plan, const RuleCall &call) {
  std::vector<Expr> subscripts;
  for (const Expr &index : plan.indicesOf(call.args))
    subscripts.push_back(typedNames(plan.kernel, index));
  return Expr::cast(plan.reference(std::move(subscripts)),
                    plan.rule.value.type());
}

// The computation stands before the uses, which read the temporary.
static Kernel withStoredUses(const PrecomputePlan &plan, Kernel result,
                             InstructionPtr computation) {
  RuleBook book(result);
  RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
    return rewrite(e, [&](const Expr &node) {
      const auto *call = node.getIf<RuleCall>();
      return call && call->rule == plan.rule.name ? stored(plan, *call) : node;
    });
  });
  for (InstructionPtr &insn : result.instructions)
    insn = rewriteReads(insn, [&](const Expr &e) { return change(e); });
  result.instructions.insert(result.instructions.begin() + plan.users().front(),
                             std::move(computation));
  book.finish();
  return result;
}

static InstructionPtr guarded(const InstructionPtr &insn,
                              const std::vector<Predicate> &guards) {
  auto result = std::make_shared<Instruction>(*insn);
  result->predicates = guards;
  return result;
}

// Where nothing is said of them, the outer inames are those that values depend
// on, by name or because others overwrite in their iterations what is read:
//
//   for t: {for i: b[i] = f(i)}, {for i: a[i] = b[i]}     f reads a: t, too
static std::set<std::string> renewingInames(const Kernel &kernel,
                                            const std::string &rule,
                                            const std::string &shown,
                                            PrecomputeOptions options) {
  for (bool any = !options.outerInames; any;) {
    PrecomputePlan plan = planPrecompute(kernel, rule, shown, options);
    std::vector<std::string> more =
        loopsThatRenew(plan, PrecomputeDrafter(plan).run());
    options.renewingInames.insert(more.begin(), more.end());
    any = !more.empty();
  }
  return options.renewingInames;
}

// Queries that name it would find another.
static void requireFreeId(const Kernel &kernel,
                          const PrecomputeOptions &options,
                          const std::string &shown) {
  if (!options.computeInsnId.empty() &&
      kernel.findInstruction(options.computeInsnId))
    throw UserError(std::string(options.caller) + " of '" +
                    (options.shown.empty() ? shown : options.shown) + "': '" +
                    options.computeInsnId +
                    "' is already an instruction of kernel '" + kernel.name +
                    "'; choose another id");
}

Kernel loopyc::precomputeWholeRule(const Kernel &kernel,
                                   const std::string &rule,
                                   const std::string &shown,
                                   const PrecomputeOptions &options) {
  requireFreeId(kernel, options, shown);
  const ReductionLoops loops(kernel,
                             ReductionLoops::besideUsesOf(rule, kernel));
  PrecomputeOptions selected = options;
  selected.uses = loops.including(options.uses);
  selected.renewingInames =
      renewingInames(loops.kernel, rule, shown, selected);
  PrecomputePlan plan = planPrecompute(loops.kernel, rule, shown, selected);
  PrecomputeDraft draft = PrecomputeDrafter(plan).run();
  std::vector<Predicate> guards = checkPrecompute(plan, draft);
  Kernel result = withStoredUses(plan, std::move(draft.kernel),
                                 guarded(draft.computation, guards));
  const std::string &id = draft.computation->id;
  return withLookahead(plan, withRollingWindow(plan, std::move(result), id),
                       id);
}
