// Instructions: what is executed at each point of a domain.
#ifndef LOOPYC_IR_INSTRUCTION_H
#define LOOPYC_IR_INSTRUCTION_H

#include "loopyc/IR/Expr.h"
#include "loopyc/IR/Routines.h"
#include "loopyc/Support/SourceLocation.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {

// assignee = value, where the assignee is a VarRef or an ArrayRef. The value
// has the assignee's type.
struct Assignment {
  Expr assignee;
  Expr value;
};

// x = x op e: an assignment whose value is a chain of one operation, of which
// one operand is the assignee, and no other reads the variable. The value stays
// as it is written, x = (a + x) - b, for rounding depends on it.
struct Update : Assignment {
  ReductionOp op{};
  // Indivisible: it may run at the same time as others by the same operation.
  bool atomic = false;
};

// assignees = routine(arguments), [s, c] = sincos(x): several results at once.
// The arguments are read before anything is assigned; each assignee is a
// variable of its own, or an element of it.
struct CallBody {
  Routine routine{};
  std::vector<Expr> assignees;
  std::vector<Expr> arguments;
};

enum class BarrierScope { Local, Global };

// Every work-item of the group (Local) or launch (Global) waits here.
struct BarrierBody {
  BarrierScope scope = BarrierScope::Local;
};

// Nothing; a place for explicit ordering.
struct NoOp {};

// A function that matches a body takes an Update as the Assignment that it is,
// unless it has a case for it.
using InstructionBody =
    std::variant<Assignment, Update, CallBody, BarrierBody, NoOp>;

// The body that assigns the value: an Update if it is one. All assignments are
// made here; so whether one is an update is found out once.
InstructionBody assign(Expr assignee, Expr value);
// The same in the place of another body: an atomic update if that was one and
// this updates by the same operation.
InstructionBody assignLike(const InstructionBody &old, Expr assignee,
                           Expr value);

// The operands of the update's chain but for the assignee, each as what `op`
// combines with it: -b of x - b.
std::vector<Expr> operands(const Update &update);

// The sequential meaning of instances: a vector of integer expressions in the
// instruction's inames, compared lexicographically; shorter vectors are padded
// with 0. From Fortran: [position, loop, position, loop, ..., position], where
// `position` literals number the statements of a block and `loop` is the
// enclosing loop's iname (for a negative step too: inames count upward).
// Even components are integer literals, odd ones any expression.
using ReferenceTime = std::vector<Expr>;

// What is asserted of the dependences on an instruction: between work-items of
// one group (local), or of different groups (global), they need no order.
struct NoSync {
  bool local = false, global = false;
  bool operator==(const NoSync &o) const {
    return local == o.local && global == o.global;
  }
};

// A conjunct of an instruction's guard, e.g. x[i] > 0 or i < j.
using Predicate = Expr;

struct Instruction {
  std::string id;
  InstructionBody body;
  // The inames it is within, in nesting order of the source.
  std::vector<std::string> inames;
  std::vector<Predicate> predicates;
  std::set<std::string> tags;
  ReferenceTime time;
  SourceRange range;
  // Added by hand: ids that must come before, ids without synchronisation.
  std::set<std::string> dependsOn;
  std::map<std::string, NoSync> noSyncWith;

  // What the body assigns to, and the value for each, subscripts of assignees
  // and predicates apart: nothing of a barrier.
  std::vector<Expr> assignees() const;
  std::vector<Expr> values() const;
  // What is evaluated: values (of a call, its arguments), and subscripts of
  // assignees.
  std::vector<Expr> reads() const;
  // Of an instruction that is known to be one; else an InternalError.
  const Assignment &assignment() const;
  const Update *update() const { return std::get_if<Update>(&body); }
  bool within(const std::string &iname) const {
    for (const std::string &own : inames)
      if (own == iname)
        return true;
    return false;
  }
  // Names of the scalars and arrays that it assigns.
  std::vector<std::string> assigneeNames() const;
  bool assigns(const std::string &variable) const;
  // Does it wait for work-groups before its own, whose values it takes over?
  bool looksBack() const;
};

using InstructionPtr = std::shared_ptr<const Instruction>;

// One line: `a[i] = b[i] + 1  {id=insn, tags=t:u}`; predicates as `if (...)`.
std::string instructionStr(const Instruction &insn);

// Every expression of the instruction rewritten: assignee, value, predicates.
// Its reference time is rewritten too iff `timeToo`. The same handle if
// nothing changed.
InstructionPtr mapExprs(const InstructionPtr &insn,
                        const std::function<Expr(const Expr &)> &fn,
                        bool timeToo = false);

} // namespace loopyc

#endif
