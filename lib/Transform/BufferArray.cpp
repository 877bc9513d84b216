//   for k: a[i] = a[i] + x[k]
//     ->  buf = a[i];  for k: buf = buf + x[k];  a[i] = buf
#include "BufferLegality.h"
#include "InameMap.h"
#include "Reductions.h"
#include "RuleBook.h"
#include "Variables.h"
#include "loopyc/Transform/ReferenceOrder.h"

using namespace loopyc;
using poly::Names;
using poly::Set;

namespace {

// Adds what the plan says, beside what there is.
class BufferDrafter {
public:
  explicit BufferDrafter(const BufferPlan &plan)
      : plan(plan), draft(plan.kernel) {}

  BufferDraft run() {
    draft.temporaries.push_back(plan.buffer);
    std::vector<int> users = plan.users();
    BufferDraft result;
    openTiles(draft, users, plan.outer);
    result.initTime = placeBefore(draft, users, plan.outer);
    result.init = init(result.initTime, users.front());
    result.storeTime = placeAfter(draft, users, plan.outer);
    if (plan.anyWrite)
      result.store = store(result.storeTime, users.back());
    result.kernel = std::move(draft);
    return result;
  }

private:
  BufferTransfer init(const ReferenceTime &time, int user) {
    std::vector<std::string> inames;
    for (const FootprintAxis &axis : plan.footprint->axes())
      inames.push_back(axis.iname);
    addDomains(inames);
    return transfer("init_" + plan.var->name, inames,
                    plan.bufferAt(asExprs(inames)),
                    plan.expressions.init(plan.elementAt(inames)), time,
                    plan.kernel.instructions[user]->range);
  }

  BufferTransfer store(const ReferenceTime &time, int user) {
    std::vector<std::string> inames;
    for (size_t a : plan.axes)
      inames.push_back(
          draft.freshName(plan.var->name + "_store_" + plan.axisName(a)));
    addDomains(inames);
    Expr element = plan.elementAt(inames);
    return transfer(
        "store_" + plan.var->name, inames, element,
        plan.expressions.store(element, plan.bufferAt(asExprs(inames))), time,
        plan.kernel.instructions[user]->range);
  }

  static std::vector<Expr> asExprs(const std::vector<std::string> &names) {
    std::vector<Expr> result;
    for (const std::string &iname : names)
      result.push_back(Expr::var(iname));
    return result;
  }

  void addDomains(const std::vector<std::string> &inames) {
    std::map<std::string, std::string> names;
    for (size_t b = 0; b < inames.size(); ++b)
      names[plan.footprint->axes()[b].iname] = inames[b];
    for (const Set &domain : plan.footprint->domains()) {
      Names dims = domain.dims();
      for (std::string &dim : dims)
        dim = names.at(dim);
      draft.domains.push_back(domain.flat().rename(names).withDims(dims));
    }
    for (const std::string &iname : inames)
      setInameTag(draft, iname, plan.options.defaultTag);
  }

  BufferTransfer transfer(const std::string &id,
                          const std::vector<std::string> &inames,
                          const Expr &target, const Expr &value,
                          const ReferenceTime &time, const SourceRange &range) {
    auto insn = std::make_shared<Instruction>();
    insn->id = draft.freshInstructionId(id);
    insn->inames = plan.outer;
    insn->inames.insert(insn->inames.end(), inames.begin(), inames.end());
    insn->body = assign(target, value);
    insn->time = time;
    for (const std::string &iname : inames) {
      insn->time.push_back(Expr::var(iname));
      insn->time.push_back(Expr::integer(0));
    }
    insn->range = range;
    return {std::move(insn), inames};
  }

  const BufferPlan &plan;
  Kernel draft;
};

} // namespace

static Expr redirected(const BufferPlan &plan, const Expr &node) {
  if (const auto *scalar = node.getIf<VarRef>())
    return scalar->name == plan.var->name ? plan.bufferAt({}) : node;
  const auto *array = node.getIf<ArrayRef>();
  if (!array || array->name != plan.var->name)
    return node;
  std::vector<Expr> subscripts;
  for (const Expr &place : plan.placesOf(array->subscripts))
    subscripts.push_back(typedNames(plan.kernel, place));
  return plan.bufferAt(std::move(subscripts));
}

// Chosen references to the array become references to the buffer.
static void redirect(const BufferPlan &plan, Kernel &result) {
  RuleBook book(result);
  RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
    return rewrite(e, [&](const Expr &node) { return redirected(plan, node); });
  });
  for (size_t i = 0; i < result.instructions.size(); ++i)
    if (!plan.options.within ||
        plan.options.within(plan.kernel, *plan.kernel.instructions[i]))
      result.instructions[i] = change(result.instructions[i]);
  book.finish();
}

static InstructionPtr guarded(const InstructionPtr &insn, const Expr &guard) {
  if (!guard)
    return insn;
  auto result = std::make_shared<Instruction>(*insn);
  result->predicates.push_back(guard);
  return result;
}

static Kernel withBuffer(const BufferPlan &plan, BufferDraft draft,
                         const BufferGuards &guards) {
  Kernel result = std::move(draft.kernel);
  redirect(plan, result);
  auto &list = result.instructions;
  std::vector<int> users = plan.users();
  if (draft.store)
    list.insert(list.begin() + users.back() + 1,
                guarded(draft.store->insn, guards.store));
  list.insert(list.begin() + users.front(),
              guarded(draft.init.insn, guards.init));
  return result;
}

// A buffer that starts with nothing gathers apart.
static void remarkOrder(const BufferPlan &plan, Remarks *remarks) {
  std::optional<ReductionOp> op = plan.expressions.keptBy()->op;
  if (!remarks || !op || !plan.var->type.isFloating())
    return;
  remarks->push_back(
      "reassociates the " +
      std::string(*op == ReductionOp::Add ? "additions to '"
                                          : "multiplications of '") +
      plan.var->name + "': they are gathered in '" + plan.buffer->name + "'");
}

Kernel loopyc::bufferArray(const Kernel &kernel, const std::string &array,
                           const BufferOptions &options, Remarks *remarks) {
  const ReductionLoops loops(kernel);
  BufferOptions selected = options;
  selected.within = loops.including(options.within);
  BufferPlan plan = planBuffer(loops.kernel, array, selected);
  checkBufferExpressions(plan);
  BufferDraft draft = BufferDrafter(plan).run();
  BufferGuards guards = checkBuffer(plan, draft);
  remarkOrder(plan, remarks);
  return withBuffer(plan, std::move(draft), guards);
}
