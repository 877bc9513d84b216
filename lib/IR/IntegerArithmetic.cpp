// Integer arithmetic in one canonical form, that of IntegerSum.h.
#include "Fold.h"

#include "loopyc/IR/IntegerOperations.h"
#include "loopyc/IR/IntegerSum.h"

#include <algorithm>

using namespace loopyc;

// Products of sums with more terms than this stay products, and so do products
// of more factors.
static constexpr size_t maxTerms = 64;

static IntegerSum linearize(const Expr &e);

static IntegerSum atom(const Expr &e) {
  IntegerSum sum;
  if (auto value = asInteger(e))
    sum.constant = fitting(*value);
  else
    sum.terms.push_back(IntegerTerm{1, {e}});
  return sum;
}

// The divisor, if it is a product.
static std::optional<IntegerTerm> asProduct(const Expr &divisor) {
  IntegerSum sum = linearize(divisor);
  if (sum.constant != 0 || sum.terms.size() != 1 ||
      sum.terms.front().coefficient == 0)
    return std::nullopt;
  return sum.terms.front();
}

// A floor division, or its remainder, by a divisor that is not zero: what is a
// multiple of it stands apart. (n*i + r) div n = i + r div n
static IntegerSum byProduct(const Binary &n, IntegerSum dividend,
                            const Expr &divisor, Type type) {
  IntegerSum quotient;
  if (auto product = asProduct(divisor))
    quotient = takeMultiples(dividend, *product);
  IntegerSum rest;
  if (dividend.constant != 0 || !dividend.terms.empty())
    rest = atom(Expr::binary(n.op, toExpr(dividend, type), divisor, type));
  if (n.op == BinaryOp::FloorMod)
    return rest;
  append(quotient, std::move(rest), 1);
  combine(quotient);
  return quotient;
}

static IntegerSum linearizeFloor(const Binary &n, Type type) {
  IntegerSum dividend = linearize(n.a);
  Expr divisor = fold(n.b);
  auto value = asInteger(divisor);
  bool isDiv = n.op == BinaryOp::FloorDiv;
  if (!value || *value <= 0)
    return byProduct(n, std::move(dividend), divisor, type);
  IntegerSum quotient = takeMultiples(dividend, *value);
  if (dividend.terms.empty()) // 0 <= remainder < divisor
    return isDiv ? quotient : dividend;
  if (*value == 1)
    return isDiv ? quotient : IntegerSum();
  IntegerSum rest =
      atom(Expr::binary(n.op, toExpr(dividend, type), divisor, type));
  if (!isDiv)
    return rest;
  append(quotient, std::move(rest), 1);
  combine(quotient);
  return quotient;
}

// Truncating division and its remainder: literals, and divisors +-1.
static IntegerSum linearizeTruncated(const Binary &n, Type type) {
  Expr b = fold(n.b);
  std::optional<IntegerSum> known = asSum(n.a);
  if (!known)
    return atom(Expr::binary(n.op, fold(n.a), b, type));
  const IntegerSum &dividend = *known;
  Expr a = toExpr(dividend, n.a.type());
  auto x = asInteger(a), y = asInteger(b);
  bool isDiv = n.op == BinaryOp::Div;
  IntegerSum result;
  if (x && y && *y != 0) {
    result.constant = fitting(apply(n.op, *x, *y));
    return result;
  }
  if (y && *y == 1)
    return isDiv ? dividend : result;
  if (y && *y > 0 && isDiv) {
    IntegerSum rest = dividend;
    IntegerSum quotient = takeMultiples(rest, *y);
    if (rest.terms.empty() && rest.constant == 0)
      return quotient;
  }
  // All of it, whatever the signs are; a part of it might be rounded up.
  if (auto divisor = y ? std::nullopt : asProduct(b)) {
    IntegerSum rest = dividend;
    IntegerSum quotient = takeMultiples(rest, *divisor);
    if (rest.terms.empty() && rest.constant == 0)
      return isDiv ? quotient : IntegerSum();
  }
  return atom(Expr::binary(n.op, a, b, type));
}

static IntegerSum linearizeProduct(const Binary &n, Type type) {
  IntegerSum a = linearize(n.a), b = linearize(n.b);
  if (a.terms.size() * b.terms.size() <= maxTerms &&
      mostFactors(a) + mostFactors(b) <= maxTerms)
    return product(a, b);
  return atom(
      Expr::binary(BinaryOp::Mul, toExpr(a, type), toExpr(b, type), type));
}

// What is not a sum.
static IntegerSum linearizeTerm(const Expr &e) {
  const auto *n = e.getIf<Binary>();
  if (!n)
    return atom(foldNode(e));
  switch (n->op) {
  case BinaryOp::Mul:
    return linearizeProduct(*n, e.type());
  case BinaryOp::FloorDiv:
  case BinaryOp::FloorMod:
    return linearizeFloor(*n, e.type());
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return linearizeTruncated(*n, e.type());
  default:
    return atom(foldNode(e));
  }
}

static void appendLinearized(IntegerSum &sum, const Expr &e, int64_t factor) {
  const auto *n = e.getIf<Binary>();
  const auto *sign = e.getIf<Unary>();
  if (n && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub)) {
    appendLinearized(sum, n->a, factor);
    appendLinearized(sum, n->b, n->op == BinaryOp::Add ? factor : -factor);
  } else if (sign && sign->op == UnaryOp::Neg) {
    appendLinearized(sum, sign->a, -factor);
  } else {
    append(sum, linearizeTerm(e), factor);
  }
}

static IntegerSum linearize(const Expr &e) {
  IntegerSum sum;
  appendLinearized(sum, e, 1);
  combine(sum);
  return sum;
}

std::optional<IntegerSum> loopyc::asSum(const Expr &e) {
  try {
    return linearize(e);
  } catch (const IntegerOverflow &) {
    return std::nullopt;
  }
}

std::optional<int64_t> loopyc::constantDifference(const Expr &a,
                                                  const Expr &b) {
  try {
    IntegerSum sum;
    appendLinearized(sum, a, 1);
    appendLinearized(sum, b, -1);
    combine(sum);
    return sum.terms.empty() ? std::optional(sum.constant) : std::nullopt;
  } catch (const IntegerOverflow &) {
    return std::nullopt;
  }
}

bool loopyc::isIntegerArithmetic(const Expr &e) {
  if (!e.type().isInteger())
    return false;
  if (const auto *n = e.getIf<Unary>())
    return n->op == UnaryOp::Neg;
  const auto *n = e.getIf<Binary>();
  return n && n->op != BinaryOp::Pow;
}

Expr loopyc::foldIntegerArithmetic(const Expr &e) {
  try {
    Expr result = toExpr(linearize(e), e.type());
    return result == e ? e : result;
  } catch (const IntegerOverflow &) {
    return e;
  }
}
