// Calls of Fortran's intrinsics.
#include "CFamily/ExprPrinter.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::codegen;

std::string ExprPrinter::callText(const std::string &function,
                                  const std::vector<Expr> &args) {
  std::string result = function + "(";
  for (size_t i = 0; i < args.size(); ++i)
    result += (i ? ", " : "") + print(args[i]);
  return result + ")";
}

std::string ExprPrinter::math(const std::string &name, Type type,
                              const std::vector<Expr> &args) {
  return callText(dialect.mathFunction(name, type), args);
}

// The math library's name of functions that have one of the same meaning.
static const char *libraryName(Intrinsic fn) {
  switch (fn) {
  case Intrinsic::Sqrt: return "sqrt";
  case Intrinsic::Exp: return "exp";
  case Intrinsic::Log: return "log";
  case Intrinsic::Log10: return "log10";
  case Intrinsic::Sin: return "sin";
  case Intrinsic::Cos: return "cos";
  case Intrinsic::Tan: return "tan";
  case Intrinsic::Asin: return "asin";
  case Intrinsic::Acos: return "acos";
  case Intrinsic::Atan: return "atan";
  case Intrinsic::Atan2: return "atan2";
  case Intrinsic::Sinh: return "sinh";
  case Intrinsic::Cosh: return "cosh";
  case Intrinsic::Tanh: return "tanh";
  case Intrinsic::Asinh: return "asinh";
  case Intrinsic::Acosh: return "acosh";
  case Intrinsic::Atanh: return "atanh";
  case Intrinsic::Erf: return "erf";
  case Intrinsic::Erfc: return "erfc";
  case Intrinsic::Gamma: return "tgamma";
  case Intrinsic::LogGamma: return "lgamma";
  case Intrinsic::Hypot: return "hypot";
  case Intrinsic::BesselJ0:
    return "j0";
  case Intrinsic::BesselJ1:
    return "j1";
  case Intrinsic::BesselJN:
    return "jn";
  case Intrinsic::BesselY0:
    return "y0";
  case Intrinsic::BesselY1:
    return "y1";
  case Intrinsic::BesselYN:
    return "yn";
  case Intrinsic::Anint: return "round";
  case Intrinsic::Aint: return "trunc";
  case Intrinsic::Floor: return "floor";
  case Intrinsic::Ceiling: return "ceil";
  case Intrinsic::Nint: return "round";
  case Intrinsic::Sign: return "copysign";
  case Intrinsic::Dim: return "fdim";
  case Intrinsic::Abs: return "fabs";
  case Intrinsic::Scale: return "ldexp";
  default: return nullptr;
  }
}

// min(a, b, c) is min(min(a, b), c) in C.
ExprPrinter::Text ExprPrinter::extremum(const Call &e, Type type) {
  bool isMin = e.fn == Intrinsic::Min;
  std::string function;
  bool wide = false;
  if (type.isReal()) {
    function = dialect.mathFunction(isMin ? "fmin" : "fmax", type);
  } else {
    for (const Expr &arg : e.args)
      wide = wide || (type.isInteger() && data.mentionsWide(arg));
    Type operand = wide ? Type::integer(8) : type;
    function = isMin ? "min" : "max";
    // Small integers meet literals of type int: not one type, no overload.
    if (!dialect.hasIntegerMinMax() || operand.bytes < 4)
      function = helpers.use(function, operand);
  }
  auto argument = [&](const Expr &arg) {
    if (wide && !data.mentionsWide(arg))
      return cast(arg, Type::integer(8)).text;
    return print(arg);
  };
  std::string result = argument(e.args[0]);
  for (size_t i = 1; i < e.args.size(); ++i)
    result = function + "(" + result + ", " + argument(e.args[i]) + ")";
  return {result};
}

ExprPrinter::Text ExprPrinter::complexCall(const Call &e, Type type) {
  Type operand = e.args[0].type();
  switch (e.fn) {
  case Intrinsic::RealPart:
    return {print(e.args[0], Precedence::Postfix) + ".re"};
  case Intrinsic::ImagPart:
    return {print(e.args[0], Precedence::Postfix) + ".im"};
  case Intrinsic::MakeComplex: {
    std::string im =
        e.args.size() > 1 ? print(e.args[1]) : realLiteral(0, type.part()).text;
    return {helpers.use("make", type) + "(" + print(e.args[0]) + ", " + im +
            ")"};
  }
  case Intrinsic::Conj:
    return {callText(helpers.use("conj", operand), e.args)};
  case Intrinsic::Abs: case Intrinsic::Sqrt: case Intrinsic::Exp:
  case Intrinsic::Log: case Intrinsic::Sin: case Intrinsic::Cos:
  case Intrinsic::Tan: case Intrinsic::Sinh: case Intrinsic::Cosh:
  case Intrinsic::Tanh:
    return {callText(helpers.use(intrinsicName(e.fn), operand), e.args)};
  default:
    throw UserError(std::string("intrinsic '") + intrinsicName(e.fn) +
                    "' of a complex number has no device counterpart; write "
                    "it with real parts");
  }
}

