// A launch as Fortran sees it: what the stub calls in place of the statements
// that became a kernel.
//
//   block                                       subroutine saxpy_offload(...)
//     integer(8) :: loopyc_call                   loopyrt_begin
//     call saxpy_offload(loopyc_call, n, a, ..)   loopyrt_array, each array
//     if (loopyc_call /= 0) then                  saxpy_launch_opencl (or _c)
//       (the original statements)                 loopyrt_finish
//     end if                                    end subroutine
//   end block
//
// The original statements run where LOOPYRT_FALLBACK=host says so. Arrays that
// are packed for the call, by the compiler or the stub (PointerCopies.h), are
// told to the runtime before and after it; components of elements of arrays are
// gathered (Gathering.h).
#ifndef LOOPYC_LIB_CODEGEN_FORTRANHOST_OFFLOAD_H
#define LOOPYC_LIB_CODEGEN_FORTRANHOST_OFFLOAD_H

#include "FortranHost/PointedParts.h"
#include "loopyc/CodeGen/CodeGen.h"
#include "loopyc/Source/Fortran/Text.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

using fortran::commaJoined;
using fortran::fortranIndex;
using fortran::fortranLiteral;
using fortran::FortranText;

// One variable of the kernel, and its value where the source calls it.
struct OffloadArgument {
  size_t number = 0;  // among all, from 1
  std::string name;   // the dummy of the offload subroutine
  std::string shown;  // in messages: the source's name
  std::string actual; // at the call
  Type type;
  // Null: a parameter that the script fixed, or that it merged with another.
  VariablePtr variable;
  Expr fixed;             // the value
  std::string mergedWith; // the other one's dummy
  bool isMergedArray = false;
  bool assumedSize = false;
  // Its extents come from the source's `size`, in 32 bits, but the source
  // counts its elements in 64: one may not fit.
  bool mayOverflow = false;
  // Of an assumed-size array, how many elements the kernel reaches; "" where
  // that is not known, and of other arrays.
  std::string reached;
  // Assumed-shape: the compiler may pack it for the call. A pointer: the stub
  // does (PointerCopies.h).
  bool mayBeStrided = false;
  bool isPointer = false;
  // No argument there, but a variable of this common block, "/coef/", that the
  // offload subroutine declares.
  std::string commonBlock;
  // What is asked before anything else is of what it is, or is the value, an
  // extent or a bound of: "present(b)", "allocated(g%w)". "" for what is there.
  std::string existence;
  // "present(w)", where that is asked before `existence`, "allocated(w)".
  std::string presence;
  std::string absent = "0"; // the value, where that does not exist
  std::string touched; // what loopyrt_touched wants to know of it, or ""
  std::vector<LauncherArgument> buffers; // several where an axis is tagged sep

  bool isOfCommonBlock() const { return !commonBlock.empty(); }
  bool isArray() const { return variable && !variable->isScalar(); }
  // Does the call say how many elements it has? -1: the runtime finds out.
  bool takesElements() const { return isArray() && reached.empty(); }
  std::string elements() const {
    return reached.empty() ? name + "_elements" : reached;
  }
  bool isWrittenScalar() const {
    return variable && variable->isScalar() && buffers.front().isArray;
  }
  // Is it handed on, as an optional argument, whether it is there or not? Other
  // values are `absent` then.
  bool mayBeAbsent() const {
    return !existence.empty() && (isArray() || isWrittenScalar());
  }
  // Does the kernel read or write it? It gets no device memory otherwise.
  bool isUsed() const;
  // Has the offload subroutine a dummy argument for it? Compilers warn of one
  // that nothing mentions.
  bool isPassed() const {
    return !isOfCommonBlock() &&
           (!isArray() || isUsed() || mayBeAbsent() || mayOverflow);
  }
  bool isWritten() const;
  // In the order of Fortran's elements, on the device as in the host's array.
  bool isFortranOrder() const;
  // In several buffers or another order on the device?
  bool hasLayout() const { return isArray() && !isFortranOrder(); }
};

class Gathering;
class PointerCopies;

class Offload {
public:
  // Throws UserError where the source's arguments do not determine those of
  // the kernel.
  Offload(const ScheduledKernel &kernel, Targets targets);

  // "saxpy_offload": unique in a program.
  const std::string &subroutine() const { return name; }
  const std::vector<OffloadArgument> &arguments() const { return args; }

  // Of a subroutine that has the kernel's arguments itself: they are passed on
  // under their own names, fixed parameters as literals.
  void callWithOwnNames();
  // What an array's declaration has in parentheses: "int(n, 8), 3_8".
  std::string shapeOf(const OffloadArgument &argument) const;

  // The block at the call; `original`: lines that run on the host, of which the
  // first is the one that all that is generated stands for.
  void writeCall(const std::vector<std::string> &original,
                 FortranText &out) const;
  void writeSubroutine(FortranText &out) const;

private:
  void addArgument(const VariablePtr &variable);
  void addFixed(const std::string &kernelName, const Expr &value);
  void addMerged(const Origin &origin);
  std::string freshDummy(const std::string &wanted) const;
  std::string dummyOf(const Origin &origin, const HiddenArgument &hidden) const;
  void addBuffers();

  std::vector<Gathering> gatherings() const;
  void writeMentions(FortranText &out) const;
  void writeElements(FortranText &out) const;
  void writeResults(const std::vector<Gathering> &gathered,
                    const PointerCopies &copies, FortranText &out) const;
  bool openModules(FortranText &out) const;
  static void closeModules(bool isOpen, FortranText &out);
  void writePacked(bool before, FortranText &out) const;
  void writeOffloadCall(FortranText &out) const;
  void writePacking(const OffloadArgument &argument,
                    const std::string &function, FortranText &out) const;
  std::vector<std::string> parameters() const;
  void askBefore(const Origin &origin, const HiddenArgument &hidden);
  void findOptional();
  void findScalarPointers();
  void writeOffloadInterface(FortranText &out) const;
  void writeParameters(FortranText &out) const;
  void writeDeclarations(FortranText &out) const;
  void writeInterfaces(FortranText &out) const;
  void writeWorkspaceInterfaces(FortranText &out) const;
  void writeLauncherInterface(const Target &target, FortranText &out) const;
  std::vector<const OffloadArgument *> inOrder() const;
  void writeSameArrays(const OffloadArgument &read, FortranText &out) const;
  void writeArrays(FortranText &out) const;
  void writeArray(const OffloadArgument &argument, FortranText &out) const;
  void writeFixedChecks(FortranText &out) const;
  void writeMergedChecks(FortranText &out) const;
  void writeExtentChecks(FortranText &out) const;
  bool hasChecks() const; // any of these?
  void writeWorkspace(FortranText &out) const;
  void writeLaunch(FortranText &out) const;
  // What the subroutine calls it; its own name may be too long for Fortran.
  static std::string localLauncher(const Target &target);
  std::vector<LauncherArgument> values() const;
  std::string valueText(const OffloadArgument &argument) const;
  std::string layoutText(const OffloadArgument &argument) const;
  std::string touchedBytes(const OffloadArgument &argument, bool written) const;
  std::string touchedText(const OffloadArgument &argument) const;
  std::string reachedText(const OffloadArgument &argument) const;
  std::string indexText(const Expr &e) const;

  const ScheduledKernel &scheduled;
  Targets targets;
  std::string name;
  std::vector<OffloadArgument> args;
  PointedParts pointed;
  Substitution dummies; // kernel's names to dummies
};

} // namespace codegen
} // namespace loopyc

#endif
