// A Fortran file as a program, free of Flang: what the Flang-facing units
// (lib/Frontend/Flang) hand over, what the passes in ProgramPasses.cpp change,
// and of which KernelBuilder takes procedures and regions.
//
// All procedures are here, with all statements but `continue`. What no kernel
// can have (a call, a host's statement) is a statement too, and says so: reasons
// are recorded where they hold (Facts), and Obstacles.h asks for them.
//
// Expressions are the IR's, with Fortran's names as they are spelled where they
// are declared, conversions explicit and constants folded. Loop variables are
// still plain scalars with Fortran's values. Subscripts of elements are already
// zero-based (lower bounds are subtracted); those of an ArrayView are as
// written.
#ifndef LOOPYC_LIB_FRONTEND_PROGRAM_H
#define LOOPYC_LIB_FRONTEND_PROGRAM_H

#include "loopyc/Frontend/Directives.h"
#include "loopyc/Frontend/Options.h"
#include "loopyc/IR/Array.h"
#include "loopyc/IR/Expr.h"
#include "loopyc/IR/HostValue.h"
#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/HostObject.h"
#include "loopyc/Source/Lines.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Support/SourceLocation.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace loopyc {
namespace frontend {

struct Statement;
using Block = std::vector<Statement>;

// One subscript of a designator, with Fortran's values; null where nothing is
// written.
struct Subscript {
  enum class Kind { Element, Section, Vector };
  Kind kind = Kind::Element;
  // Of an element; of a vector, an array operand, or, behind scalarizeArrays,
  // its element at vectorPosition().
  Expr index;
  Expr first, last, stride; // of a section
  Expr size;                // of a vector, behind scalarizeArrays
};

// Stands for a position in a vector subscript, from 0; no Fortran name is this.
inline Expr vectorPosition() {
  return Expr::var("position#", Type::integer(8));
}

// --- calls

// What a designator stands for, as it is written: a variable, an element or a
// section of one, a component.
//   state%h(1:n, j)   {"state", "h" with two subscripts}, rank 1
struct ArrayView {
  struct Part {
    std::string name;
    std::vector<Subscript> subscripts; // none: the whole
  };
  std::vector<Part> path;
  std::vector<Expr> lowerBounds; // of its last part, as declared; null: unknown
  int rank = 0;                  // of the whole
};

struct Callee {
  enum class Kind {
    Intrinsic,
    External,
    Module,
    Internal,
    StatementFunction,
    Dummy,
    Pointer,
    TypeBound
  };
  Kind kind = Kind::External;
  std::string called;              // as the call names it: of a generic, that
  std::string name;                // of the procedure
  std::string module;              // where it is defined
  std::optional<size_t> procedure; // in Program::procedures, if it is there
  // "module 'm', which was not found; ...": what may have it; "" for nothing.
  std::string missing = "";
  bool isNamedThere = false; // does the USE statement name it?
};

// An actual argument and what it is associated with.
struct Argument {
  struct Absent {};  // an optional one
  struct Unknown {}; // the obstacle says why
  struct ProcedureName {
    std::string name;
    Callee callee;
  };
  using Value = std::variant<Absent, Unknown, Expr, ArrayView, ProcedureName>;

