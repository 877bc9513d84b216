#include "KernelText/ReferenceExpr.h"

#include "COperators.h"

#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace loopyc;
using namespace loopyc::check;

const char check::referencePrelude[] = R"c(#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

static inline int64_t k_floor_div(int64_t a, int64_t b) {
  int64_t q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}
static inline int64_t k_floor_mod(int64_t a, int64_t b) {
  return a - b * k_floor_div(a, b);
}
static inline double k_real_mod(double a, double b) {
  double r = fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
static inline int64_t k_power(int64_t a, int64_t n) {
  if (n < 0)
    return a == 1 ? 1 : a == -1 ? (n % 2 ? -1 : 1) : 0;
  int64_t r = 1;
  for (; n > 0; --n)
    r *= a;
  return r;
}
static inline uint64_t k_natural_power(uint64_t a, int64_t n) {
  uint64_t r = 1;
  if (n < 0)
    return a == 1;
  for (; n > 0; --n)
    r *= a;
  return r;
}
static inline uint64_t k_natural_shift(uint64_t a, int64_t n, int bits) {
  if (n >= bits || n <= -bits)
    return 0;
  return n >= 0 ? a << n : a >> -n;
}
static inline uint64_t k_natural_min(uint64_t a, uint64_t b) {
  return b < a ? b : a;
}
static inline uint64_t k_natural_max(uint64_t a, uint64_t b) {
  return b > a ? b : a;
}
static inline int64_t k_min(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t k_max(int64_t a, int64_t b) { return b > a ? b : a; }
static inline double k_real_min(double a, double b) { return b < a ? b : a; }
static inline double k_real_max(double a, double b) { return b > a ? b : a; }
static inline int64_t k_shift(int64_t a, int64_t n, int bits) {
  uint64_t mask = bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
  uint64_t u = (uint64_t)a & mask;
  u = n >= 0 ? u << n : u >> -n;
  u &= mask;
  uint64_t sign = UINT64_C(1) << (bits - 1);
  return (int64_t)((u ^ sign) - sign);
}
)c";

std::string check::referenceName(const std::string &name) {
  return "v_" + name;
}

std::string check::referenceType(Type type) {
  switch (type.cls) {
  case TypeClass::Integer:
  case TypeClass::Logical:
    return "int" + std::to_string(8 * type.bytes) + "_t";
  case TypeClass::Unsigned:
    return "uint" + std::to_string(8 * type.bytes) + "_t";
  case TypeClass::Real:
    return type.bytes == 4 ? "float" : "double";
  case TypeClass::Complex:
    return type.bytes == 8 ? "float _Complex" : "double _Complex";
  }
  return "";
}

static std::string realText(double value, Type type) {
  if (std::isnan(value))
    return "NAN";
  if (std::isinf(value))
    return value < 0 ? "-INFINITY" : "INFINITY";
  return "((" + referenceType(type) + ")" +
         llvm::formatv("{0:e17}", value).str() + ")";
}

static std::string unsignedText(int64_t value) {
  return std::to_string(static_cast<uint64_t>(value));
}

std::string ReferenceExpr::cast(Type type, const std::string &value) const {
  return "((" + referenceType(type) + ")(" + value + "))";
}

std::string ReferenceExpr::element(const std::string &array,
                                   const std::vector<Expr> &subscripts) const {
  VariablePtr var = kernel.findVariable(array);
  std::string place;
  for (size_t a = subscripts.size(); a-- > 0;) {
    std::string index = "(int64_t)" + text(subscripts[a]);
    place = place.empty() ? index
                          : index + " + " + text(var->axes[a].extent) + "*(" +
                                place + ")";
  }
  return referenceName(array) + "[" + place + "]";
}

std::string ReferenceExpr::text(const Expr &e) const {
  return match(
      e->value,
      [&](const IntLit &n) {
        return cast(e.type(), e.type().isUnsigned()
                                  ? "UINT64_C(" + unsignedText(n.value) + ")"
                                  : "INT64_C(" + std::to_string(n.value) + ")");
      },
      [&](const RealLit &n) { return realText(n.value, e.type()); },
      [](const LogicalLit &n) { return std::string(n.value ? "1" : "0"); },
      [&](const ComplexLit &n) {
        return cast(e.type(), realText(n.re, e.type().part()) + " + " +
                                  realText(n.im, e.type().part()) + "*I");
      },
      [&](const VarRef &n) { return referenceName(n.name); },
      [&](const AxisRef &) -> std::string {
        throw InternalError("a position on the grid in a reference kernel");
      },
      [&](const ArrayRef &n) { return element(n.name, n.subscripts); },
      [&](const Unary &n) {
        return n.op == UnaryOp::Not ? "(!" + text(n.a) + ")"
                                    : cast(e.type(), "-" + text(n.a));
      },
      [&](const Binary &n) { return binary(e, n); },
      [&](const Call &n) { return call(e, n); },
      [&](const Cast &n) {
        return e.type().isLogical() ? "(" + text(n.a) + " != 0)"
                                    : cast(e.type(), text(n.a));
      },
      [&](const Select &n) {
        return "(" + text(n.condition) + " ? " + text(n.ifTrue) + " : " +
               text(n.ifFalse) + ")";
      },
      [&](const RuleCall &n) {
        const SubstitutionRule &rule = *kernel.findRule(n.rule);
        Substitution values;
        for (size_t i = 0; i < n.args.size(); ++i)
          values[rule.parameters[i]] = n.args[i];
        return text(substitute(rule.value, values));
      },
      [&](const Reduction &n) { return reduction(e, n); },
      [&](const ExternalCall &n) {
        std::string list;
        for (const Expr &arg : n.args)
          list += (list.empty() ? "" : ", ") + text(arg);
        return cast(e.type(),
                    "(" + n.signature->nameInTarget + ")(" + list + ")");
      });
}

std::string ReferenceExpr::binary(const Expr &e, const Binary &b) const {
  std::string left = text(b.a), right = text(b.b);
  bool real = b.a.type().isFloating();
  auto infix = [&](const char *op) {
    return "(" + left + " " + op + " " + right + ")";
  };
  auto function = [&](const std::string &fn) {
    return cast(e.type(), fn + "(" + left + ", " + right + ")");
  };
  // In 64 bits, and then modulo those of the type.
  if (e.type().isUnsigned()) {
    auto wide = [](const std::string &text) { return "(uint64_t)" + text; };
    const char *sign = infixOperator(b.op);
    if (b.op == BinaryOp::FloorDiv)
      sign = "/";
    if (b.op == BinaryOp::FloorMod || b.op == BinaryOp::Rem)
      sign = "%";
    if (sign)
      return cast(e.type(), wide(left) + " " + sign + " " + wide(right));
    return function("k_natural_power");
  }
  if (const char *op = infixOperator(b.op)) {
    bool isCondition = e.type().isLogical();
    return isCondition ? infix(op) : cast(e.type(), infix(op));
  }
  switch (b.op) {
  case BinaryOp::FloorDiv:
    return function("k_floor_div");
  case BinaryOp::FloorMod:
    return function(real ? "k_real_mod" : "k_floor_mod");
  case BinaryOp::Rem:
    return real ? function("fmod") : cast(e.type(), infix("%"));
  case BinaryOp::Pow:
    return function(real ? "pow" : "k_power");
  default:
    throw InternalError("an operator without a counterpart in C");
  }
}

static std::string kindPrefix(Type type) {
  return type.isInteger() ? "k_" : type.isUnsigned() ? "k_natural_" : "k_real_";
}

std::string ReferenceExpr::call(const Expr &e, const Call &call) const {
  Type type = call.args[0].type();
  std::vector<std::string> args;
  for (const Expr &arg : call.args)
    args.push_back(text(arg));
  auto function = [&](const std::string &fn) {
    std::string list;
    for (const std::string &arg : args)
      list += (list.empty() ? "" : ", ") + arg;
    return cast(e.type(), fn + "(" + list + ")");
  };
  auto infix = [&](const char *op) {
    return cast(e.type(), args[0] + " " + op + " " + args[1]);
  };
  switch (call.fn) {
  case Intrinsic::Abs:
    if (type.isUnsigned())
      return args[0];
    return type.isInteger() ? function("llabs") : function("fabs");
  case Intrinsic::Min:
  case Intrinsic::Max: {
    std::string fn = kindPrefix(type) +
                     (call.fn == Intrinsic::Min ? "min" : "max");
    std::string best = args[0];
    for (size_t i = 1; i < args.size(); ++i)
      best = fn + "(" + best + ", " + args[i] + ")";
    return cast(e.type(), best);
  }
  case Intrinsic::Sign:
    return function("copysign");
  case Intrinsic::Dim:
    return cast(e.type(), args[0] + " > " + args[1] + " ? " + args[0] + " - " +
                              args[1] + " : 0");
  case Intrinsic::Floor:
    return function("floor");
  case Intrinsic::Ceiling:
    return function("ceil");
  case Intrinsic::Nint:
  case Intrinsic::Anint:
    return function("round");
  case Intrinsic::Aint:
    return function("trunc");
  case Intrinsic::RealPart:
    return function("creal");
  case Intrinsic::ImagPart:
    return function("cimag");
  case Intrinsic::Conj:
    return function("conj");
  case Intrinsic::MakeComplex:
    return cast(e.type(), args[0] + " + " + args[1] + "*I");
  case Intrinsic::Iand:
    return infix("&");
  case Intrinsic::Ior:
    return infix("|");
  case Intrinsic::Ieor:
    return infix("^");
  case Intrinsic::Inot:
    return cast(e.type(), "~" + args[0]);
  case Intrinsic::Ishft:
    return cast(e.type(), std::string(type.isUnsigned() ? "k_natural_shift("
                                                        : "k_shift(") +
                              args[0] + ", " + args[1] + ", " +
                              std::to_string(8 * type.bytes) + ")");
  case Intrinsic::Btest:
    return "((" + args[0] + " >> " + args[1] + ") & 1)";
  case Intrinsic::Gamma:
    return function("tgamma");
  case Intrinsic::LogGamma:
    return function("lgamma");
  default: // C has them under the same names
    return function(intrinsicName(call.fn));
  }
}

// --- reductions

std::string ReferenceExpr::neutral(ReductionOp op, Type type) const {
  switch (op) {
  case ReductionOp::Add:
  case ReductionOp::Or:
  case ReductionOp::Neqv:
  case ReductionOp::Ior:
  case ReductionOp::Ieor:
    return "0";
  case ReductionOp::Mul:
  case ReductionOp::And:
  case ReductionOp::Eqv:
    return "1";
  case ReductionOp::Iand:
    return "-1";
  case ReductionOp::Min:
  case ReductionOp::Max:
    break;
  }
  bool least = op == ReductionOp::Max;
  if (type.isReal())
    return least ? "-INFINITY" : "INFINITY";
  std::string bits = std::to_string(8 * type.bytes);
  if (type.isUnsigned())
    return least ? "0" : "UINT" + bits + "_MAX";
  return least ? "INT" + bits + "_MIN" : "INT" + bits + "_MAX";
}

std::string ReferenceExpr::combined(ReductionOp op, Type type,
                                    const std::string &a,
                                    const std::string &b) const {
  // Small integers without a sign are multiplied in 64 bits.
  std::string wide = type.isUnsigned() ? "(uint64_t)" : "";
  auto infix = [&](const char *sign) {
    return wide + a + " " + sign + " " + b;
  };
  std::string kind = kindPrefix(type);
  switch (op) {
  case ReductionOp::Add:
    return infix("+");
  case ReductionOp::Mul:
    return infix("*");
  case ReductionOp::And:
    return infix("&&");
  case ReductionOp::Or:
    return infix("||");
  case ReductionOp::Eqv:
    return "!" + a + " == !" + b;
  case ReductionOp::Neqv:
    return "!" + a + " != !" + b;
  case ReductionOp::Iand:
    return infix("&");
  case ReductionOp::Ior:
    return infix("|");
  case ReductionOp::Ieor:
    return infix("^");
  case ReductionOp::Min:
    return kind + "min(" + a + ", " + b + ")";
  case ReductionOp::Max:
    return kind + "max(" + a + ", " + b + ")";
  }
  return "";
}

// ({ double r = 0; for (...) r = r + x; r; }), evaluated where it stands. The
// value is computed first: a reduction in it has a result of that name, too.
std::string ReferenceExpr::reduction(const Expr &e,
                                     const Reduction &reduction) const {
  std::string type = referenceType(e.type());
  // Inside of the loops, which bound those of reductions in it.
  auto body = [&] {
    return type + " next = " + text(reduction.value) + "; " +
           "result = " + combined(reduction.op, e.type(), "result", "next") +
           ";";
  };
  return "({ " + type + " result = " + neutral(reduction.op, e.type()) + "; " +
         loops(reduction.inames, body) + " result; })";
}
