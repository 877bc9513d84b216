// The oracle of kernels in the kernel language: plain C (ReferenceProgram.h),
// compiled by the system's C compiler.
#ifndef LOOPYC_LIB_CHECK_KERNELTEXT_KERNELORACLE_H
#define LOOPYC_LIB_CHECK_KERNELTEXT_KERNELORACLE_H

#include "Objects.h"
#include "Oracle.h"
#include "Toolchain.h"

namespace loopyc {
namespace check {

class KernelOracle final : public Oracle {
public:
  explicit KernelOracle(const Workspace &workspace);

  Parts build(const KernelObjects &objects, const std::string &name) override;
  std::optional<Parts> buildFused(const KernelObjects &objects,
                                  const std::string &name) override;
  const Words &linkCommand() const override { return compiler; }
  const char *what() const override { return "the kernel as it was made"; }

private:
  CommandResult compile(const std::string &stem, Words options,
                        Parts &parts) const;

  const Workspace &workspace;
  Words compiler;
};

} // namespace check
} // namespace loopyc

#endif