  std::string dummy; // "": its name is not known here
  Value value;
  std::optional<UserError> obstacle; // why no kernel can be given it
};

// --- arrays

// A value with a shape, or one that is made of such: a(:, j), [1.0, x], sum(a).
// In expressions a variable stands for it, `value`, which no Fortran name is.
// Of an array it is the element at the position where the expression is
// evaluated:
//   a(2:n) = b(:)*sum(c)    array#1 = array#2*array#4, array#4 of sum(array#3)
// scalarizeArrays makes loops over elements of these.
struct ArrayOperand {
  // Whatever its expressions mention comes before it.
  struct Argument {
    Expr value; // null: absent
    int rank = 0;
  };
  struct Section {
    std::string variable;
    std::vector<Subscript> subscripts; // none: the whole
    bool isAllocatable = false;        // the whole of an allocatable variable
  };
  // The elements of a constant, in their order, chosen by subscripts with its
  // bounds.
  struct Table {
    std::vector<int64_t> lowerBounds, extents;
    std::vector<Expr> elements;
    std::vector<Subscript> subscripts; // none: the whole
  };
  // [x, a(:), (b(i), i = 1, n)]
  struct Constructor {
    struct Item {
      Argument value;       // of an implied do: none
      std::string variable; // of an implied do, of 64 bits
      Expr first, last, step;
      std::vector<Item> items;
    };
    std::vector<Item> items;
  };
  struct Intrinsic {
    std::string name;
    std::vector<Argument> arguments; // in common order (Intrinsics.h)
  };
  // What a function returns that is not elemental.
  struct Result {
    Callee callee;
    std::vector<frontend::Argument> arguments; // of the callee, in order
  };
  std::string value;
  Type type;    // of the elements
  int rank = 0; // 0: a scalar made of arrays
  std::variant<Section, Table, Constructor, Intrinsic, Result> form;
};

// --- functions

// A reference to a function: expressions of the statement have a variable of
// the name `value` in its place, which no Fortran name is.
struct FunctionReference {
  std::string value;
  Callee callee;
  std::vector<Argument> arguments; // of the callee, in order
  UserError obstacle;              // as long as it is not inlined
  int rank = 0; // of an elemental function's result; its arguments are then
                // expressions of elements
};

// --- statements

// What is known of a statement, or of a condition, besides what it says.
struct Facts {
  std::vector<UserError> obstacles;          // why no kernel can have it
  size_t scalarObstacles = 0; // so many in what certainly has no loop
  std::vector<FunctionReference> references; // in order of evaluation
  std::vector<ArrayOperand> arrays;          // none after scalarizeArrays
  // A part of the statement behind it, evaluated before the rest: its functions
  // must change nothing.
  bool isAhead = false;
};

// Either is null if an obstacle says why. Of arrays, the assignee is the
// variable of an operand.
struct AssignmentStatement {
  Expr assignee, value;
};

// What `do concurrent` says of its loops, of which this is the outermost.
struct Concurrency {
  size_t loops = 1; // each but the last has the next as its whole body
  std::vector<std::string> local, localInit; // a copy in each iteration
  std::vector<std::string> shared;
  std::vector<std::pair<ReductionOp, std::string>> reduced;
};

// do variable = first, last, step: `step` is a nonzero constant, or 0 where it
// is none: then `variableStep` is what it is, or null, and an obstacle says
// why.
struct DoStatement {
  std::string variable;
  Type type; // of the variable, the bounds and the step
  Expr first, last;
  int64_t step = 1;
  Block body;
  Expr variableStep;
  // Of the array section whose elements it goes through, if that is no
  // constant: not zero.
  Expr stride;
  std::optional<Concurrency> concurrent;
};

// do ... end do, which only a jump ends.
struct LoopStatement {
  Block body;
};

// Statements that a jump may leave, of a construct with names of its own or
// not: these are the procedure's.
struct BlockStatement {
  Block body;
  std::vector<std::string> locals = {}; // come anew each time, without a value
};

// Each statement inside, if the flag holds when its turn comes.
struct GuardedStatement {
  Expr flag;
  Block body;
};

struct Branch {
  Expr condition; // null for `else`, or if an obstacle says why
  bool isElse = false;
  SourceRange range;
  Block body;
  Facts facts; // of the condition
};

struct IfStatement {
  std::vector<Branch> branches;
};

// select case; `selector` is null if an obstacle says why.
struct SelectStatement {
  struct Range {
    Expr first, last; // null: no limit
  };
  struct Case {
    std::vector<Range> ranges;
    bool isDefault = false;
    SourceRange range;
    Block body;
  };
  Expr selector;
  std::vector<Case> cases;
};

// Goes on behind a construct, with the next iteration of a loop, or at a label.
struct JumpStatement {
  enum class Kind { Exit, Cycle, Goto };
  Kind kind = Kind::Exit;
  // A construct (Statement::construct), or 0 for the procedure as a whole,
  // which a `return` leaves; of Goto, a label.
  int target = 0;
};

// Where jumps to the label go on.
struct LabelStatement {
  int label = 0;
};

// Each condition is a mask; `else` is for elements that none had.
struct WhereStatement {
  std::vector<Branch> branches;
};

// Each statement for all values of the indices, one after the other.
struct ForallStatement {
  struct Index {
    std::string variable; // which no Fortran name is
    std::string name;     // as it is written
    Type type;
    Expr first, last, step;
  };
  std::vector<Index> indices;
  Branch body; // its condition is the mask, isElse without one
};

// Of a function whose result is an array, or of a derived type, arguments for
// that come last.
struct CallStatement {
  Callee callee;
  std::vector<Argument> arguments;
  size_t results = 0; // how many arguments are for the result
};

// A statement or construct that only the host executes.
struct HostStatement {
  enum class Kind {
    PointerAssignment,
    Allocation,
    InputOutput,
    Jump, // assigned goto, arithmetic if
    Stop,
    Loop, // of another kind than DoStatement
    Selection,
    Scope, // associate, block
    Other
  };
  Kind kind = Kind::Other;
  std::string what;          // "allocate statement"
  std::vector<Block> blocks; // inside it
};

// A kernel region, which is a procedure of its own, in the place of its
// statements.
struct RegionStatement {
  size_t procedure; // in Program::procedures
};

struct Statement {
  SourceRange range; // of a construct: of its first statement
  int line = 0;      // in the main file, whatever `#line` says; 0 elsewhere
  // The same of the calls, from the outermost, in whose place it stands.
  std::vector<int> callLines = {};
  std::variant<AssignmentStatement, DoStatement, LoopStatement, IfStatement,
               SelectStatement, WhereStatement, ForallStatement, BlockStatement,
               GuardedStatement, JumpStatement, LabelStatement, CallStatement,
               HostStatement, RegionStatement>
      value;
  Facts facts;
  int construct = 0; // what jumps call it, in its procedure; 0: none does
};

// Numbers of the branches that may be taken: those whose condition is not the
// constant false, up to one that is true.
std::vector<size_t> branchesTaken(const IfStatement &conditional);

// --- procedures

// An argument of the kernel that the procedure has not: the extent or lower
// bound of an array whose declaration does not say it; of a subroutine, a
// variable of a module; of a region, a component of a derived type.
struct HiddenVariable {
  Variable variable; // u_size_1, an integer by value; s_q
  HostValue value;
  Expr declared = {};     // of a bound or extent, what the declaration says
  // A module's variable that is no other's to name, or to assign.
  bool isPrivate = false, isProtected = false;
};

// A variable that a procedure shares with others, as its owner has it.
struct OuterVariable {
  // Of a region: the procedure that it stands in. Host: that of the internal
  // procedure, or of the one that the region stands in.
  // Of a variable of a common block: the block ("/coef/"), and its position
  // there, for procedures may call it differently.
  enum class Owner { Around, Host, Module, CommonBlock };
  Owner owner = Owner::Host;
  std::string module, name;
};

// As a procedure declares it.
struct CommonBlock {
  struct Member {
    std::string name, type, shape; // "d", "real(8)", "(1:8, 1:8)"

