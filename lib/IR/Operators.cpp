// Integer arithmetic in C++'s notation, folded.
#include "Fold.h"

using namespace loopyc;

Expr loopyc::widened(const Expr &e, Type type) {
  if (auto value = asInteger(e))
    return e.type() == type ? e : Expr::integer(*value, type);
  return Expr::cast(e, type);
}

// What x op y folds to where that needs no sum: null if it does.
static Expr atOnce(BinaryOp op, const Expr &x, const Expr &y) {
  auto a = asInteger(x), b = asInteger(y);
  auto isOneTerm = [](const Expr &e) {
    return e.getIf<VarRef>() || e.getIf<AxisRef>() || e.getIf<IntLit>();
  };
  if (!isOneTerm(x) || !isOneTerm(y))
    return Expr();
  switch (op) {
  case BinaryOp::Add:
    return b == 0 ? x : a == 0 ? y : Expr();
  case BinaryOp::Sub:
    return b == 0 ? x : Expr();
  case BinaryOp::Mul:
    return b == 1 ? x : a == 1 ? y : Expr();
  default:
    return Expr();
  }
}

static Expr arithmetic(BinaryOp op, const Expr &a, const Expr &b) {
  Type type = promote(a.type(), b.type());
  Expr x = widened(a, type), y = widened(b, type);
  if (Expr result = type.isInteger() ? atOnce(op, x, y) : Expr())
    return result;
  return fold(Expr::binary(op, x, y, type));
}

Expr loopyc::operator+(const Expr &a, const Expr &b) {
  return arithmetic(BinaryOp::Add, a, b);
}
Expr loopyc::operator-(const Expr &a, const Expr &b) {
  return arithmetic(BinaryOp::Sub, a, b);
}
Expr loopyc::operator*(const Expr &a, const Expr &b) {
  return arithmetic(BinaryOp::Mul, a, b);
}
Expr loopyc::operator+(const Expr &a, int64_t b) {
  return b == 0 ? a : a + Expr::integer(b, a.type());
}
Expr loopyc::operator-(const Expr &a, int64_t b) {
  return b == 0 ? a : a - Expr::integer(b, a.type());
}
Expr loopyc::operator*(const Expr &a, int64_t b) {
  return b == 1 ? a : a * Expr::integer(b, a.type());
}
Expr loopyc::floorDiv(const Expr &a, int64_t b) {
  return arithmetic(BinaryOp::FloorDiv, a, Expr::integer(b, a.type()));
}
Expr loopyc::floorMod(const Expr &a, int64_t b) {
  return arithmetic(BinaryOp::FloorMod, a, Expr::integer(b, a.type()));
}
