#include "BufferExpressions.h"

#include "loopyc/IR/ExprParser.h"

using namespace loopyc;

Expr BufferExpressions::expression(const std::string &text,
                                   const char *fallback, const Expr &base,
                                   const Expr &stored) const {
  NameResolver known = withoutReductions(resolverOf(kernel));
  Expr parsed = parseExpr(
      text.empty() ? fallback : text,
      [&](const std::string &word) {
        if (word != "base" && (word != "buffer" || !stored))
          return known(word);
        ResolvedName own;
        own.type = type;
        own.spelling = word;
        return std::optional<ResolvedName>(own);
      },
      type);
  return substitute(parsed, {{"base", base}, {"buffer", stored}});
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
  Expr first = init(base), last = store(base, buffer);
  if (first == base && last == buffer)
    return KeptBy{};
  if (isNumber(first, 0.0) && isCombination(last, BinaryOp::Add))
    return KeptBy{ReductionOp::Add};
  if (isNumber(first, 1.0) && isCombination(last, BinaryOp::Mul))
    return KeptBy{ReductionOp::Mul};
  return std::nullopt;
}
