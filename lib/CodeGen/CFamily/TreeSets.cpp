#include "CFamily/TreeSets.h"

#include "loopyc/Values/Affine.h"

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PwAff;
using poly::Set;

Set codegen::conditionSet(const Expr &condition) {
  auto set = toCondition(condition);
  return set ? *set : Set::universe();
}

// a < min(b, c) as a < b and a < c, and so for max(b, c) <= a: no unions.
static Set boundSet(BinaryOp op, const Expr &a, const Expr &b) {
  for (bool left : {true, false}) {
    const auto *call = (left ? a : b).getIf<Call>();
    if (!call || call->fn != (left ? Intrinsic::Max : Intrinsic::Min))
      continue;
    Set all = Set::universe();
    for (const Expr &arg : call->args)
      all = all.intersect(boundSet(op, left ? arg : a, left ? b : arg));
    return all;
  }
  return conditionSet(Expr::binary(op, a, b, Type::logical(4)));
}

static Set upperSet(const Expr &condition) {
  const auto *b = condition.getIf<Binary>();
  if (b && (b->op == BinaryOp::Lt || b->op == BinaryOp::Le))
    return boundSet(b->op, b->a, b->b);
  return conditionSet(condition);
}

Set codegen::loopSet(const Loop &loop) {
  PwAff name = PwAff::name(str(loop.variable));
  auto init = toAffine(loop.init);
  if (!init)
    return Set::universe();
  if (loop.degenerate)
    return name.eq(*init);
  Set range = boundSet(BinaryOp::Le, loop.init, referenceTo(loop.variable))
                  .intersect(upperSet(loop.condition));
  if (loop.step != 1)
    range = range.intersect(
        (name - *init).floorMod(loop.step).eq(PwAff::constant(0)));
  return range;
}
