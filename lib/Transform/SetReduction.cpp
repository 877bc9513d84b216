#include "loopyc/Transform/Reductions.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;

Kernel loopyc::setReduction(const Kernel &kernel, const std::string &variable,
                            AcrossGroups across) {
  std::string name = resolveVariable(kernel, variable, "set_reduction")->name;
  bool isRunning = across == AcrossGroups::LookBack;
  auto isMadeOfItself = [&](const Instruction &insn) {
    std::vector<Expr> values = insn.values();
    return std::any_of(values.begin(), values.end(), [&](const Expr &value) {
      return mentions(value, name);
    });
  };
  bool isUpdated = std::any_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) {
        return insn->assigns(name) &&
               (insn->update() || (isRunning && isMadeOfItself(*insn)));
      });
  if (!isUpdated)
    throw UserError("set_reduction: nothing updates '" + name +
                        "' by an operation such as " + name + " = " + name +
                        " + x, so there is no reduction to be finished",
                    kernel.findVariable(name)->range);
  Kernel result = kernel;
  result.reductionsAcross[name] = across;
  return result;
}
