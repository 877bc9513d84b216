#include "loopyc/Transform/Reductions.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;

Kernel loopyc::setReduction(const Kernel &kernel, const std::string &variable,
                            AcrossGroups across) {
  std::string name = resolveVariable(kernel, variable, "set_reduction")->name;
  bool isUpdated =
      std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                  [&](const InstructionPtr &insn) {
                    return insn->update() && insn->assigns(name);
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
