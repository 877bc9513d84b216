// Everything that is not integer arithmetic, and the choice between the two.
#include "Fold.h"

#include "loopyc/IR/IntegerOperations.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdint>

using namespace loopyc;

static std::optional<bool> asLogical(const Expr &e) {
  const auto *literal = e.getIf<LogicalLit>();
  return literal ? std::optional<bool>(literal->value) : std::nullopt;
}

static bool isOne(const Expr &e) {
  const auto *literal = e.getIf<RealLit>();
  return literal && literal->value == 1.0;
}

static Expr foldLogical(const Binary &n, const Expr &e) {
  bool isAnd = n.op == BinaryOp::And;
  if (auto a = asLogical(n.a))
    return *a == isAnd ? n.b : n.a;
  if (auto b = asLogical(n.b))
    return *b == isAnd ? n.a : n.b;
  return e;
}

// x*1.0, 1.0*x and x/1.0 are x, exactly.
static Expr foldBinary(const Binary &n, const Expr &e) {
  if (n.op == BinaryOp::And || n.op == BinaryOp::Or)
    return foldLogical(n, e);
  auto a = asInteger(n.a), b = asInteger(n.b);
  if (a && b && e.type().isLogical())
    if (auto value = apply(n.op, *a, *b))
      return Expr::logical(*value != 0, e.type());
  if (e.type().isReal()) {
    if (n.op == BinaryOp::Mul && isOne(n.a))
      return n.b;
    if ((n.op == BinaryOp::Mul || n.op == BinaryOp::Div) && isOne(n.b))
      return n.a;
  }
  return e;
}

static bool fitsInteger(int64_t value, Type type) {
  unsigned bits = 8 * type.bytes;
  if (type.isUnsigned())
    return value >= 0 && llvm::isUIntN(bits, static_cast<uint64_t>(value));
  return type.isInteger() && llvm::isIntN(bits, value);
}

static Expr foldCast(const Cast &n, const Expr &e) {
  auto value = asInteger(n.a);
  if (value && fitsInteger(*value, e.type()))
    return Expr::integer(*value, e.type());
  constexpr int64_t exact = int64_t(1) << 24;
  if (value && e.type().isReal() && *value >= -exact && *value <= exact)
    return Expr::real(static_cast<double>(*value), e.type());
  return e;
}

static Expr foldExtremum(const Call &n, const Expr &e) {
  if ((n.fn != Intrinsic::Min && n.fn != Intrinsic::Max) ||
      !e.type().isInteger())
    return e;
  std::optional<int64_t> literal;
  std::vector<Expr> others;
  for (const Expr &arg : n.args) {
    if (auto value = asInteger(arg))
      literal = !literal                 ? *value
                : n.fn == Intrinsic::Min ? std::min(*literal, *value)
                                         : std::max(*literal, *value);
    else if (std::find(others.begin(), others.end(), arg) == others.end())
      others.push_back(arg);
  }
  if (literal)
    others.push_back(Expr::integer(*literal, e.type()));
  if (others.size() == 1)
    return others[0];
  return others.size() == n.args.size() ? e
                                        : Expr::call(n.fn, others, e.type());
}

static Expr foldPower(const Expr &e) {
  const auto *n = e.getIf<Binary>();
  if (!n || n->op != BinaryOp::Pow || !e.type().isInteger())
    return e;
  auto base = asInteger(n->a), exponent = asInteger(n->b);
  auto value = base && exponent ? apply(n->op, *base, *exponent) : std::nullopt;
  return value ? Expr::integer(*value, e.type()) : e;
}

Expr loopyc::foldNode(const Expr &e) {
  std::vector<Expr> ops = operands(e);
  if (ops.empty())
    return e;
  for (Expr &op : ops)
    op = fold(op);
  Expr result = withOperands(e, ops);
  if (const auto *n = result.getIf<Binary>())
    return n->op == BinaryOp::Pow ? foldPower(result) : foldBinary(*n, result);
  if (const auto *n = result.getIf<Cast>())
    return foldCast(*n, result);
  if (const auto *n = result.getIf<Call>())
    return foldExtremum(*n, result);
  if (const auto *n = result.getIf<Select>())
    if (auto condition = asLogical(n->condition))
      return *condition ? n->ifTrue : n->ifFalse;
  if (const auto *n = result.getIf<Unary>(); n && n->op == UnaryOp::Not)
    if (auto value = asLogical(n->a))
      return Expr::logical(!*value, result.type());
  return result;
}

Expr loopyc::fold(const Expr &e) {
  return isIntegerArithmetic(e) ? foldIntegerArithmetic(e) : foldNode(e);
}

std::optional<int64_t> loopyc::asInteger(const Expr &e) {
  if (e)
    if (const auto *literal = e.getIf<IntLit>();
        literal && (literal->value >= 0 || !e.type().isUnsigned()))
      return literal->value;
  return std::nullopt;
}
