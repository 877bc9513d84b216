#include "CFamily/Divisions.h"

#include "loopyc/Analysis/Affine.h"

using namespace loopyc;
using namespace loopyc::codegen;

static int floorCount(const Expr &e) {
  int count = 0;
  walk(e, [&](const Expr &node) {
    if (const auto *b = node.getIf<Binary>())
      count += b->op == BinaryOp::FloorDiv || b->op == BinaryOp::FloorMod;
    return true;
  });
  return count;
}

bool codegen::hasDivisions(const Instruction &insn) {
  for (const Predicate &predicate : insn.predicates)
    if (floorCount(predicate) > 0)
      return true;
  const Assignment *assignment = insn.assignment();
  return assignment && floorCount(assignment->assignee) +
                               floorCount(assignment->value) >
                           0;
}

// The largest integer subtrees with such operations that are affine.
static Expr simplified(const Expr &e, const poly::Set &facts) {
  if (floorCount(e) == 0)
    return e;
  if (e.type().isInteger())
    if (auto value = toAffine(e)) {
      Expr better = fold(fromAffine(value->gist(facts), facts, e.type()));
      return floorCount(better) < floorCount(e) ? better : e;
    }
  std::vector<Expr> parts = operands(e);
  for (Expr &part : parts)
    part = simplified(part, facts);
  return withOperands(e, parts);
}

InstructionPtr codegen::simplifyDivisions(const InstructionPtr &insn,
                                          const poly::Set &facts) {
  return mapExprs(insn,
                  [&](const Expr &e) { return simplified(e, facts); });
}
