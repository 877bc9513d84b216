// Powers that are roots and products of roots, and sums and quotients with the
// device's own operations.
#include "CFamily/ExprPrinter.h"
#include "CFamily/FastMath.h"

#include <cstdlib>

using namespace loopyc;
using namespace loopyc::codegen;

// What rounds once is at least as exact as `pow`: x**0.5 is sqrt(x), x**2 is
// x*x. All else is for fast math.
ExprPrinter::Text ExprPrinter::realPower(const Binary &e, Type type) {
  int sixths = plainNames ? 0 : exponentInSixths(e.b, type).value_or(0);
  Expr one = Expr::real(1, type);
  if (sixths == 3)
    return {math("sqrt", type, {e.a})};
  if (sixths == 6)
    return text(e.a);
  if (sixths == -6)
    return binary({BinaryOp::Div, one, e.a}, type);
  if (sixths == 12 || (fast.rsqrt && sixths != 0 && sixths % 6 == 0))
    return power({BinaryOp::Pow, e.a, Expr::integer(sixths / 6)}, type);
  if (fast.rsqrt && sixths != 0)
    return rootPower(e.a, sixths, type);
  return {math("pow", type, {e.a, e.b})};
}

// "pow_neg3_2_f32"
static std::string rootPowerName(int sixths, Type type) {
  int parts = sixths % 3 == 0 ? 2 : 3;
  return "pow_" + std::string(sixths < 0 ? "neg" : "") +
         std::to_string(std::abs(sixths) * parts / 6) + "_" +
         std::to_string(parts) + "_" + typeSuffix(type);
}

// x**(sixths/6), by a function of ours where the root is used twice.
ExprPrinter::Text ExprPrinter::rootPower(const Expr &base, int sixths,
                                         Type type) {
  Expr one = Expr::real(1, type);
  if (sixths == -3 && dialect.hasReciprocalRoots())
    return {math("rsqrt", type, {base})};
  if (sixths == 2)
    return {math("cbrt", type, {base})};
  if (sixths == -3 || sixths == -2)
    return binary({BinaryOp::Div, one,
                   sixths == -3
                       ? Expr::call(Intrinsic::Sqrt, {base}, type)
                       : Expr::binary(BinaryOp::Pow, base,
                                      Expr::real(type.bytes == 4
                                                     ? 1.0f / 3.0f
                                                     : 1.0 / 3.0,
                                                 type),
                                      type)},
                  type);
  std::string name = rootPowerName(sixths, type);
  helpers.define(name, [&] { return rootPowerText(sixths, type); });
  return {callText(name, {base})};
}

static std::string product(const std::string &factor, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += (i ? " * " : "") + factor;
  return text;
}

// A function of x: x**2.5 is x*x*sqrt(x), x**(-1.5) is r*r*r where r is
// rsqrt(x).
std::string ExprPrinter::rootPowerText(int sixths, Type type) {
  bool isNegative = sixths < 0, isHalf = sixths % 3 == 0;
  int parts = isHalf ? 3 : 2, count = std::abs(sixths) / parts;
  bool isReciprocal = isNegative && isHalf && dialect.hasReciprocalRoots();
  const char *function = isReciprocal ? "rsqrt" : isHalf ? "sqrt" : "cbrt";
  int whole = isReciprocal ? 0 : std::abs(sixths) / 6;
  std::string result = whole ? product("x", whole) : "";
  int roots = isReciprocal ? count : (std::abs(sixths) % 6) / parts;
  result += (whole ? " * " : "") + product("root", roots);
  if (isNegative && !isReciprocal)
    result = "1 / (" + result + ")";
  std::string name = dialect.typeName(type);
  return dialect.deviceHelperPrefix() + " " + name + " " +
         rootPowerName(sixths, type) + "(" + name + " x) {\n  const " + name +
         " root = " + dialect.mathFunction(function, type) +
         "(x);\n  return " + result + ";\n}\n";
}

// C has a function for it, which is slow where the machine has no instruction.
std::string ExprPrinter::fusedFunction(Type type) {
  if (std::string own = dialect.fusedFunction(type); !own.empty())
    return own;
  std::string name = "fused_" + typeSuffix(type);
  helpers.define(name, [&] {
    std::string real = dialect.typeName(type);
    std::string fma = dialect.mathFunction("fma", type);
    return dialect.helperPrefix() + " " + real + " " + name + "(" + real +
           " a, " + real + " b, " + real + " c) {\n#ifdef FP_FAST_FMA" +
           (type.bytes == 4 ? "F" : "") + "\n  return " + fma +
           "(a, b, c);\n#else\n  return a * b + c;\n#endif\n}\n";
  });
  return name;
}

// The factors of a product, or of a square that is written as one.
static std::optional<std::pair<Expr, Expr>> factorsOf(const Expr &e) {
  const auto *b = e.getIf<Binary>();
  if (b && b->op == BinaryOp::Mul)
    return std::pair(b->a, b->b);
  bool isSquare = b && b->op == BinaryOp::Pow && asInteger(b->b) == 2 &&
                  (b->a.getIf<VarRef>() || b->a.getIf<ArrayRef>());
  return isSquare ? std::optional(std::pair(b->a, b->a)) : std::nullopt;
}

static Expr negated(const Expr &e) {
  if (const auto *u = e.getIf<Unary>(); u && u->op == UnaryOp::Neg)
    return u->a;
  if (const auto *real = e.getIf<RealLit>())
    return Expr::real(-real->value, e.type());
  return Expr::unary(UnaryOp::Neg, e);
}

std::optional<ExprPrinter::Text>
ExprPrinter::fastBinary(const Binary &e, Type type) {
  if (!vectorIname.empty()) // short vectors have operators alone
    return std::nullopt;
  if (e.op == BinaryOp::Div && fast.division)
    if (std::string quick = dialect.quickDivision(type); !quick.empty())
      return Text{callText(quick, {e.a, e.b})};
  bool isDifference = e.op == BinaryOp::Sub;
  if (!fast.contraction || (e.op != BinaryOp::Add && !isDifference))
    return std::nullopt;
  if (auto last = factorsOf(e.b))
    return Text{callText(
        fusedFunction(type),
        {isDifference ? negated(last->first) : last->first, last->second,
         e.a})};
  if (auto first = factorsOf(e.a))
    return Text{callText(fusedFunction(type),
                         {first->first, first->second,
                          isDifference ? negated(e.b) : e.b})};
  return std::nullopt;
}
