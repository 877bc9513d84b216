// An instruction of a kernel as the text that it could have been written as,
// with changes: what scripts make other kernels from.
#ifndef LOOPYC_LIB_SCRIPT_INSTRUCTIONPARTS_H
#define LOOPYC_LIB_SCRIPT_INSTRUCTIONPARTS_H

#include "Arguments.h"
#include "KernelClass.h"

#include <map>
#include <set>

namespace loopyc {
namespace script {

struct InstructionParts {
  std::string id;
  std::string assignee, value;     // of an assignment
  std::string special;             // "... gbarrier"
  std::vector<std::string> inames; // in the order of the nest
  std::set<std::string> dependsOn, tags, noSyncWith;
  std::vector<std::string> predicates;
  int priority = 0;
  bool isAtomic = false;

  // "y[i] = 2*x[i] {id=a, inames=i, dep=*b}"
  std::string text() const;
};

// An expression of a kernel as the kernel's language reads it: of one that is
// made from Fortran, as it is printed.
std::string expressionText(const Kernel &kernel, const Expr &e);

// Throws UserError, by this function's name, where there is none.
const InstructionPtr &instructionNamed(const Kernel &kernel,
                                       const std::string &id,
                                       const char *function);

// Throws UserError for a call of a routine, which has no text.
InstructionParts partsOf(const Kernel &kernel, const Instruction &insn,
                         const std::set<std::string> &dependsOn);
// Which come before others in an iteration of all loops around both, because
// they have to: by instruction.
std::map<std::string, std::set<std::string>>
dependencesById(const std::shared_ptr<const Kernel> &kernel);

// Instructions of kernels that there are, as texts.
class InstructionWriter {
public:
  std::string operator()(const InstructionHandle &insn);

private:
  std::map<const Kernel *, std::map<std::string, std::set<std::string>>>
      dependences;
};

// id=, expression=, assignee=, within_inames=, ... Raises TypeError for what
// is none of these.
void change(InstructionParts &parts, const py::kwargs &changes);

} // namespace script
} // namespace loopyc

#endif
