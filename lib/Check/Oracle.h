// The oracle of --check: the original source, compiled as it stands by its own
// compiler, in a form that C can call.
#ifndef LOOPYC_LIB_CHECK_ORACLE_H
#define LOOPYC_LIB_CHECK_ORACLE_H

#include "Branches.h"
#include "Objects.h"
#include "Toolchain.h"

#include <memory>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

// Files as the oracle's runtime names them, beside those that are compiled as
// they are: for lines of the source that stand elsewhere, and for what is
// around them.
extern const char sourceInMessages[], checkInMessages[];

class Oracle {
public:
  virtual ~Oracle() = default;

  // Of one kernel.
  struct Parts {
    Words objects; // files that make run_oracle() of harness.h
    std::vector<SourceCondition> conditions; // whose branches it counts
  };
  // Throws UserError with the compiler's words where the source does not
  // compile.
  virtual Parts build(const KernelObjects &objects,
                      const std::string &name) = 0;
  // The command that links a program with these objects.
  virtual const Words &linkCommand() const = 0;
};

// That of the input's language.
std::unique_ptr<Oracle> makeOracle(const Workspace &workspace,
                                   const CheckInput &input);

} // namespace check
} // namespace loopyc

#endif
