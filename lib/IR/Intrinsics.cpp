#include "loopyc/IR/Expr.h"

#include "loopyc/Support/Diagnostic.h"

#include <cctype>

using namespace loopyc;

// In the order of the enumeration.
static const char *const names[] = {
    "abs",         "sqrt",      "exp",       "log",       "log10",
    "sin",         "cos",       "tan",       "asin",      "acos",
    "atan",        "atan2",     "sinh",      "cosh",      "tanh",
    "asinh",       "acosh",     "atanh",     "erf",       "erfc",
    "erfc_scaled", "gamma",     "log_gamma", "hypot",     "bessel_j0",
    "bessel_j1",   "bessel_jn", "bessel_y0", "bessel_y1", "bessel_yn",
    "min",         "max",       "sign",      "dim",       "floor",
    "ceiling",     "nint",      "anint",     "aint",      "real",
    "aimag",       "conjg",     "cmplx",     "iand",      "ior",
    "ieor",        "not",       "ishft",     "btest",     "popcnt",
    "leadz",       "trailz",    "exponent",  "fraction",  "scale",
    "nearest",     "isnan"};

static_assert(sizeof(names) / sizeof(*names) ==
                  static_cast<size_t>(Intrinsic::IsNan) + 1,
              "a name for every intrinsic");

static const char *const reductionNames[] = {
    "sum", "product", "min",  "max",  "all", "any",
    "eqv", "neqv",    "iand", "ior",  "ieor"};

static_assert(sizeof(reductionNames) / sizeof(*reductionNames) ==
                  static_cast<size_t>(ReductionOp::Ieor) + 1,
              "a name for every reduction");

const char *loopyc::reductionName(ReductionOp op) {
  return reductionNames[static_cast<size_t>(op)];
}

bool loopyc::isLogical(ReductionOp op) {
  return op == ReductionOp::And || op == ReductionOp::Or ||
         op == ReductionOp::Eqv || op == ReductionOp::Neqv;
}

bool loopyc::isBitwise(ReductionOp op) {
  return op == ReductionOp::Iand || op == ReductionOp::Ior ||
         op == ReductionOp::Ieor;
}

// Of logicals, as the front end writes them.
static Expr equivalent(const Expr &a, const Expr &b, bool isEqual) {
  Expr other = Expr::unary(UnaryOp::Not, b);
  return isEqual ? Expr::select(a, b, other) : Expr::select(a, other, b);
}

Expr loopyc::reductionOf(ReductionOp op, const Expr &a, const Expr &b) {
  auto binary = [&](BinaryOp op) { return Expr::binary(op, a, b, a.type()); };
  auto call = [&](Intrinsic fn) { return Expr::call(fn, {a, b}, a.type()); };
  switch (op) {
  case ReductionOp::Add: return binary(BinaryOp::Add);
  case ReductionOp::Mul: return binary(BinaryOp::Mul);
  case ReductionOp::Min: return call(Intrinsic::Min);
  case ReductionOp::Max: return call(Intrinsic::Max);
  case ReductionOp::And: return binary(BinaryOp::And);
  case ReductionOp::Or: return binary(BinaryOp::Or);
  case ReductionOp::Eqv: return equivalent(a, b, true);
  case ReductionOp::Neqv: return equivalent(a, b, false);
  case ReductionOp::Iand: return call(Intrinsic::Iand);
  case ReductionOp::Ior: return call(Intrinsic::Ior);
  case ReductionOp::Ieor: return call(Intrinsic::Ieor);
  }
  throw InternalError("a reduction without an operation");
}

std::optional<ReductionOp> loopyc::reductionByName(const std::string &name) {
  for (size_t i = 0; i < sizeof(reductionNames) / sizeof(*reductionNames); ++i)
    if (name == reductionNames[i])
      return static_cast<ReductionOp>(i);
  return std::nullopt;
}

const char *loopyc::intrinsicName(Intrinsic fn) {
  return names[static_cast<size_t>(fn)];
}

std::optional<Intrinsic> loopyc::intrinsicByName(const std::string &name) {
  std::string wanted = name;
  for (char &c : wanted)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); ++i)
    if (wanted == names[i])
      return static_cast<Intrinsic>(i);
  return std::nullopt;
}
