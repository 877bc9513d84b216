#include "CFamily/Divisions.h"

#include "loopyc/Values/Divisions.h"

using namespace loopyc;
using namespace loopyc::codegen;

bool codegen::hasDivisions(const Instruction &insn) {
  for (const Predicate &predicate : insn.predicates)
    if (divisionCost(predicate) > 0)
      return true;
  for (const Expr &read : insn.reads())
    if (divisionCost(read) > 0)
      return true;
  return false;
}

InstructionPtr codegen::simplifyDivisions(const InstructionPtr &insn,
                                          const poly::Set &facts) {
  return mapExprs(insn, [&](const Expr &e) {
    return loopyc::simplifyDivisions(e, facts);
  });
}
