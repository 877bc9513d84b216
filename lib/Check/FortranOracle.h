// The oracle: the original Fortran, compiled as it stands, and called through
// a wrapper with C's calling convention that the Fortran compiler makes for us
// (no guesses at mangled names).
#ifndef LOOPYC_LIB_CHECK_FORTRANORACLE_H
#define LOOPYC_LIB_CHECK_FORTRANORACLE_H

#include "Objects.h"
#include "Toolchain.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

class FortranOracle {
public:
  FortranOracle(const Workspace &workspace, const CheckInput &input);

  // Object files that make run_oracle() of harness.h for the kernel. Throws
  // UserError with the compiler's words where the source does not compile.
  Words build(const KernelObjects &objects, const std::string &name);
  // The command that links a program with Fortran in it.
  const Words &linkCommand() const { return compiler; }

private:
  std::optional<Words> buildBeside(const KernelObjects &objects,
                                   const std::string &name,
                                   std::string &messages);
  std::optional<Words> buildInModule(const KernelObjects &objects);
  Words compileSources(const Origin &origin);
  Words freeLines(const Origin &origin) const;
  Words options() const;
  bool preprocesses() const;
  std::string compile(const std::string &source, const std::string &object,
                      std::string &messages) const;

  const Workspace &workspace;
  const CheckInput &input;
  Words compiler;
  // Objects of the sources compiled so far, by source text.
  std::vector<std::pair<std::shared_ptr<const std::string>, Words>> compiled;
};

} // namespace check
} // namespace loopyc

#endif
