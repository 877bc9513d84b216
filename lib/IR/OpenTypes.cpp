#include "loopyc/IR/OpenTypes.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

static VariablePtr firstOpen(const Kernel &kernel) {
  // What is only read says why the others have none.
  VariablePtr assigned;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &var : *list) {
      if (!isOpen(var->type))
        continue;
      bool isAssigned = false;
      for (const InstructionPtr &insn : kernel.instructions)
        isAssigned = isAssigned || insn->assigns(var->name);
      if (!isAssigned)
        return var;
      if (!assigned)
        assigned = var;
    }
  return assigned;
}

bool loopyc::hasOpenTypes(const Kernel &kernel) {
  return firstOpen(kernel) != nullptr;
}

void loopyc::requireTypes(const Kernel &kernel) {
  VariablePtr open = firstOpen(kernel);
  if (!open)
    return;
  bool isAssigned = false;
  for (const InstructionPtr &insn : kernel.instructions)
    isAssigned = isAssigned || insn->assigns(open->name);
  throw UserError(
      std::string(open->isTemporary() ? "temporary" : "argument") + " '" +
          open->name + "' of kernel '" + kernel.name + "' has no type: " +
          (isAssigned ? "what is assigned to it follows from nothing that has "
                        "one"
                      : "nothing is assigned to it that it could follow from") +
          "; give it with lp.add_dtypes(knl, {\"" + open->name +
          "\": np.float64}), or as dtype= in kernel_data",
      open->range.known() ? open->range : kernel.range);
}
