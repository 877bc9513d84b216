#include "KernelFacts.h"

#include <algorithm>

using namespace loopyc;

bool loopyc::isWritten(const Kernel &kernel, const std::string &variable) {
  return std::any_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->assigns(variable); });
}

poly::Names loopyc::integerValues(const Kernel &kernel) {
  poly::Names names;
  for (const VariablePtr &argument : kernel.arguments)
    if (argument->isValue() && argument->type.isInteger())
      names.push_back(argument->name);
  return names;
}
