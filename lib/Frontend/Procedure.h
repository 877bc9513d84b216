// One Fortran subroutine or region, free of Flang: what the Flang-facing units
// (lib/Frontend/Flang) hand to KernelBuilder.
//
// Expressions are the IR's, with Fortran's names as they are spelled where they
// are declared, conversions explicit and constants folded. Loop variables are still plain scalars with
// Fortran's values; subscripts are already zero-based (lower bounds are
// subtracted).
#ifndef LOOPYC_LIB_FRONTEND_PROCEDURE_H
#define LOOPYC_LIB_FRONTEND_PROCEDURE_H

#include "loopyc/Frontend/Directives.h"
#include "loopyc/Frontend/Options.h"
#include "loopyc/IR/Array.h"
#include "loopyc/IR/Expr.h"
#include "loopyc/IR/HostValue.h"
#include "loopyc/Source/Lines.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/SourceLocation.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {
namespace frontend {

struct Statement;
using Block = std::vector<Statement>;

struct AssignmentStatement {
  Expr assignee, value;
};

// do variable = first, last, step: `step` is a nonzero constant.
struct DoStatement {
  std::string variable;
  Type type; // of the variable and the bounds
  Expr first, last;
  int64_t step = 1;
  Block body;
};

struct Branch {
  Expr condition; // null for `else`
  SourceRange range;
  Block body;
};

struct IfStatement {
  std::vector<Branch> branches;
};

struct Statement {
  SourceRange range; // of a construct: of its first statement
  int line = 0;      // in the main file, whatever `#line` says; 0 elsewhere
  std::variant<AssignmentStatement, DoStatement, IfStatement> value;
};

// An argument of the kernel that the procedure has not: the extent or lower
// bound of an array whose declaration does not say it; of a subroutine, a
// variable of a module; of a region, a component of a derived type.
struct HiddenVariable {
  Variable variable; // u_size_1, an integer by value; s_q
  HostValue value;
  Expr declared = {}; // of a bound or extent, what the declaration says
};

// Lines of the main file, both included; 0 where there are none that hold
// these statements and nothing else.
using source::LineSpan;

// A subroutine, or a region of a procedure that `!$loopy begin kernel` marks.
struct Procedure {
  std::string name;
  std::string module; // "" for an external subroutine
  // Of a region, the procedure around it ("" for the main program).
  bool isRegion = false;
  std::string around;
  SourceRange range;  // from the subroutine statement to its end statement
  int firstLine = 0, lastLine = 0;  // in the main file
  LineSpan lines;                   // of the executable statements
  // Of a region, where the constructs around it begin, outermost first.
  std::vector<int> constructsAround;
  bool isPure = false;
  // All dummies, in order. Of a region: the variables that it shares with
  // what is around it, in order of their first mention.
  std::vector<std::string> dummies;
  std::vector<HiddenVariable> hidden;
  // Of a region, the named constants that it mentions, as declarations:
  // "real(8), parameter :: gravity = 9.81_8".
  std::vector<std::string> constants;
  // Dummies, hidden arguments, and those locals that the body mentions, in
  // order of declaration.
  // Kinds and intents are as declared (Intent::Unknown where nothing is).
  std::vector<Variable> variables;
  // Of a region, those of `dummies` that are arrays of the procedure whose
  // values nothing but regions reads after it.
  std::vector<std::string> ownArrays;
  // Every name declared in the subroutine, in lower case: what fresh names
  // must avoid.
  std::vector<std::string> declaredNames;
  Block body;
};

// A subroutine or region as analysed, or why it cannot be.
struct AnalysedProcedure {
  std::string name;
  std::string module;
  bool isRegion = false;
  SourceRange range; // of a region: its first line
  std::optional<Procedure> procedure;
  std::optional<UserError> error;
};

struct AnalysedSource {
  std::vector<AnalysedProcedure> subroutines; // in source order
  std::vector<std::string> filesRead;         // includes, modules
};

// Flang's parser and semantic analysis, then the trees above; a procedure
// with kernel regions gives these instead of itself. Throws UserError for
// errors that concern the whole file.
AnalysedSource analyseWithFlang(const std::string &text,
                                const std::string &fileName,
                                const std::vector<KernelRegion> &regions,
                                const FortranOptions &options);

} // namespace frontend
} // namespace loopyc

#endif