    bool isAs(const Member &o) const {
      return type == o.type && shape == o.shape;
    }
  };
  std::string name; // "/coef/"
  std::vector<Member> members;
  SourceRange place;
};

// Extents that are assumed to be the same: of an allocatable variable, and of
// what is assigned to it; of an array, and of the dummy argument that it is
// passed for. Callers are held to them.
struct EqualExtents {
  Expr a, b;
  std::string unless; // what to do about it where they cannot be compared
  SourceRange range;
  bool isCertain = false; // they are, compared or not
};

// Statements around which a procedure is cut into regions.
struct HostPart {
  UserError reason;
  bool hasLoops = false;
};

// An array, or an object of derived type, that the host's statements there
// read or assign.
struct HostMention {
  std::string variable;
  SourceRange range;
};

// The logical value of `present(dummy)`, by a name that is none of Fortran.
inline std::string presenceName(const std::string &dummy) {
  return dummy + "#present";
}

// Lines of the main file, both included; 0 where there are none that hold
// these statements and nothing else.
using source::LineSpan;

// A program unit or subprogram; or a region of one, which `!$loopy begin
// kernel` marks.
struct Procedure {
  enum class Kind { MainProgram, Subroutine, Function, Region };
  Kind kind = Kind::Subroutine;
  std::string name;   // "" for a main program without one
  std::string module; // "" for an external subroutine
  // The host of an internal procedure, or what a region stands in; an index in
  // Program::procedures.
  std::optional<size_t> host;
  std::string around; // of a region, the host's name ("" for the main program)
  // Of a region: does it hold all statements of its host, without being marked?
  // So subroutines become kernels that have variables which no subroutine can be
  // given as arguments: components, those of the host, of common blocks.
  bool isWhole = false;
  // Of a region: does it hold statements between those that only the host
  // executes, without being marked?
  bool isCut = false;
  bool hasRegions = false;
  // Are statements and variables those of the source? Not where `obstacles` say
  // why nothing of it is known.
  bool isAnalysed = false;
  SourceRange place; // for notes: a region's first line
  SourceRange range; // from the first statement to its end statement
  int firstLine = 0, lastLine = 0; // in the main file
  LineSpan lines;                  // of the executable statements
  // Of a region, where the constructs around it begin, outermost first.
  std::vector<int> constructsAround;
  bool isPure = false, isElemental = false;
  // Of another file: it is here to be inlined.
  bool isElsewhere = false;
  // All dummies, in order. Of a region: the variables that it shares with
  // what is around it, in order of their first mention.
  std::vector<std::string> dummies;
  // Of these: an actual argument may be absent, or is copied (VALUE).
  std::vector<std::string> optional, copied;
  std::string result; // of a function, the variable with its result
  std::vector<HiddenVariable> hidden;
  // Of a region, the named constants that it mentions, as declarations:
  // "real(8), parameter :: gravity = 9.81_8".
  std::vector<std::string> constants;
  // Constants of derived types and generic names, which it uses of their
  // modules instead: "waves, only: tc => c".
  std::vector<std::string> namesOfModules;
  // The variables that it mentions, as the host declares them.
  std::vector<source::HostObject> objects;
  // And its statement functions, each as an internal one.
  std::vector<std::string> statementFunctions;
  // Of a region, the names that it mentions of associate constructs around for
  // parts of arrays, from the outermost: "col => a(:, j)".
  std::vector<std::string> associations;
  // Dummies, hidden arguments, and those locals that the body mentions, in
  // order of declaration; without those that no kernel can have.
  // Kinds and intents are as declared (Intent::Unknown where nothing is).
  std::vector<Variable> variables;
  // Which of these are not its own, by their names here.
  std::map<std::string, OuterVariable> outer;
  // Those of which it mentions a variable.
  std::vector<CommonBlock> commonBlocks;
  // Of a region, those of `dummies` that are variables of the procedure whose
  // values nothing but regions reads after it.
  std::vector<std::string> own;
  // Those that have no value where it begins.
  std::vector<std::string> unset;
  // What the translation assumes of its values: "assumed that ...".
  std::vector<std::string> remarks;
  std::vector<EqualExtents> equalExtents;
  // Every name declared in the subroutine, in lower case: what fresh names
  // must avoid.
  std::vector<std::string> declaredNames;
  Block body;
  // What was inlined; whether in the place of a call of its own, or of one of
  // the internal procedures among these.
  std::vector<std::pair<Callee, bool>> inlined;
  // Temporaries that came with that.
  std::vector<std::string> inlinedLocals;
  // Of a procedure that was cut into regions: what the host executes.
  std::vector<HostPart> hostParts;
  std::vector<HostMention> hostMentions;
  // Why it cannot be a kernel, whatever its statements are.
  std::vector<UserError> obstacles;
  // The same, but a kernel that calls it may have its statements.
  std::vector<UserError> ownObstacles;

