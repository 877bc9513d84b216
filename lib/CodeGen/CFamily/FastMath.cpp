#include "CFamily/FastMath.h"

#include <cmath>
#include <cstdlib>

using namespace loopyc;
using namespace loopyc::codegen;

std::optional<double> codegen::constantOf(const Expr &e) {
  if (const auto *real = e.getIf<RealLit>())
    return real->value;
  if (auto integer = asInteger(e))
    return static_cast<double>(*integer);
  if (const auto *cast = e.getIf<Cast>())
    return constantOf(cast->a);
  if (const auto *unary = e.getIf<Unary>(); unary && unary->op == UnaryOp::Neg)
    if (auto value = constantOf(unary->a))
      return -*value;
  const auto *b = e.getIf<Binary>();
  if (!b || b->op != BinaryOp::Div || !e.type().isReal())
    return std::nullopt;
  auto dividend = constantOf(b->a), divisor = constantOf(b->b);
  if (!dividend || !divisor)
    return std::nullopt;
  double quotient = *dividend / *divisor;
  return e.type().bytes == 4 ? static_cast<float>(quotient) : quotient;
}

std::optional<int> codegen::exponentInSixths(const Expr &exponent, Type type) {
  constexpr int mostHalves = 15, mostThirds = 8;
  auto value = constantOf(exponent);
  if (!value)
    return std::nullopt;
  for (int parts : {2, 3}) {
    int most = parts == 2 ? mostHalves : mostThirds;
    int count = static_cast<int>(
        std::lround(std::fmax(-99, std::fmin(99, *value * parts))));
    double exact = static_cast<double>(count) / parts;
    double nearest = type.bytes == 4 ? static_cast<float>(exact) : exact;
    bool isThat = *value == exact || *value == nearest;
    if (count != 0 && std::abs(count) <= most && isThat)
      return count * (6 / parts);
  }
  return std::nullopt;
}

// --- quotients by roots

namespace {

// base**(sixths/6)
struct Factor {
  Expr base;
  int sixths;
};

// A power of a square root.
bool isByRoot(int sixths) { return sixths % 6 == 3; }

class Divisor {
public:
  explicit Divisor(const KnownValue &known) : known(known) {}

  // Multiplies with e**(sixths/6), a whole power.
  void add(const Expr &e, int sixths);

  bool isNegative = false;
  std::vector<Factor> factors;

  bool hasRoots() const {
    for (const Factor &factor : factors)
      if (isByRoot(factor.sixths))
        return true;
    return false;
  }

private:
  void multiply(const Expr &base, int sixths) {
    for (Factor &factor : factors)
      if (int sum = factor.sixths + sixths;
          factor.base == base && (sum % 2 == 0 || sum % 3 == 0)) {
        factor.sixths = sum;
        return;
      }
    factors.push_back({base, sixths});
  }

  const KnownValue &known;
};

} // namespace

void Divisor::add(const Expr &e, int sixths) {
  if (const auto *u = e.getIf<Unary>(); u && u->op == UnaryOp::Neg) {
    isNegative = isNegative != (sixths / 6 % 2 != 0);
    return add(u->a, sixths);
  }
  const auto *call = e.getIf<Call>();
  if (call && call->fn == Intrinsic::Sqrt)
    return multiply(call->args[0], sixths / 2);
  if (const auto *b = e.getIf<Binary>()) {
    if (b->op == BinaryOp::Mul) {
      add(b->a, sixths);
      return add(b->b, sixths);
    }
    auto power = b->op == BinaryOp::Pow ? exponentInSixths(b->b, e.type())
                                        : std::nullopt;
    if (power && *power > 0)
      return *power % 6 == 0 ? add(b->a, sixths / 6 * *power)
                             : multiply(b->a, sixths / 6 * *power);
  }
  if (e.getIf<VarRef>() || e.getIf<ArrayRef>())
    if (Expr value = known(e)) {
      Divisor inside(known);
      inside.add(value, sixths);
      if (inside.hasRoots()) {
        isNegative = isNegative != inside.isNegative;
        for (const Factor &factor : inside.factors)
          multiply(factor.base, factor.sixths);
        return;
      }
    }
  multiply(e, sixths);
}

static Expr times(const Expr &a, const Expr &b) {
  return a ? Expr::binary(BinaryOp::Mul, a, b, b.type()) : b;
}

static Expr power(const Expr &base, int sixths, Type type) {
  if (sixths == 6)
    return base;
  Expr exponent = sixths % 6 == 0 ? Expr::integer(sixths / 6)
                                  : Expr::real(sixths / 6.0, type);
  return Expr::binary(BinaryOp::Pow, base, exponent, type);
}

// a/(x*sqrt(y)) -> a*y**(-0.5)/x
static Expr byRoots(const Expr &e, const Binary &quotient,
                    const KnownValue &known) {
  constexpr int most = 45; // sixths, of exponentInSixths
  Divisor divisor(known);
  divisor.add(quotient.b, 6);
  if (!divisor.hasRoots())
    return e;
  Type type = e.type();
  Expr above = constantOf(quotient.a) == 1 ? Expr() : quotient.a, below;
  for (const Factor &factor : divisor.factors) {
    if (factor.sixths > most)
      return e;
    if (isByRoot(factor.sixths))
      above = times(above, power(factor.base, -factor.sixths, type));
    else
      below = times(below, power(factor.base, factor.sixths, type));
  }
  Expr result =
      below ? Expr::binary(BinaryOp::Div, above, below, type) : above;
  return divisor.isNegative ? Expr::unary(UnaryOp::Neg, result) : result;
}

// (x**(-0.5))**3 -> x**(-1.5)
static Expr powerOfRoot(const Expr &e, const Binary &power) {
  const auto *inside = power.a.getIf<Binary>();
  auto count = asInteger(power.b);
  if (!inside || inside->op != BinaryOp::Pow || !count || *count < 2 ||
      *count > 8)
    return e;
  auto sixths = exponentInSixths(inside->b, e.type());
  if (!sixths || *sixths >= 0 || *sixths % 6 == 0)
    return e;
  Expr product =
      Expr::real(static_cast<double>(*sixths * *count) / 6, e.type());
  return exponentInSixths(product, e.type())
             ? Expr::binary(BinaryOp::Pow, inside->a, product, e.type())
             : e;
}

Expr codegen::quotientsByRoots(const Expr &e, const KnownValue &known) {
  return rewrite(e, [&](const Expr &node) {
    const auto *b = node.getIf<Binary>();
    if (!b || !node.type().isReal())
      return node;
    if (b->op == BinaryOp::Div)
      return byRoots(node, *b, known);
    return b->op == BinaryOp::Pow ? powerOfRoot(node, *b) : node;
  });
}
