// Integer arithmetic in C++'s notation, folded.
#include "Fold.h"

using namespace loopyc;

Expr loopyc::widened(const Expr &e, Type type) {
  if (auto value = asInteger(e))
    return e.type() == type ? e : Expr::integer(*value, type);
  return Expr::cast(e, type);
}

static Expr arithmetic(BinaryOp op, const Expr &a, const Expr &b) {
  Type type = promote(a.type(), b.type());
  Expr x = widened(a, type), y = widened(b, type);
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
