// The launcher of a kernel of several launches: it checks sizes, places what
// goes from one launch to another, and calls the launchers of the parts, in the
// loops of the host.
#ifndef LOOPYC_LIB_CODEGEN_HOST_SEQUENCE_H
#define LOOPYC_LIB_CODEGEN_HOST_SEQUENCE_H

#include "Host/Launcher.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// What of it a target says.
class SequenceSide {
public:
  virtual ~SequenceSide() = default;

  // "extern \"C\" " in C++.
  virtual std::string linkage() const { return ""; }
  // Allocates `bytes` as `workspace` where that is NULL, and keeps in mind that
  // it did; returns LOOPYC_ERROR_MEMORY where it cannot.
  virtual void allocate(const std::string &bytes, TextBuilder &out) const = 0;
  // Defines the array as the part of the workspace that begins at `offset`.
  virtual void place(const std::string &name, const std::string &type,
                     const std::string &offset, const std::string &bytes,
                     TextBuilder &out) const;
  // May placing set `status` to an error?
  virtual bool placingMayFail() const { return false; }
  // After all launches: gives back what was allocated and placed.
  virtual void release(const std::vector<std::string> &arrays,
                       TextBuilder &out) const = 0;
  // An expression: the status of reading the element at `source` into `target`.
  virtual std::string readBack(const std::string &target,
                               const std::string &source) const = 0;
  // The first argument of a part's launcher: "queue".
  virtual std::string queue() const { return ""; }
  // Its last, where the part's event goes: of this type, "" if it has none.
  virtual std::string eventType() const { return ""; }
  // Are loops of the host recorded that launch the same in each iteration? The
  // target has, for `struct recorded_steps`,
  //   begin_steps(&steps, queue, iterations)  before the loop
  //   replay_step(&steps, &status)   before an iteration: 1 if that is all
  //   end_step(&steps, &status)      behind it: 1 if it is to be done again
  //   end_steps(&steps)              behind the loop
  // and launches of the iteration go to `steps.stream`.
  virtual bool recordsSteps() const { return false; }
  // The whole launcher's return statement.
  virtual std::string result() const { return "return status;"; }
};

// NAME_workspace_bytes and the launcher. `whole`: KernelData of the kernel of
// several launches.
void writeSequence(KernelData &whole, const SequenceSide &side,
                   Helpers &helpers, TextBuilder &out);

// What the launchers of several launches call, whatever the target; `linkage`:
// "extern \"C\" " in C++.
std::string sequenceText(const std::string &linkage = "");

// "size_t NAME_workspace_bytes(int32_t n)"
std::string workspacePrototype(KernelData &whole);
// The same of the kernel's name for the linker, or another.
std::string workspacePrototype(KernelData &whole, const std::string &name);
// For the header: which launches there are, what is read back.
std::vector<std::string> sequenceRemarks(const ScheduledKernel &kernel);

// All kernels of the device, in order.
std::vector<const ScheduledKernel *> allLaunches(const ScheduledKernels &);

} // namespace codegen
} // namespace loopyc

#endif
