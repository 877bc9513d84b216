#include "CFamily/Divisions.h"

#include "loopyc/Analysis/Divisions.h"

using namespace loopyc;
using namespace loopyc::codegen;

bool codegen::hasDivisions(const Instruction &insn) {
  for (const Predicate &predicate : insn.predicates)
    if (divisionCost(predicate) > 0)
      return true;
  const Assignment *assignment = insn.assignment();
  return assignment && (divisionCost(assignment->assignee) > 0 ||
                        divisionCost(assignment->value) > 0);
}

InstructionPtr codegen::simplifyDivisions(const InstructionPtr &insn,
                                          const poly::Set &facts) {
  return mapExprs(insn, [&](const Expr &e) {
    return loopyc::simplifyDivisions(e, facts);
  });
}