  bool isRegion() const { return kind == Kind::Region; }
  bool isMarked() const { return isRegion() && !isWhole && !isCut; }
  // Is it meant to be one? Of a procedure with regions, these are kernels.
  bool isKernel() const {
    return isRegion() ||
           (kind == Kind::Subroutine && !host && !hasRegions && !isElsewhere);
  }
};

struct Program {
  std::string fileName;
  std::string text; // of the main file
  fortran::Form form = fortran::Form::Free;
  std::vector<TaggedRegion> tagged;
  // In source order; the regions of one behind it.
  std::vector<Procedure> procedures;
  std::vector<std::string> filesRead; // includes, modules
  // Other files whose procedures cannot be inlined, for these errors.
  std::map<std::string, UserError> unusable;
};

// Flang's parser and semantic analysis, then procedures as above. Throws
// UserError for errors that concern the whole file.
Program analyseWithFlang(const std::string &text, const std::string &fileName,
                         const Directives &directives,
                         const FortranOptions &options);

// Calls `visit` with each block directly inside a statement, in order.
template <typename S, typename Visit>
void forEachBlock(S &statement, const Visit &visit) {
  match(statement.value, [&](auto &part) {
    using Part = std::remove_const_t<std::remove_reference_t<decltype(part)>>;
    if constexpr (std::is_same_v<Part, DoStatement> ||
                  std::is_same_v<Part, LoopStatement> ||
                  std::is_same_v<Part, BlockStatement> ||
                  std::is_same_v<Part, GuardedStatement>)
      visit(part.body);
    else if constexpr (std::is_same_v<Part, IfStatement> ||
                       std::is_same_v<Part, WhereStatement>)
      for (auto &branch : part.branches)
        visit(branch.body);
    else if constexpr (std::is_same_v<Part, SelectStatement>)
      for (auto &choice : part.cases)
        visit(choice.body);
    else if constexpr (std::is_same_v<Part, ForallStatement>)
      visit(part.body.body);
    else if constexpr (std::is_same_v<Part, HostStatement>)
      for (auto &block : part.blocks)
        visit(block);
    else
      static_assert(std::is_same_v<Part, AssignmentStatement> ||
                    std::is_same_v<Part, JumpStatement> ||
                    std::is_same_v<Part, LabelStatement> ||
                    std::is_same_v<Part, CallStatement> ||
                    std::is_same_v<Part, RegionStatement>);
  });
}

// Calls `visit` with each expression in the subscripts of a view.
template <typename Visit>
void forEachExpr(const ArrayView &view, const Visit &visit) {
  for (const ArrayView::Part &part : view.path)
    for (const Subscript &subscript : part.subscripts)
      for (const Expr &e : {subscript.index, subscript.first, subscript.last,
                            subscript.stride, subscript.size})
        if (e)
          visit(e);
}

} // namespace frontend
} // namespace loopyc

#endif
