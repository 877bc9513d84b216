// From texts in the kernel language to a kernel (seed 001, 2; seed 004):
// domains in isl's notation, instructions, and what is said of the data.
//
//   { [i]: 0 <= i < n }      y[i] = a*x[i] + y[i]
//
// What is not said is found: kinds and shapes of arrays from their subscripts,
// types from those that are given, the loops that an instruction is in, and an
// order (Order.h) of which the language asks no more than `dep` says.
#ifndef LOOPYC_KERNELLANGUAGE_MAKEKERNEL_H
#define LOOPYC_KERNELLANGUAGE_MAKEKERNEL_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace language {

// A text, and where it stands: its first character is at that line and column
// of the file; all others are where they were typed.
struct SourcePart {
  std::string text;
  std::shared_ptr<const std::string> file;
  int firstLine = 1, firstColumn = 1;
};

// What is said of a variable.
struct Declaration {
  std::string name;
  // Absent: as it is used.
  std::optional<VariableKind> kind = VariableKind::ArrayArg;
  AddressSpace space = AddressSpace::Global;
  std::optional<Type> type;
  // Extents, as text; absent: found from subscripts.
  std::optional<std::vector<std::string>> shape;
  // By axis: "N0", "stride:4"; absent: by `order`.
  std::optional<std::vector<std::string>> axisTags;
  char order = 0; // 'C' or 'F'; 0: the kernel's default
  std::vector<std::string> axisNames;
  // Of an argument with one axis, where its subscripts count from; absent: the
  // kernel's default.
  std::optional<std::string> offset;
  // Of a temporary: literals for all elements, the last axis' fastest; empty if
  // there are none.
  std::vector<Expr> initial;
  bool isReadOnly = false;
  // Temporaries of one name here share storage; "": has its own.
  std::string baseStorage;
  // An argument that the device reads as an image (loopyc/IR/Images.h), and
  // its axes where only their number is said.
  bool isImage = false;
  std::optional<size_t> rank;
  // Of an argument, what callers rely on: does the kernel take values from
  // before it, and change any?
  std::optional<bool> isInput, isOutput;
  SourceRange range;

  // Constants in the code, which nothing assigns.
  bool isTable() const {
    return isReadOnly && !initial.empty() && shape && !shape->empty();
  }
};

// How loops are implemented, and in which order they nest.
struct LoopChoices {
  std::map<std::string, InameTag> tags;
  std::map<std::string, SlabSpec> slabs;
  std::vector<std::vector<std::string>> priority;
};

// An operation of reductions that a script defines: of `neutral.size()` values
// at once, combined in ascending order of the iterations unless said otherwise.
struct ReductionOperation {
  std::vector<Expr> neutral; // literals, of what is combined with nothing
  // Each value, as text, in leftOperand(k) and rightOperand(k): of what was
  // combined before, and of one iteration.
  std::vector<std::string> combined;
  // Said by the script: work-items may combine what each has combined.
  bool isAssociative = false, isCommutative = false;

  static std::string leftOperand(size_t k);
  static std::string rightOperand(size_t k);
};

struct KernelSource {
  std::string name = "loopy_kernel";
  SourceRange range; // where it is made
  std::vector<SourcePart> domains;
  std::vector<SourcePart> instructions;
  std::vector<Declaration> data;
  bool findsOthers = true; // "...": variables that `data` leaves out
  std::optional<SourcePart> assumptions;
  char defaultOrder = 'C';
  std::string defaultOffset = "0";
  // Each instruction depends on the one before, and loops ascend.
  bool isSequential = false;
  // Globs of conflicts that are not reported: "conflict(a)" by the variable.
  std::vector<std::string> silenced;
  // Kernels that this one may call, by the names of the calls.
  std::map<std::string, std::shared_ptr<const KernelSource>> functions;
  // Functions in C, by the names of the calls.
  std::map<std::string, ExternalFunctionPtr> externals;
  // Reductions, by the names of their operations.
  std::map<std::string, std::shared_ptr<const ReductionOperation>> reductions;
  // Types of arguments that were given once it was made.
  std::map<std::string, Type> types;
  // Of one that is made anew, tags that no text spells, by instruction: which
  // are parts of one (loopyc/IR/PartMark.h), or of a reduction.
  std::map<std::string, std::set<std::string>> marks;
  // And of parts of one, when they ran before.
  std::map<std::string, ReferenceTime> formerTimes;
  // Of one that is called, what was chosen for its loops: it holds for the
  // loops that they become.
  LoopChoices loops;
  // What the places of instructions are in: the text that comments quote.
  std::shared_ptr<const std::string> file;
};

// What an image cannot have of what is said of it, and what to do; "" if
// nothing.
std::string obstacleToImage(const Declaration &declaration);

// Is the name one of a function that all kernels have, as "sqrt"?
bool isKnownFunction(const std::string &name);

// Throws UserError with a place in the texts. Types may be open.
Kernel makeKernel(const KernelSource &source);

// Functions that the kernel calls, and that are neither kernels among
// `functions`, nor `externals`, nor known by name. Throws UserError for texts
// that are not in the language.
std::set<std::string> unknownFunctions(const KernelSource &source);

} // namespace language
} // namespace loopyc

#endif
