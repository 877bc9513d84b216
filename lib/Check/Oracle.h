// The oracle of --check: the original source, compiled as it stands by its own
// compiler, in a form that C can call; of the kernel language, the kernel as it
// was made.
#ifndef LOOPYC_LIB_CHECK_ORACLE_H
#define LOOPYC_LIB_CHECK_ORACLE_H

#include "Branches.h"
#include "Objects.h"
#include "Toolchain.h"
#include "loopyc/Source/Language.h"

#include <map>
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

// One for each source language, made when it is first asked for.
class Oracles {
public:
  Oracles(const Workspace &workspace, const CheckInput &input)
      : workspace(workspace), input(input) {}
  // That of the language that the kernel was written in.
  Oracle &of(const KernelObjects &objects);

private:
  const Workspace &workspace;
  const CheckInput &input;
  std::map<source::LanguageKind, std::unique_ptr<Oracle>> made;
};

} // namespace check
} // namespace loopyc

#endif
