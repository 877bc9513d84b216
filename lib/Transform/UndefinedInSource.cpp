#include "UndefinedInSource.h"

#include "loopyc/Analysis/ExposedReads.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>

using namespace loopyc;

namespace {

using Reasons = UndefinedInSource::Reasons;

// A reason among those of what the expression mentions; "" if there is none.
std::string reasonIn(const Expr &e, const Reasons &reasons) {
  std::string reason;
  walk(e, [&](const Expr &node) {
    const auto *var = node.getIf<VarRef>();
    const auto *array = node.getIf<ArrayRef>();
    if (var || array)
      if (auto it = reasons.find(var ? var->name : array->name);
          it != reasons.end())
        reason = it->second;
    return reason.empty();
  });
  return reason;
}

template <typename Visit>
void forEachExpr(const Instruction &insn, const Visit &visit) {
  for (const Predicate &predicate : insn.predicates)
    visit(predicate);
  for (const Expr &read : insn.reads())
    visit(read);
}

// Everything that is assigned from what has no value, or under its condition.
void spread(const Kernel &kernel, Reasons &reasons) {
  for (bool grows = true; grows;) {
    grows = false;
    for (const InstructionPtr &insn : kernel.instructions) {
      std::string reason;
      forEachExpr(*insn, [&](const Expr &e) {
        if (reason.empty())
          reason = reasonIn(e, reasons);
      });
      if (!reason.empty())
        for (const std::string &assigned : insn->assigneeNames())
          grows |= reasons.emplace(assigned, reason).second;
    }
  }
}

bool isIntegerDivision(const Expr &e) {
  const auto *b = e.getIf<Binary>();
  return b && e.type().isInteger() &&
         (b->op == BinaryOp::Div || b->op == BinaryOp::FloorDiv ||
          b->op == BinaryOp::FloorMod || b->op == BinaryOp::Rem);
}

// Of what, without a value, lets a program read and write anywhere, run for
// ever or stop: subscripts, loop bounds, integer divisors.
std::string reasonOfRun(const Kernel &kernel, const Reasons &reasons) {
  for (const poly::Set &domain : kernel.domains)
    for (const std::string &name : domain.names())
      if (auto it = reasons.find(name); it != reasons.end())
        return it->second;
  std::string reason;
  auto note = [&](const Expr &e) {
    if (reason.empty())
      reason = reasonIn(e, reasons);
  };
  auto search = [&](const Expr &e) {
    walk(e, [&](const Expr &node) {
      if (const auto *array = node.getIf<ArrayRef>())
        std::for_each(array->subscripts.begin(), array->subscripts.end(), note);
      else if (isIntegerDivision(node))
        note(node.getIf<Binary>()->b);
      return reason.empty();
    });
  };
  for (const InstructionPtr &insn : kernel.instructions) {
    forEachExpr(*insn, search);
    for (const Expr &assignee : insn->assignees())
      search(assignee);
  }
  return reason;
}

bool isExposed(const Kernel &kernel, const std::string &variable) {
  bool assigned = std::any_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->assigns(variable); });
  return !assigned || hasExposedReads(kernel, variable);
}

} // namespace

static const std::string &kernelName(const Origin &origin,
                                     const std::string &dummy) {
  auto renamed = origin.renamed.find(dummy);
  return renamed == origin.renamed.end() ? dummy : renamed->second;
}

// A kernel may be a fused one itself.
void UndefinedInSource::addKnown(const std::vector<Origin> &origins) {
  for (const Origin &origin : origins) {
    for (const auto &[dummy, reason] : origin.undefined)
      arguments.emplace(kernelName(origin, dummy), reason);
    if (run.empty())
      run = origin.undefinedRun;
  }
}

void UndefinedInSource::addKernel(const Kernel &given,
                                  const Reasons &received) {
  addKnown(given.origins);
  if (arguments.empty() && received.empty())
    return;
  Kernel kernel = expandRules(given);
  Reasons reasons = arguments;
  for (const auto &[variable, reason] : received)
    if (isExposed(kernel, variable))
      reasons.emplace(variable, reason);
  spread(kernel, reasons);
  if (run.empty())
    run = reasonOfRun(kernel, reasons);
  for (const VariablePtr &argument : kernel.arguments)
    if (auto it = reasons.find(argument->name); it != reasons.end())
      arguments.insert(*it);
}

void UndefinedInSource::record(std::vector<Origin> &origins) const {
  for (Origin &origin : origins) {
    for (const VariablePtr &dummy : origin.variables)
      if (auto it = arguments.find(kernelName(origin, dummy->name));
          it != arguments.end())
        origin.undefined.emplace(dummy->name, it->second);
    if (origin.undefinedRun.empty())
      origin.undefinedRun = run;
  }
}
