// --check: do the generated kernels compute what the original Fortran does?
//
//   Origin::source ──Fortran compiler──▶ oracle.o ─┐
//   Origin ──▶ bind(C) wrapper ──────────▶ call.o ─┼─▶ one program for each
//   ScheduledKernel ──▶ harness in C, launchers ───┘   kernel and target
//
// Each program makes random inputs, runs the oracle and the launcher on them,
// and compares everything that the subroutine may write.
#ifndef LOOPYC_CHECK_CHECK_H
#define LOOPYC_CHECK_CHECK_H

#include "loopyc/CodeGen/CodeGen.h"
#include "loopyc/Frontend/Frontend.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace loopyc {
namespace check {

using NamedText = std::pair<std::string, std::string>;

struct CheckOptions {
  std::vector<NamedText> parameters; // --param, values not yet read
  std::vector<NamedText> inits;      // --init, expressions not yet read
  int device = 0;
  std::optional<double> rtol;
  uint64_t seed = 1;
  int runs = 3;
  int timeoutSeconds = 60; // for one kernel on one target
  // Not run but kept here, as KERNEL_TARGET, for a machine with the device and
  // without compilers; "": run.
  std::string keepFolder;
};

struct CheckInput {
  std::string fileName; // of the source
  std::shared_ptr<const source::Language> language;
  frontend::FortranOptions fortran;       // -D, -I, -J for the oracle
  std::vector<std::string> moduleSources; // may define modules that it uses
  std::vector<Kernel> originals;          // as parsed
  // Kernels of the kernel language that the source calls, by the names of these
  // external subroutines.
  std::map<std::string, std::shared_ptr<const Kernel>> called;
  std::vector<ScheduledKernel> kernels;
  Targets targets;
};

struct CheckResult {
  int passed = 0, failed = 0, skipped = 0;
};

// Prints one line for each kernel and target. Throws UserError where inputs
// cannot be chosen (parameters that violate an assumption, subscript arrays
// without --init, ...).
CheckResult check(const CheckInput &input, const CheckOptions &options,
                  llvm::raw_ostream &out);

// lp.auto_test_vs_ref: the reference, run as C, against the kernel on the
// target. Throws UserError where they differ.
void compareKernels(const ScheduledKernel &reference,
                    const ScheduledKernel &kernel, const Target &target,
                    const CheckOptions &options);

} // namespace check
} // namespace loopyc

#endif
