// What the statements of the tree touch: each access with its place among the
// variable's values, as the kernel has it, and in storage, as the schedule
// does. They differ for staged values (reused axes) and for copies that the
// schedule adds (ilp).
#ifndef LOOPYC_LIB_VERIFY_USES_H
#define LOOPYC_LIB_VERIFY_USES_H

#include "Places.h"

namespace loopyc {
namespace verify {

struct Use {
  enum class Kind { Read, Write, Update };
  int leaf = -1;
  Kind kind = Kind::Read;
  ReductionOp op{};            // of an update, which is a read and a write
  bool atomic = false;         // of an update
  std::vector<int> value;   // terms
  std::vector<int> storage; // terms
  // Of a read in a branch of a choice, what holds where its value counts.
  std::vector<Expr> conditions;

  bool reads() const { return kind != Kind::Write; }
  bool writes() const { return kind != Kind::Read; }
};

struct UsedVariable {
  VariablePtr declared; // in the scheduled kernel
  bool hasReused = false;
  std::vector<Use> uses;
};

// Of the variables that the kernel writes, by name. Throws InternalError where
// a statement of the tree is not the kernel's.
std::map<std::string, UsedVariable> usesIn(const Tree &tree,
                                           const ScheduledKernel &scheduled,
                                           const Kernel &kernel, Terms &terms);

// The variable or array that it refers to; null if it is no reference.
const std::string *nameOf(const Expr &e);
// Nodes of one operation, whatever their operands.
bool sameOperation(const Expr &a, const Expr &b);

// Conditions of the scheduled kernel's instruction that the tree's has not: its
// domain must say them.
std::vector<Expr> movedGuards(const Instruction &insn, const Leaf &leaf,
                              const Substitution &positions);

} // namespace verify
} // namespace loopyc

#endif
