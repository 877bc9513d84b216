#include "loopyc/Driver/MissingIntrinsics.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace loopyc;
using namespace loopyc::driver;

static std::optional<UserError> missingIntrinsic(const Instruction &insn,
                                                 const Target &target) {
  std::optional<UserError> result;
  for (const auto &list : {insn.values(), insn.reads(), insn.predicates})
    for (const Expr &e : list)
      walk(e, [&](const Expr &node) {
        const Call *call = node.getIf<Call>();
        if (call && !result && !target.hasIntrinsic(call->fn))
          result =
              UserError(std::string("not supported: intrinsic '") +
                            intrinsicName(call->fn) +
                            "' has no counterpart in target '" + target.name() +
                            "'; choose others with --target, or compute "
                            "it before the kernel, into an array",
                        insn.range);
        return !result;
      });
  return result;
}

static std::optional<UserError> missingIntrinsic(const Kernel &kernel,
                                                 const Targets &targets) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const Target *target : targets)
      if (std::optional<UserError> reason = missingIntrinsic(*insn, *target))
        return reason;
  return std::nullopt;
}

void driver::leaveOnHost(frontend::ParsedFortran &parsed,
                         const Targets &targets) {
  std::vector<Kernel> &kernels = parsed.unit.kernels;
  std::vector<Kernel> left;
  for (Kernel &kernel : kernels) {
    std::optional<UserError> reason = missingIntrinsic(kernel, targets);
    if (!reason || kernel.origins.empty()) {
      left.push_back(std::move(kernel));
      continue;
    }
    const Origin &origin = kernel.origins.front();
    parsed.untranslated.push_back({origin.subroutine, origin.module,
                                   origin.isRegion, origin.range, *reason});
  }
  if (left.empty() && !kernels.empty())
    throw parsed.untranslated.back().reason;
  kernels = std::move(left);
}
