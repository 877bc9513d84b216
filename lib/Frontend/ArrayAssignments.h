// Assignments to arrays as loops, in an order that Fortran's meaning allows.
#ifndef LOOPYC_LIB_FRONTEND_ARRAYASSIGNMENTS_H
#define LOOPYC_LIB_FRONTEND_ARRAYASSIGNMENTS_H

#include "ArrayElements.h"

namespace loopyc {
namespace frontend {

// A mask, or what is left by one.
struct Guard {
  Expr mask;
  bool isElse = false;
};
using Guards = std::vector<Guard>;

class ArrayAssignments {
public:
  ArrayAssignments(Procedure &procedure, FreshLocals &locals,
                   ArrayElements &elements)
      : procedure(procedure), locals(locals), elements(elements) {}

  // Of an array, or of an element in loops over indices of a forall, under the
  // guards. `isInLoop`: are there other loops around? Throws NotScalarized.
  Block assignment(const Statement &statement, const AssignmentStatement &s,
                   const Nest &around, const Guards &guards, bool isInLoop);
  // The statements under the guards at this position.
  Block guarded(Block body, const Position &position, const Guards &guards);
  // The array that is assigned, or of which an element is.
  std::string assignedName(const AssignmentStatement &s) const;
  // What is assumed of an allocatable array that is assigned as a whole.
  void noteShape(const Statement &statement, const AssignmentStatement &s);

private:
  bool isUnrolled(const AssignmentStatement &s, const Shape &shape) const;
  Block unrolled(const AssignmentStatement &s, const Shape &shape,
                 const std::string &assigned, const Guards &guards);
  Block inAnyOrder(const Statement &statement, const AssignmentStatement &s,
                   const Nest &nest, const Position &position,
                   const std::string &assigned, const Guards &guards,
                   bool isInLoop);
  Expr copyOf(const AssignmentStatement &s, const Expr &target,
              const Nest &nest, const Position &position,
              const std::string &assigned);

  Procedure &procedure;
  FreshLocals &locals;
  ArrayElements &elements;
};

// Moves the statements to the end of the others.
void append(Block from, Block &to);

} // namespace frontend
} // namespace loopyc

#endif
