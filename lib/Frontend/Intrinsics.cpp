#include "Intrinsics.h"

#include "BitIntrinsics.h"
#include "FloatingPointIntrinsics.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// Intrinsic functions of one name whose arguments all have the result's type.
std::optional<Intrinsic> elementalIntrinsic(const std::string &name) {
  static const std::map<std::string, Intrinsic> table = {
      {"sqrt", Intrinsic::Sqrt},   {"exp", Intrinsic::Exp},
      {"log", Intrinsic::Log},     {"log10", Intrinsic::Log10},
      {"sin", Intrinsic::Sin},     {"cos", Intrinsic::Cos},
      {"tan", Intrinsic::Tan},     {"asin", Intrinsic::Asin},
      {"acos", Intrinsic::Acos},   {"atan", Intrinsic::Atan},
      {"atan2", Intrinsic::Atan2}, {"sinh", Intrinsic::Sinh},
      {"cosh", Intrinsic::Cosh},   {"tanh", Intrinsic::Tanh},
      {"asinh", Intrinsic::Asinh}, {"acosh", Intrinsic::Acosh},
      {"atanh", Intrinsic::Atanh}, {"erf", Intrinsic::Erf},
      {"erfc", Intrinsic::Erfc},   {"gamma", Intrinsic::Gamma},
      {"erfc_scaled", Intrinsic::ErfcScaled},
      {"bessel_j0", Intrinsic::BesselJ0}, {"bessel_j1", Intrinsic::BesselJ1},
      {"bessel_y0", Intrinsic::BesselY0}, {"bessel_y1", Intrinsic::BesselY1},
      {"hypot", Intrinsic::Hypot}, {"log_gamma", Intrinsic::LogGamma},
      {"dim", Intrinsic::Dim},     {"sign", Intrinsic::Sign},
      {"min", Intrinsic::Min},     {"max", Intrinsic::Max},
      {"conjg", Intrinsic::Conj},  {"iand", Intrinsic::Iand},
      {"ior", Intrinsic::Ior},     {"ieor", Intrinsic::Ieor},
      {"not", Intrinsic::Inot},
  };
  auto found = table.find(name);
  if (found == table.end())
    return std::nullopt;
  return found->second;
}

// Intrinsics that are operators, or whose arguments and result differ.
std::optional<Expr> specialIntrinsic(const std::string &name,
                                     const std::vector<Expr> &args, Type type) {
  auto is = [&](const char *candidate, size_t count) {
    return name == candidate && args.size() >= count;
  };
  if (is("abs", 1))
    return Expr::call(Intrinsic::Abs, {args[0]}, type);
  if (is("aimag", 1))
    return Expr::call(Intrinsic::ImagPart, {args[0]}, type);
  if (is("mod", 2))
    return Expr::binary(BinaryOp::Rem, Expr::cast(args[0], type),
                        Expr::cast(args[1], type), type);
  if (is("modulo", 2))
    return Expr::binary(BinaryOp::FloorMod, Expr::cast(args[0], type),
                        Expr::cast(args[1], type), type);
  if (is("merge", 3))
    return Expr::select(args[2], Expr::cast(args[0], type),
                        Expr::cast(args[1], type));
  if (is("floor", 1))
    return Expr::call(Intrinsic::Floor, {args[0]}, type);
  if (is("ceiling", 1))
    return Expr::call(Intrinsic::Ceiling, {args[0]}, type);
  if (is("nint", 1))
    return Expr::call(Intrinsic::Nint, {args[0]}, type);
  if (is("aint", 1))
    return Expr::cast(Expr::call(Intrinsic::Aint, {args[0]}, args[0].type()),
                      type);
  if (is("anint", 1))
    return Expr::cast(Expr::call(Intrinsic::Anint, {args[0]}, args[0].type()),
                      type);
  if (is("dprod", 2))
    return Expr::binary(BinaryOp::Mul, Expr::cast(args[0], type),
                        Expr::cast(args[1], type), type);
  if (is("int", 1) || is("real", 1) || is("dble", 1) || is("logical", 1))
    return Expr::cast(args[0], type);
  if (is("bessel_jn", 2) || is("bessel_yn", 2))
    return Expr::call(name == "bessel_jn" ? Intrinsic::BesselJN
                                          : Intrinsic::BesselYN,
                      {Expr::cast(args[0], Type::integer(4)), args[1]}, type);
  if (is("btest", 2))
    return Expr::call(Intrinsic::Btest, {args[0], args[1]}, type);
  if (std::optional<Expr> ofBits = bitIntrinsic(name, args, type))
    return ofBits;
  return floatingPointIntrinsic(name, args, type);
}

} // namespace

std::optional<Expr> frontend::intrinsicCall(const std::string &name,
                                            std::vector<Expr> args, Type type) {
  while (!args.empty() && !args.back())
    args.pop_back();
  for (const Expr &arg : args)
    if (!arg)
      return std::nullopt;
  if (std::optional<Expr> special = specialIntrinsic(name, args, type))
    return special;
  std::optional<Intrinsic> fn = elementalIntrinsic(name);
  if (!fn)
    return std::nullopt;
  if (*fn == Intrinsic::Atan && args.size() == 2)
    fn = Intrinsic::Atan2;
  for (Expr &arg : args)
    arg = Expr::cast(arg, type);
  return Expr::call(*fn, std::move(args), type);
}

bool frontend::isTransformational(const std::string &name) {
  static const std::set<std::string> names = {
      "all",     "any",     "count",  "cshift",  "dot_product", "eoshift",
      "findloc", "iall",    "iany",   "iparity", "matmul",      "maxloc",
      "maxval",  "minloc",  "minval", "norm2",   "pack",        "parity",
      "product", "reshape", "spread", "sum",     "transpose",   "unpack",
  };
  return names.count(name) != 0;
}

ArrayOperand::Intrinsic
frontend::inCommonOrder(ArrayOperand::Intrinsic intrinsic) {
  if (intrinsic.name == "findloc")
    std::rotate(intrinsic.arguments.begin() + 1,
                intrinsic.arguments.begin() + 2, intrinsic.arguments.end());
  return intrinsic;
}
