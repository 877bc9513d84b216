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
  // The first and the last argument of a part's launcher: "queue", "NULL".
  virtual std::string queue() const { return ""; }
  virtual std::string event() const { return ""; }
  // The whole launcher's return statement.
  virtual std::string result() const { return "return status;"; }
};

// NAME_workspace_bytes and the launcher. `whole`: KernelData of the kernel of
// several launches.
void writeSequence(KernelData &whole, const SequenceSide &side,
                   Helpers &helpers, TextBuilder &out);

// "size_t NAME_workspace_bytes(int32_t n)"
std::string workspacePrototype(KernelData &whole);
// For the header: which launches there are, what is read back.
std::vector<std::string> sequenceRemarks(const ScheduledKernel &kernel);

// All kernels of the device, in order.
std::vector<const ScheduledKernel *> allLaunches(const ScheduledKernels &);

} // namespace codegen
} // namespace loopyc

#endif
