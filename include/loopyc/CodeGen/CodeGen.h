// From scheduled kernels to text: device code, launchers, header, stub. The
// last stage; nothing here changes what a kernel means.
//
//   ScheduledKernel --isl AST--> C-family tree --passes--> text
//
// What a kernel NAME becomes, for files with the prefix P:
//
//   OpenCL  P.cl      __kernel void NAME(...)
//           P_host.c  int NAME_launch_opencl(cl_command_queue queue,
//                                            arguments..., cl_event *event)
//   CUDA    P.cu      __global__ NAME, and
//                     int NAME_launch_cuda(cudaStream_t stream, arguments...)
//   C       P.c       int NAME_launch_c(arguments...)
//   all     P.h       declares the launchers of all targets asked for
//           P_stub.f90
//
// With --cuda-kernels=loaded, CUDA's launchers are in P_cuda.c.
//
// A kernel of several launches (ScheduledKernel::launches) has a function for
// each of them, and one launcher; where values go from one to another, also
//
//   size_t NAME_workspace_bytes(scalars...)
//
// and a last argument `workspace`: memory of the device, NULL to let the
// launcher allocate it.
//
// The arguments are those of describeArguments(), in that order: arrays as
// cl_mem, device pointer or host pointer, scalars by value. A launcher returns
// 0 or one of the codes of enum LaunchStatus (in P.h: LOOPYC_ERROR_...);
// loopyc_error_string(int), inline in P.h, gives the text.
#ifndef LOOPYC_CODEGEN_CODEGEN_H
#define LOOPYC_CODEGEN_CODEGEN_H

#include "loopyc/Schedule/ScheduledKernel.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

class Target; // see Target.h
using Targets = std::vector<const Target *>;

// The words of --emit for text that is written to files.
enum class OutputKind { Device, Host, Header, Stub };

struct CodeGenOptions {
  // Base name of the output files, without folders: P.
  std::string prefix = "out";
  // #line directives back to the source (-g).
  bool lineDirectives = false;
  // The file that the stub's lines are of, as markers in it say, by which
  // compilers name its lines in messages; "": there are none.
  std::string markedFile;
  // The source, preprocessed, for the stub; none: no stub is made.
  std::optional<std::vector<std::string>> source;
  std::shared_ptr<const source::Language> language; // of these lines
  std::vector<std::string> includeDirs;             // of files they include
  // Options of single targets that were given, for these to read:
  // "cuda-kernels"
  // -> "loaded".
  std::map<std::string, std::string> ofTargets;
  // Called after each pass over a kernel's tree, if there: the pass, the kernel
  // and its target, the tree before (empty at first) and after.
  std::function<void(const std::string &pass, const std::string &what,
                     const std::string &before, const std::string &after)>
      afterPass;
};

struct GeneratedFile {
  OutputKind kind = OutputKind::Device;
  std::string suffix; // ".cl", "_host.c", ".h", "_stub.f90": name is P + suffix
  std::string text;
};

// Files in the order device, host, header, stub; the header covers all
// targets. Throws UserError for what a target cannot express.
std::vector<GeneratedFile> generate(const std::vector<ScheduledKernel> &kernels,
                                    const Targets &targets,
                                    const CodeGenOptions &options);

// A kernel's function on the device, by itself.
struct DeviceFunction {
  std::string attributes; // "__kernel", bounds of work-groups; may be empty
  std::string signature;  // "void NAME(parameters)"
  std::string body;       // the lines between its braces
};
DeviceFunction deviceFunction(const ScheduledKernel &kernel,
                              const Target &target,
                              const CodeGenOptions &options);

// What a launcher returns.
enum class LaunchStatus {
  Success = 0,       // launched, or there was nothing to do
  Assumption = 1,    // an assumption of the kernel does not hold
  IndexRange = 2,    // an array has more elements than the index type counts
  WorkGroupSize = 3, // the device cannot run work-groups of this size
  LocalMemory = 4,   // ... or has too little local memory
  GridSize = 5,      // more work-groups than the device's grid holds
  ArraySize = 6,     // a buffer is smaller than the array's declared size
  Device = 7,        // the device lacks a feature (double precision)
  Build = 8,         // the device's compiler refused the program
  Memory = 9,        // no memory for a temporary array
  Launch = 10        // the runtime refused the launch
};

// How an array lies in its buffer, in scalar elements.
struct BufferLayout {
  // Of each axis of the kernel's Variable; null for axes tagged sep. The
  // expressions' names are the kernel's value arguments.
  std::vector<Expr> strides;
  // Scalar elements in one buffer, padding included; null if unknown.
  Expr extent;
  // Components of one storage element (2, 4, 8, 16; 1 without a vec axis).
  int lanes = 1;
};

// One argument of a launcher, between the queue or stream and the event.
struct LauncherArgument {
  std::string name;     // in the launcher's prototype
  VariablePtr variable; // of the kernel
  bool isArray = false; // else a scalar by value
  bool read = false, written = false;
  bool isImage = false;
  // Of an array with sep axes: this buffer's index along each, in the order of
  // the axes; empty otherwise. An array has one argument for each index.
  std::vector<int64_t> separate;
  BufferLayout layout;      // of arrays
  std::string cType;        // of the scalar, or of one scalar element, on the
                            // host: int32_t, float, loopyc_cfloat, ...
  std::string declaration;  // as in the prototype: "float *restrict a"
};

std::vector<LauncherArgument> describeArguments(const ScheduledKernel &kernel,
                                                const Target &target);
// Is the launcher's last argument a workspace, which may be NULL?
bool takesWorkspace(const ScheduledKernel &kernel);
// "dgemm_launch_opencl"
std::string launcherName(const ScheduledKernel &kernel, const Target &target);

} // namespace loopyc

#endif
