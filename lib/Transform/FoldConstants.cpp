//   b[i + 2*3 - i] = (1.0/4.0)*x[i]  ->  b[6] = 0.25*x[i]
#include "loopyc/Transform/Expressions.h"

#include "Variables.h"

#include <algorithm>
#include <cmath>

using namespace loopyc;

// Devices may flush subnormal numbers, and Fortran's compilers refuse
// overflow: such results are left to run time.
static bool isSafe(double value, Type type) {
  bool isNormal = type.bytes == 4 ? std::isnormal(static_cast<float>(value))
                                  : std::isnormal(value);
  return isNormal || (value == 0 && !std::signbit(value));
}

static Expr safeLiteral(double value, const Expr &otherwise) {
  Type type = otherwise.type();
  return isSafe(value, type) ? Expr::real(value, type) : otherwise;
}

// A value that the type has.
static std::optional<double> rounded(double value, Type type) {
  if (type == Type::real(8))
    return value;
  if (type == Type::real(4))
    return static_cast<float>(value);
  return std::nullopt;
}

static std::optional<double> literal(const Expr &e) {
  const auto *real = e.getIf<RealLit>();
  return real ? rounded(real->value, e.type()) : std::nullopt;
}

template <typename Real>
static std::optional<double> computed(BinaryOp op, Real a, Real b) {
  switch (op) {
  case BinaryOp::Add:
    return Real(a + b);
  case BinaryOp::Sub:
    return Real(a - b);
  case BinaryOp::Mul:
    return Real(a * b);
  case BinaryOp::Div:
    return Real(a / b);
  default:
    return std::nullopt;
  }
}

static std::optional<bool> compared(BinaryOp op, double a, double b) {
  switch (op) {
  case BinaryOp::Eq:
    return a == b;
  case BinaryOp::Ne:
    return a != b;
  case BinaryOp::Lt:
    return a < b;
  case BinaryOp::Le:
    return a <= b;
  case BinaryOp::Gt:
    return a > b;
  case BinaryOp::Ge:
    return a >= b;
  default:
    return std::nullopt;
  }
}

static Expr foldBinary(const Binary &n, const Expr &e) {
  auto a = literal(n.a), b = literal(n.b);
  if (!a || !b || n.a.type() != n.b.type())
    return e;
  if (auto value = compared(n.op, *a, *b))
    return Expr::logical(*value, e.type());
  auto value = n.a.type().bytes == 4
                   ? computed(n.op, static_cast<float>(*a),
                              static_cast<float>(*b))
                   : computed(n.op, *a, *b);
  return value ? safeLiteral(*value, e) : e;
}

static Expr foldCast(const Cast &n, const Expr &e) {
  auto value = literal(n.a);
  if (!value)
    return e;
  if (e.type().isReal()) {
    auto converted = rounded(*value, e.type());
    return converted ? safeLiteral(*converted, e) : e;
  }
  constexpr double exact = 1 << 30;
  if (e.type() == Type::integer(4) && std::abs(*value) < exact)
    return Expr::integer(static_cast<int64_t>(*value), e.type());
  return e;
}

// Intrinsics whose results IEEE 754 fixes.
static Expr foldCall(const Call &n, const Expr &e) {
  std::vector<double> values;
  for (const Expr &arg : n.args) {
    auto value = arg.type() == e.type() ? literal(arg) : std::nullopt;
    if (!value)
      return e;
    values.push_back(*value);
  }
  switch (n.fn) {
  case Intrinsic::Abs:
    return safeLiteral(std::abs(values[0]), e);
  case Intrinsic::Min:
    return safeLiteral(*std::min_element(values.begin(), values.end()), e);
  case Intrinsic::Max:
    return safeLiteral(*std::max_element(values.begin(), values.end()), e);
  case Intrinsic::Sqrt:
    // Of a number of single precision, rounded once more: the same.
    return safeLiteral(*rounded(std::sqrt(values[0]), e.type()), e);
  default:
    return e;
  }
}

static Expr foldReal(const Expr &e) {
  if (const auto *n = e.getIf<Binary>())
    return foldBinary(*n, e);
  if (const auto *n = e.getIf<Unary>(); n && n->op == UnaryOp::Neg)
    if (auto value = literal(n->a))
      return safeLiteral(-*value, e);
  if (const auto *n = e.getIf<Cast>())
    return foldCast(*n, e);
  if (const auto *n = e.getIf<Call>())
    return foldCall(*n, e);
  return e;
}

// Integers may become real constants, and these decide conditions: until
// nothing changes.
static Expr folded(const Expr &e) {
  Expr next = rewrite(fold(e), foldReal);
  return next == e ? e : folded(next);
}

static bool holds(const Predicate &predicate) {
  const auto *value = predicate.getIf<LogicalLit>();
  return value && value->value;
}

static InstructionPtr withoutTrueGuards(const InstructionPtr &insn) {
  if (std::none_of(insn->predicates.begin(), insn->predicates.end(), holds))
    return insn;
  auto result = std::make_shared<Instruction>(*insn);
  auto &guards = result->predicates;
  guards.erase(std::remove_if(guards.begin(), guards.end(), holds),
               guards.end());
  return result;
}

Kernel loopyc::foldConstants(const Kernel &kernel) {
  Kernel result = kernel;
  mapAllExprs(result, folded);
  for (InstructionPtr &insn : result.instructions)
    insn = withoutTrueGuards(insn);
  return result;
}
