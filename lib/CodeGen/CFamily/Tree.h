// The C-family tree: loops, guards and statement instances on their way from
// isl's AST to text. Expressions in it are IR expressions; array layouts are
// applied when they are printed.
//
//   passes (Passes.cpp) -> print (KernelWriter)
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_TREE_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_TREE_H

#include "CFamily/LoopVariable.h"
#include "loopyc/IR/Instruction.h"
#include "loopyc/IR/MatrixUnits.h"
#include "loopyc/IR/Tags.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {
namespace codegen {

struct Node;
using Block = std::vector<Node>;

// One value of an unrolled loop's iname, and the condition under which it is
// in the loop's range (true where the range is constant).
struct UnrolledInstance {
  int64_t value = 0;
  Expr guard;
};

// Which way the copies of an unrolled loop's body go.
enum class CopyOrder {
  Ascending,
  Turning, // the other way each time that the loop is met
  AsAround // as those of the loop around
};

// for (variable = init; condition && goesOn; variable += step) body
struct Loop {
  LoopVariable variable;
  InameTag tag;
  Expr init, condition;
  Expr goesOn; // null: always
  int64_t step = 1;
  bool degenerate = false; // exactly one iteration, variable == init
  // Of a loop to be unrolled: its iterations, filled by planUnrolling.
  std::vector<UnrolledInstance> instances;
  CopyOrder copyOrder = CopyOrder::Ascending; // (SerpentineCopies.h)
  // Is it over the work-items along an axis, of which there are several?
  bool isAxis = false;
  Block body;
};

// if (condition) body
struct Guard {
  Expr condition;
  Block body;
};

// What the work-items of a warp do in one operation (MatrixUnits.h).
struct MatrixStep {
  MatrixBlock block;
  Expr a, b; // the factors: of a row and term, and of a term and column
  Expr isInA, isInB; // where there are such; null: everywhere
  // For what a lane wrote and, without the operation, reads itself alone?
  bool waits = false;
};

// Rows that the work-items of a group copy together (RowCopies.h): so many, of
// so many columns, from the element on that the instruction copies.
struct RowStep {
  Expr columns, rows;
};

// One instance of an instruction, where variables have these values.
struct Execute {
  InstructionPtr insn;
  LoopValues values;
  // A further copy from unrolling: its source comment was printed already.
  bool repeated = false;
  // If not empty: all components of one short vector at once.
  std::string vectorIname;
  // Of one component of what a loop tagged vec might have done at once: why it
  // does not.
  std::string scalarReason{};
  // A copy that goes on while what follows runs (AsyncCopies.h).
  bool isAsync = false;
  // Where what it computes is taken (UnseenInstances.h); null: everywhere.
  Expr choice{};
  // If not null: this step in the place of the instances in it.
  std::shared_ptr<const MatrixStep> matrix{};
  std::shared_ptr<const RowStep> rows{};
};

struct Barrier {
  bool localMemory = true, globalMemory = false;
  std::string reason;
  // Batches of such copies that it leaves on their way; -1: there are none.
  int pending = -1;
};

// A call of a function that holds the body (CalledFunctions.h), the last thing
// that happens to a tree: passes before it meet none.
struct FunctionCall {
  struct Parameter {
    std::string name; // in the body
    // What is passed: a number, or the element that a pointer leads to.
    Expr value;
    bool isPointer = false, isWritten = false;
  };
  std::string function; // what it is to be called
  std::vector<Parameter> parameters;
  Block body;
};

struct Node {
  std::variant<Loop, Guard, Execute, Barrier, FunctionCall> value;
};

// Of passes before there are any.
[[noreturn]] void failOnCall(const FunctionCall &call);

std::string treeStr(const Block &block);

// At any depth, each as often as it stands there.
int numberOfStatements(const Block &block);
bool hasBarriers(const Block &block);

} // namespace codegen
} // namespace loopyc

#endif
