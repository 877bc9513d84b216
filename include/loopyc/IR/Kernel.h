// The kernel: one subroutine as loop domains, instructions and data, and the
// translation unit that holds the kernels of a source.
//
// A Kernel is a value: a transformation takes one and returns another. Parts
// that are large or many are shared handles, so a copy is cheap.
#ifndef LOOPYC_IR_KERNEL_H
#define LOOPYC_IR_KERNEL_H

#include "loopyc/IR/Array.h"
#include "loopyc/IR/HostValue.h"
#include "loopyc/IR/Instruction.h"
#include "loopyc/IR/Tags.h"
#include "loopyc/Poly/Set.h"
#include "loopyc/Support/SourceLocation.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace loopyc {

namespace source {
class Language;
struct Declarations;
} // namespace source

// name(parameters) := value. Expanded where used, before scheduling.
struct SubstitutionRule {
  std::string name;
  std::vector<std::string> parameters;
  Expr value;
  SourceRange range; // of the Fortran that it comes from, if known
};

// One transformation that was applied.
struct HistoryEntry {
  std::string transformation;
  std::string arguments;          // as the script gave them
  SourceRange scriptRange;        // the script's line
  // What was asserted or may change results ("assumed n mod 16 = 0",
  // "reassociates additions"); shown in the header comment of the output.
  std::vector<std::string> remarks;
};

// An argument that the source's procedure has not: the extent or lower bound of
// an array that is declared without it, a variable of a module, a component of
// a derived type.
struct HiddenArgument {
  VariablePtr variable; // u_size_1
  HostValue value;
  // Of an extent or lower bound of a region's array, what its declaration
  // says, in variables of the procedure; null if it says nothing. They may have
  // changed since.
  Expr declared;
};

// A Fortran subroutine that the kernel stands for, or a region of a procedure;
// a fused kernel stands for several, called in order. --check compiles
// `source` as the oracle, and the stub replaces `lines` of it by a launch.
struct Origin {
  std::string subroutine; // of a region, the region's name
  std::string module;     // "" for an external subroutine
  bool isRegion = false;
  std::string around;     // of a region, the procedure it stands in
  bool isPure = false;
  // Dummy arguments, in order; of a region, variables of what is around it.
  std::vector<std::string> arguments;
  // These as they were declared, before any transformation.
  std::vector<VariablePtr> variables;
  std::vector<HiddenArgument> hidden;
  // Of a region: its own variables, and the named constants that it mentions.
  std::vector<VariablePtr> locals;
  std::shared_ptr<const source::Declarations> constants;
  // Lines of `source` with the statements that the kernel stands for and
  // nothing else, both included; 0 where there are none.
  int firstLine = 0, lastLine = 0;
  // Does the source itself compute with numbers in single precision? Then
  // results may differ by their rounding.
  bool singlePrecision = false;
  // The kernel's name of a dummy argument where a transformation renamed it.
  std::map<std::string, std::string> renamed;
  // Dummy arguments that need not have one value after kernel and source, with
  // what that depends on: a variable of the subroutine's own that data flows
  // into (fuse_kernels), or private copies in their place (privatize).
  std::map<std::string, std::string> undefined;
  // Such a variable in a subscript, a loop bound or a divisor, where what the
  // source does is undefined as a whole; "" if there is none.
  std::string undefinedRun;
  SourceRange range;
  std::shared_ptr<const std::string> source; // text that was parsed
  std::shared_ptr<const source::Language> language; // of the text
};

struct SlabSpec {
  int before = 0, after = 0; // iterations split off at each end
};

// How the parts of a reduction that several work-groups make become one: in a
// step of its own, in which one group combines them in a fixed order, or as
// each group finishes, by atomic updates in any order. A running value goes
// from group to group in steps, too, or as each looks back at those before it.
enum class AcrossGroups { Steps, Atomics, LookBack };

// Two arguments for which a call may pass one array, although the kernel writes
// it by one of the names (loopyc/Analysis/SameArrays.h).
struct SameArrays {
  std::string written, read;
  bool operator==(const SameArrays &o) const {
    return written == o.written && read == o.read;
  }
};

struct KernelOptions {
  std::map<std::string, std::string> values; // set_options
};

