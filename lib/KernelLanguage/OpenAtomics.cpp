#include "OpenAtomics.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

void language::settleAtomic(Instruction &insn) {
  auto *update = std::get_if<Update>(&insn.body);
  if (update && insn.tags.erase(openAtomic))
    update->atomic = true;
}

static bool hasOpenOperand(const Instruction &insn) {
  bool found = false;
  for (const Expr &value : insn.values())
    walk(value, [&](const Expr &e) {
      found = found || isOpen(e.type());
      return !found;
    });
  return found;
}

void language::requireNoOpenAtomics(const Kernel &kernel) {
  for (const InstructionPtr &insn : kernel.instructions) {
    if (!insn->tags.count(openAtomic))
      continue;
    const std::string type = insn->assignees().front().type().str();
    if (hasOpenOperand(*insn))
      throw UserError("whether this is an update of " + type +
                          " is not known before the types in it are; give "
                          "them where the variables are declared, or write "
                          "cast(np." + type + ", ...)",
                      insn->range);
    throw UserError("what is atomic is an update of one operation, x = x + "
                    "..., and this is none, for its value is converted to " +
                        type + "; write cast(np." + type + ", ...)",
                    insn->range);
  }
}
