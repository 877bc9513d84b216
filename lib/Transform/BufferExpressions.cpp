#include "BufferExpressions.h"

using namespace loopyc;

Expr BufferExpressions::init() const {
  const Expr &given = options.initExpression;
  return given ? given : Expr::var("base", type);
}

Expr BufferExpressions::store() const {
  const Expr &given = options.storeExpression;
  return given ? given : Expr::var("buffer", type);
}

Expr BufferExpressions::init(const Expr &base) const {
  return substitute(init(), {{"base", base}});
}

Expr BufferExpressions::store(const Expr &base, const Expr &buffer) const {
  return substitute(store(), {{"base", base}, {"buffer", buffer}});
}

static bool isNumber(const Expr &e, double value) {
  if (const auto *real = e.getIf<RealLit>())
    return real->value == value;
  if (const auto *complex = e.getIf<ComplexLit>())
    return complex->re == value && complex->im == 0;
  if (const auto *cast = e.getIf<Cast>())
    return isNumber(cast->a, value);
  auto integer = asInteger(e);
  return integer && static_cast<double>(*integer) == value;
}

static bool isCombination(const Expr &e, BinaryOp op) {
  const auto *binary = e.getIf<Binary>();
  if (!binary || binary->op != op)
    return false;
  const auto *a = binary->a.getIf<VarRef>(), *b = binary->b.getIf<VarRef>();
  return a && b &&
         ((a->name == "base" && b->name == "buffer") ||
          (a->name == "buffer" && b->name == "base"));
}

std::optional<KeptBy> BufferExpressions::keptBy() const {
  Expr base = Expr::var("base", type), buffer = Expr::var("buffer", type);
  Expr first = init(), last = store();
  if (first == base && last == buffer)
    return KeptBy{};
  if (isNumber(first, 0.0) && isCombination(last, BinaryOp::Add))
    return KeptBy{ReductionOp::Add};
  if (isNumber(first, 1.0) && isCombination(last, BinaryOp::Mul))
    return KeptBy{ReductionOp::Mul};
  return std::nullopt;
}
