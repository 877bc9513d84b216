// The C-family tree: loops, guards and statement instances on their way from
// isl's AST to text. Expressions in it are IR expressions; array layouts are
// applied when they are printed.
//
//   passes (Passes.cpp) -> print (KernelWriter)
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_TREE_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_TREE_H

#include "loopyc/IR/Instruction.h"
#include "loopyc/IR/Tags.h"

#include <cstdint>
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

// for (iname = init; condition; iname += step) body
struct Loop {
  std::string iname;
  InameTag tag;
  Expr init, condition;
  int64_t step = 1;
  bool degenerate = false; // exactly one iteration, iname == init
  // Of a loop to be unrolled: its iterations, filled by planUnrolling.
  std::vector<UnrolledInstance> instances;
  // The work-item or work-group axis that the loop stands for (C target).
  bool isAxis = false;
  Block body;
};

// if (condition) body
struct Guard {
  Expr condition;
  Block body;
};

// One instance of an instruction: `values` replaces inames by expressions.
struct Execute {
  InstructionPtr insn;
  Substitution values;
  // A further copy from unrolling: its source comment was printed already.
  bool repeated = false;
  // If not empty: all components of one short vector at once.
  std::string vectorIname;
};

struct Barrier {
  bool localMemory = true, globalMemory = false;
  std::string reason;
};

struct Node {
  std::variant<Loop, Guard, Execute, Barrier> value;
};

std::string treeStr(const Block &block);

} // namespace codegen
} // namespace loopyc

#endif
