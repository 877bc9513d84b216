// Types that literals alone say.
#include "loopyc/KernelLanguage/Types.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Source/KernelText.h"

using namespace loopyc;
using namespace loopyc::language;

static bool isLiteral(const Expr &e) {
  return e.getIf<IntLit>() || e.getIf<RealLit>();
}

// Literals are all that it is assigned, and nobody reads it.
static bool isFilled(const Kernel &kernel, const std::string &name) {
  bool any = false, only = true;
  for (const InstructionPtr &insn : kernel.instructions) {
    for (const Expr &read : insn->reads())
      only = only && !mentions(read, name);
    std::vector<std::string> assigned = insn->assigneeNames();
    for (size_t i = 0; i < assigned.size(); ++i)
      if (assigned[i] == name) {
        any = true;
        only = only && std::get_if<Assignment>(&insn->body) &&
               isLiteral(insn->values()[i]);
      }
  }
  for (const SubstitutionRule &rule : kernel.rules)
    only = only && !mentions(rule.value, name);
  return any && only;
}

static Expr reopened(const Expr &e) {
  if (const auto *n = e.getIf<IntLit>())
    return Expr::integer(n->value, openType());
  if (const auto *n = e.getIf<RealLit>())
    return Expr::real(n->value, openType());
  if (const auto *element = e.getIf<ArrayRef>())
    return Expr::array(element->name, element->subscripts, openType());
  return Expr::var(e.getIf<VarRef>()->name, openType());
}

static VariablePtr reopened(const VariablePtr &variable) {
  Variable copy = *variable;
  copy.type = openType();
  return std::make_shared<const Variable>(std::move(copy));
}

static void reopen(Kernel &kernel, const std::string &name) {
  kernel.setVariable(reopened(kernel.findVariable(name)));
  for (InstructionPtr &insn : kernel.instructions) {
    const auto *a = std::get_if<Assignment>(&insn->body);
    if (!a || insn->assigneeNames().front() != name)
      continue;
    auto copy = std::make_shared<Instruction>(*insn);
    copy->body = assignLike(insn->body, reopened(a->assignee),
                            reopened(a->value));
    insn = std::move(copy);
  }
}

static void reopen(Origin &origin, const std::string &name) {
  auto asMade = source::kernelAsMade(origin);
  for (VariablePtr &dummy : origin.variables) {
    auto renamed = origin.renamed.find(dummy->name);
    if ((renamed == origin.renamed.end() ? dummy->name : renamed->second) !=
        name)
      continue;
    Kernel kernel = *asMade;
    reopen(kernel, dummy->name);
    dummy = reopened(dummy);
    source::setKernelAsMade(origin,
                            std::make_shared<const Kernel>(std::move(kernel)));
    return;
  }
}

Kernel language::withoutLiteralTypes(const Kernel &kernel,
                                     const std::set<std::string> &names) {
  Kernel result = kernel;
  for (const std::string &name : names) {
    VariablePtr variable = kernel.findVariable(name);
    if (!variable || isOpen(variable->type) || !isFilled(kernel, name) ||
        kernel.origins.size() != 1 ||
        !source::kernelAsMade(kernel.origins.front()))
      continue;
    reopen(result, name);
    reopen(result.origins.front(), name);
  }
  return result;
}
