#include "Scans/RunningUpdate.h"

#include "Reductions/PartialResult.h"
#include "loopyc/Transform/Instructions.h"

using namespace loopyc;

static Expr one(Type type) { return neutralElement(ReductionOp::Mul, type); }

static Expr product(const Expr &a, const Expr &b) {
  return a == one(a.type()) ? b : Expr::binary(BinaryOp::Mul, a, b);
}

// Of a sum, a difference, a product or a quotient; an operand without s has a
// null factor.
static std::optional<Expr> factorOf(const Expr &e, const std::string &s);

static std::optional<Expr> factorOf(const Binary &e, const std::string &s,
                                    Type type) {
  std::optional<Expr> a = factorOf(e.a, s), b = factorOf(e.b, s);
  if (!a || !b)
    return std::nullopt;
  switch (e.op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    if (!*b)
      return a;
    if (*a)
      return Expr::binary(e.op, *a, *b);
    return e.op == BinaryOp::Add ? *b : Expr::unary(UnaryOp::Neg, *b);
  case BinaryOp::Mul:
    if (!*b)
      return product(*a, e.b);
    return *a ? std::nullopt : std::optional(product(*b, e.a));
  case BinaryOp::Div:
    if (!*b && !type.isInteger())
      return Expr::binary(BinaryOp::Div, *a, e.b);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

static std::optional<Expr> factorOf(const Expr &e, const std::string &s) {
  if (!mentions(e, s))
    return Expr();
  if (e.getIf<VarRef>())
    return one(e.type());
  if (const auto *unary = e.getIf<Unary>(); unary && unary->op == UnaryOp::Neg)
    if (std::optional<Expr> a = factorOf(unary->a, s))
      return Expr::unary(UnaryOp::Neg, *a);
  if (const auto *binary = e.getIf<Binary>())
    return factorOf(*binary, s, e.type());
  return std::nullopt;
}

std::optional<Expr> loopyc::linearFactor(const Expr &value,
                                         const std::string &s) {
  Type type = value.type();
  if (!mentions(value, s) ||
      !(type.isReal() || type.isComplex() || type.isInteger()))
    return std::nullopt;
  return factorOf(value, s);
}

Composition::Values Composition::nothing() const {
  if (op)
    return {identity(*op, type)};
  return {one(type), identity(ReductionOp::Add, type)};
}

static Composition::Values folded(Composition::Values values) {
  for (Expr &value : values)
    value = fold(value);
  return values;
}

Composition::Values Composition::composed(const Values &first,
                                          const Values &second) const {
  return folded(loopyc::composed(op, first, second));
}

Expr Composition::applied(const Values &piece, const Expr &s) const {
  return fold(loopyc::applied(op, piece, s));
}
