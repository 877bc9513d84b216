// Check programs: the generated code of one target, compiled once, and linked
// with the parts of each kernel; and how they ended.
#ifndef LOOPYC_LIB_CHECK_PROGRAMS_H
#define LOOPYC_LIB_CHECK_PROGRAMS_H

#include "Toolchain.h"
#include "loopyc/Check/Check.h"
#include "loopyc/CodeGen/CheckSide.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

enum class Outcome { Passed, Failed, Skipped };

struct Verdict {
  Outcome outcome = Outcome::Failed;
  std::string text;
  std::string branches = {}; // how many were taken (Branches.h); often ""
};

class TargetPrograms {
public:
  // Files of the generated code begin with `prefix`.
  // `toCarry`: for another machine, so with the runtimes linked in.
  TargetPrograms(const Workspace &workspace, const Target &target,
                 std::string prefix, bool toCarry = false);

  // Why this target cannot run here; "" if it can.
  std::string missing() const;
  // Generates and compiles the launchers; a verdict if that fails.
  std::optional<Verdict>
  compileKernels(const std::vector<ScheduledKernel> &kernels);
  // Compiles a source of the workspace that calls the launchers, for a program
  // of another target; a verdict if that fails.
  std::optional<Verdict> compileCaller(const std::string &source) {
    return compile(source, Part::Harness, launchers);
  }
  // Compiles `sources` of the workspace and links them with harness.o, the
  // launchers and `others`, objects and libraries; a verdict if that fails.
  std::optional<Verdict> build(const Words &sources, const Words &others,
                               const Words &linkCommand,
                               const std::string &program);

  std::string header() const { return prefix + ".h"; }
  // The launchers, who calls them, and what they need, for a program of another
  // target.
  Words launcherObjects() const;

private:
  // How well generated code is optimised, or what is around it.
  enum class Part { Kernels, Harness };

  std::optional<Verdict> compile(const std::string &source, Part part,
                                 Words &objects) const;
  std::optional<Verdict> link(const Words &command, const Words &objects,
                              const std::string &program) const;
  Words compileCommand(Part part) const;
  Words libraries() const;
  std::optional<Verdict> notInstalled(const std::string &messages) const;

  const Workspace &workspace;
  const Target &target;
  const CheckSide &side; // of the target
  std::string prefix;
  bool toCarry;
  Words compiler;  // of the target: empty if there is none
  Words launchers; // objects, and those of callers
  Words arithmetic; // options that the kernels ask for
};

// Moves a program to the folder for kept ones; the verdict says how to run it.
Verdict keepProgram(const Workspace &workspace, const std::string &program,
                    const Target &target, const std::string &name,
                    const Kernel &kernel, const CheckOptions &options);

Verdict runProgram(const Workspace &workspace, const std::string &program,
                   const Target &target, const Kernel &kernel,
                   const CheckOptions &options);

} // namespace check
} // namespace loopyc

#endif
