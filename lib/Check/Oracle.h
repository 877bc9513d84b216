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
#include <optional>
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

  // Of the calls that one kernel stands for.
  struct Parts {
    Words objects; // files that have the functions
    std::vector<SourceCondition> conditions; // whose branches they count
    // In C: what the functions are, and a statement for each of the calls.
    std::string declarations;
    Words calls;
  };
  // Throws UserError with the compiler's words where the source does not
  // compile.
  virtual Parts build(const KernelObjects &objects,
                      const std::string &name) = 0;
  // The same functions, with products and sums fused where they can be: names
  // with a suffix. Behind build; nullopt where the compiler does not do that.
  virtual std::optional<Parts> buildFused(const KernelObjects &,
                                          const std::string &) {
    return std::nullopt;
  }
  // The command that links a program with these objects.
  virtual const Words &linkCommand() const = 0;
  // "the original Fortran"
  virtual const char *what() const = 0;
};

// One for each source language, made when it is first asked for. A kernel may
// be fused from kernels of several languages: their calls are in order, whoever
// has the functions.
class Oracles {
public:
  Oracles(const Workspace &workspace, const CheckInput &input)
      : workspace(workspace), input(input) {}

  struct Built {
    Words objects; // with NAME_oracle.c, what makes run_oracle() of harness.h
    std::vector<SourceCondition> conditions;
    Words linkCommand;
  };
  // Makes what build needs. Throws UserError where a compiler is not there.
  void prepare(const KernelObjects &objects);
  // Throws UserError as Oracle::build.
  Built build(const KernelObjects &objects, const std::string &name);
  // Objects, with NAME_fused.c, what makes run_fused_oracle() of harness.h; of
  // oracles of one language. Behind build.
  std::optional<Words> buildFused(const KernelObjects &objects,
                                  const std::string &name);

private:
  Oracle &of(source::LanguageKind kind);

  const Workspace &workspace;
  const CheckInput &input;
  std::map<source::LanguageKind, std::unique_ptr<Oracle>> made;
};

} // namespace check
} // namespace loopyc

#endif
