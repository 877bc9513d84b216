#include "GlobalBarriers.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

static const BarrierBody *globalBarrier(const Instruction &insn) {
  const auto *barrier = std::get_if<BarrierBody>(&insn.body);
  return barrier && barrier->scope == BarrierScope::Global ? barrier : nullptr;
}

bool loopyc::hasGlobalBarriers(const Kernel &kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    if (globalBarrier(*insn))
      return true;
  return false;
}

std::vector<Kernel> loopyc::cutAtGlobalBarriers(const Kernel &kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    if (globalBarrier(*insn))
      throw UserError("kernel '" + kernel.name + "': '" + insn->id +
                          "' is a global barrier, which no device has inside "
                          "a kernel; write the parts as separate kernels",
                      insn->range);
  return {kernel};
}