ExprPrinter::Text ExprPrinter::realCall(const Call &e, Type type) {
  Type operand = e.args[0].type();
  const char *name = libraryName(e.fn);
  if (!name)
    throw InternalError(std::string("no C function for intrinsic ") +
                        intrinsicName(e.fn));
  std::string value = math(name, operand, e.args);
  if (type == operand)
    return {value};
  return {"(" + dialect.typeName(type) + ") " + value, Precedence::Unary};
}

// By a function of its own: variables are called jn, too.
ExprPrinter::Text ExprPrinter::bessel(const Call &e, Type type) {
  if (!dialect.hasBesselFunctions())
    throw UserError(std::string("intrinsic '") + intrinsicName(e.fn) +
                    "' has no counterpart in OpenCL; choose other targets "
                    "with --target, or compute it before the kernel, into an "
                    "array");
  const std::string real = dialect.typeName(type),
                    library = dialect.mathFunction(libraryName(e.fn), type),
                    own = "loopyc_bessel_" + library;
  const bool hasOrder = e.args.size() == 2;
  helpers.define(own, [&] {
    const std::string order = hasOrder ? "int n, " : "";
    std::string text = dialect.helperPrefix() + " " + real + " " + own + "(" +
                       order + real + " x) {\n";
    if (!dialect.declaresBesselFunctions())
      text += "  extern " + real + " " + library + "(" +
              (hasOrder ? "int, " : "") + real + ");\n";
    return text + "  return " + library + "(" + (hasOrder ? "n, " : "") +
           "x);\n}\n";
  });
  return {callText(own, e.args)};
}

ExprPrinter::Text ExprPrinter::call(const Call &e, Type type) {
  Type operand = e.args.at(0).type();
  if (type.isComplex() || operand.isComplex())
    return complexCall(e, type);
  switch (e.fn) {
  case Intrinsic::Min:
  case Intrinsic::Max:
    return extremum(e, type);
  case Intrinsic::RealPart:
  case Intrinsic::Conj:
    return text(e.args[0]);
  case Intrinsic::Abs:
  case Intrinsic::Sign:
  case Intrinsic::Dim:
    if (e.fn == Intrinsic::Abs && operand.isUnsigned())
      return text(e.args[0]);
    if (operand.isAnyInteger())
      return {callText(helpers.use(intrinsicName(e.fn), type), e.args)};
    return realCall(e, type);
  case Intrinsic::Floor:
  case Intrinsic::Ceiling:
  case Intrinsic::Nint:
    if (operand.isAnyInteger())
      return text(e.args[0]);
    return realCall(e, type);
  case Intrinsic::Iand:
    return {print(e.args[0], Precedence::Unary) + " & " +
                print(e.args[1], Precedence::Unary),
            Precedence::Conditional};
  case Intrinsic::Ior:
    return {print(e.args[0], Precedence::Unary) + " | " +
                print(e.args[1], Precedence::Unary),
            Precedence::Conditional};
  case Intrinsic::Ieor:
    return {print(e.args[0], Precedence::Unary) + " ^ " +
                print(e.args[1], Precedence::Unary),
            Precedence::Conditional};
  case Intrinsic::Inot:
    return wrapped(
        {"~" + print(e.args[0], Precedence::Unary), Precedence::Unary}, type);
  case Intrinsic::Ishft:
    return {callText(helpers.use("ishft", type), e.args)};
  case Intrinsic::Popcnt:
  case Intrinsic::Leadz:
  case Intrinsic::Trailz:
  case Intrinsic::Exponent:
  case Intrinsic::Fraction:
  case Intrinsic::Nearest:
  case Intrinsic::ErfcScaled:
    return {callText(helpers.use(intrinsicName(e.fn), operand), e.args)};
  case Intrinsic::IsNan:
    return {callText("isnan", e.args)};
  case Intrinsic::BesselJ0:
  case Intrinsic::BesselJ1:
  case Intrinsic::BesselJN:
  case Intrinsic::BesselY0:
  case Intrinsic::BesselY1:
  case Intrinsic::BesselYN:
    return bessel(e, type);
  case Intrinsic::Btest:
    return {print(e.args[0], Precedence::Unary) + " >> " +
                print(e.args[1], Precedence::Unary) + " & 1",
            Precedence::Conditional};
  default:
    return realCall(e, type);
  }
}
