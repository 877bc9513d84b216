// What loopyc writes code for. The targets are an open set: one is a folder in
// lib/CodeGen and a line in lib/CodeGen/Targets.def. Whoever wants to know
// something of a target asks here; nobody asks which one it is.
#ifndef LOOPYC_CODEGEN_TARGET_H
#define LOOPYC_CODEGEN_TARGET_H

#include "loopyc/CodeGen/CodeGen.h"
#include "loopyc/Schedule/DeviceLimits.h"

#include <string>
#include <vector>

namespace loopyc {

class CheckSide;

namespace codegen {
class Dialect;
class Helpers;
class KernelData;
class OutputData;
} // namespace codegen

// A launcher's parameters around those of the kernel, in C.
struct LauncherFrame {
  const char *queue = ""; // the first: "cl_command_queue queue"
  const char *event = ""; // the last: "cl_event *event"
  // What an array is passed as: "cl_mem"; "": a pointer to its elements.
  const char *arrayHandle = "";
};

class Target {
public:
  virtual ~Target();

  // "opencl": of --target, and in NAME_launch_opencl.
  virtual const char *name() const = 0;
  // For a word, in lower case, that others use for this target, what to say;
  // else "".
  virtual std::string hintFor(const std::string &word) const;

  // Identifiers that its launchers use, and what its languages keep that no
  // other has; separated by blanks. No kernel's names are among them, for
  // whatever target they are written.
  virtual const char *reservedNames() const { return ""; }
  // With what no kernel's name begins, likewise: "cl_".
  virtual const char *reservedPrefixes() const { return ""; }

  // --- the device
  // Does it run work-items, or one thread all of a group?
  virtual bool hasWorkItems() const { return true; }
  // Does it put what use_matrix_units says on units of their own?
  virtual bool hasMatrixUnits() const { return false; }
  // Has it the function, or something to make it of?
  virtual bool hasIntrinsic(Intrinsic) const { return true; }
  // What every device of this target has, or nearly every one.
  virtual DeviceLimits limits() const;
  // Its bit in enum loopyrt_target of loopyrt.h.
  virtual int runtimeTarget() const = 0;

  // --- what is written
  // Of the file with the kernels: ".cl".
  virtual const char *deviceSuffix() const = 0;
  virtual std::vector<GeneratedFile>
  files(const std::vector<ScheduledKernel> &kernels, codegen::OutputData &data,
        const CodeGenOptions &options) const = 0;
  virtual DeviceFunction function(codegen::KernelData &data,
                                  codegen::Helpers &helpers,
                                  const CodeGenOptions &options) const = 0;
  virtual LauncherFrame launcherFrame() const { return {}; }
  // What the compiler of a file with these kernels is told of their arithmetic.
  // They stand in the file's first comment, too, where builds find them.
  virtual std::vector<std::string>
  compilerOptions(const std::vector<ScheduledKernel> &) const {
    return {};
  }
  // What the launchers' prototypes need in P.h.
  virtual std::string headerText(const CodeGenOptions &) const { return ""; }
  // The languages of kernels, and of what a launcher computes.
  virtual const codegen::Dialect &dialect() const = 0;
  virtual const codegen::Dialect &hostDialect() const = 0;

  // --- --check
  virtual const CheckSide &checkSide() const = 0;
};

// All targets; the first is the default.
const Targets &allTargets();
// The one that runs on any machine, without a device.
const Target &hostTarget();
// Null if there is none of this name.
const Target *findTarget(const std::string &name);

} // namespace loopyc

#endif