// Where variables stood when one was looked for last. Lists change under it:
// what it says is compared with them before it counts.
class VariablePlaces {
public:
  using Lists = std::array<const std::vector<VariablePtr> *, 2>;
  VariablePtr find(const Lists &lists, const std::string &name);

private:
  using Places = std::unordered_map<std::string, std::pair<size_t, size_t>>;
  std::shared_ptr<const Places> places; // copies of a kernel share them
};

struct Kernel {
  std::string name;
  SourceRange range;

  // Domain forest: each set's dimensions are inames of this set; its
  // parameters are inames of enclosing domains, size parameters, or integer
  // temporaries (data-dependent bounds).
  //   [n] -> { [i] : 0 <= i < n },  [i] -> { [j] : 0 <= j <= i }
  std::vector<poly::Set> domains;
  std::map<std::string, InameTag> inameTags; // absent: a plain loop
  // Inames that transformations replaced everywhere, in terms of those that are
  // there: i -> i_inner + 16*i_outer. Only scripts still mention them.
  std::map<std::string, Expr> formerInames;
  std::vector<InstructionPtr> instructions;
  std::vector<VariablePtr> arguments;        // in calling order
  std::vector<VariablePtr> temporaries;
  std::vector<SubstitutionRule> rules;
  // What holds for the parameters: [n] -> { : n >= 1 }; flat.
  poly::Set assumptions = poly::Set::universe();
  // prioritize_loops: each list from outer to inner.
  std::vector<std::vector<std::string>> loopPriority;
  std::map<std::string, SlabSpec> slabs;     // by iname
  // set_reduction, by variable; absent: in steps.
  std::map<std::string, AcrossGroups> reductionsAcross;
  // Arguments that fix_parameters replaced, with their values.
  std::map<std::string, Expr> fixedParameters;
  std::vector<SameArrays> sameArrays; // found, or assumed by the user
  std::vector<Origin> origins;
  std::vector<HistoryEntry> history;
  KernelOptions options;

  // --- lookup (linear but for variables; build an index for many)
  VariablePtr findVariable(const std::string &name) const; // null if none
  const InstructionPtr *findInstruction(const std::string &id) const;
  const SubstitutionRule *findRule(const std::string &name) const;
  InameTag tagOf(const std::string &iname) const;
  bool hasIname(const std::string &iname) const;
  // All inames, in the order of the domains.
  std::vector<std::string> inames() const;
  // The index of the domain that has `iname` as a dimension; -1 if none.
  int domainOf(const std::string &iname) const;

  // Is `name` used for anything: iname, variable, rule, parameter?
  bool isNameTaken(const std::string &name) const;
  // `base`, or base_0, base_1, ... : the first that is not taken.
  std::string freshName(const std::string &base) const;
  std::string freshInstructionId(const std::string &base) const;

  // Throws UserError naming the kernel, the object and close matches.
  void requireIname(const std::string &iname, const char *transformation) const;
  VariablePtr requireVariable(const std::string &name,
                              const char *transformation) const;

  // Replaces (by name) or appends.
  void setVariable(VariablePtr variable);
  void removeVariable(const std::string &name);

  mutable VariablePlaces places; // of findVariable
};

// { inames : all their domains hold }, with the inames of enclosing domains
// that bounds mention among the dimensions if they are listed, else as
// parameters. Parameters that are data (integer temporaries) remain. The
// assumptions are not part of it.
poly::Set domainOf(const Kernel &kernel, const std::vector<std::string> &inames);

struct TranslationUnit {
  std::vector<Kernel> kernels;
  // The file as read, and as it is named in messages.
  std::shared_ptr<const std::string> source;
  std::string fileName;
};

// All sections of the seed's printed kernel; `dependencies` is the text of the
// last one (lib/Analysis makes it), which is left out if empty.
std::string kernelStr(const Kernel &kernel, const std::string &dependencies = "");

// Runs after the front end and after every transformation; throws
// InternalError that says which invariant is broken: unique names and ids;
// inames of instructions have domains, each iname in one domain; every name
// resolved; subscript counts; types of operands; predicates logical; time
// vectors mention own inames only.
void verifyKernel(const Kernel &kernel);

} // namespace loopyc

#endif
