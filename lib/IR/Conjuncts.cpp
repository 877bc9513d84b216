#include "loopyc/IR/Conjuncts.h"

using namespace loopyc;

static void add(const Expr &condition, bool holds, std::vector<Expr> &all) {
  const auto *both = condition.getIf<Binary>();
  if (both && both->op == (holds ? BinaryOp::And : BinaryOp::Or)) {
    add(both->a, holds, all);
    add(both->b, holds, all);
    return;
  }
  const auto *opposite = condition.getIf<Unary>();
  if (opposite && opposite->op == UnaryOp::Not)
    return add(opposite->a, !holds, all);
  all.push_back(holds ? condition : Expr::unary(UnaryOp::Not, condition));
}

std::vector<Expr> loopyc::conjuncts(const Expr &condition, bool holds) {
  std::vector<Expr> all;
  add(condition, holds, all);
  return all;
}
