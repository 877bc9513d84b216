#include "ParsedValue.h"

#include "loopyc/IR/ExprParser.h"

using namespace loopyc;

Expr loopyc::convert(const Expr &e, Type type) {
  if (e.type() == type)
    return e;
  if (const auto *literal = e.getIf<IntLit>()) {
    if (type.isInteger() || (type.isUnsigned() && literal->value >= 0))
      return Expr::integer(literal->value, type);
    if (type.isReal())
      return Expr::real(static_cast<double>(literal->value), type);
    if (type.isComplex())
      return Expr::complex(static_cast<double>(literal->value), 0.0, type);
  }
  return Expr::cast(e, type);
}

std::vector<Expr> loopyc::exprsOf(const std::vector<ParsedValue> &values) {
  std::vector<Expr> list;
  for (const ParsedValue &v : values)
    list.push_back(v.e);
  return list;
}

Expr loopyc::literalAs(const Expr &e, Type type) {
  if (const auto *real = e.getIf<RealLit>()) {
    if (type.isReal())
      return Expr::real(real->value, type);
    if (type.isComplex())
      return Expr::complex(real->value, 0.0, type);
  }
  return convert(e, type);
}

// A flexible literal takes the type of what it meets if that is at least as
// high a class: 2*x is 2.0*x, 1.5*i stays real.
static bool adapts(const ParsedValue &v, Type type) {
  return v.flexible && !type.isLogical() &&
         (v.e.type().isAnyInteger() || type.isFloating());
}

void loopyc::unify(ParsedValue &a, ParsedValue &b) {
  bool literals = a.flexible && b.flexible;
  if (!literals && adapts(a, b.e.type()))
    a.e = literalAs(a.e, b.e.type());
  else if (!literals && adapts(b, a.e.type()))
    b.e = literalAs(b.e, a.e.type());
  Type type = promote(a.e.type(), b.e.type());
  a.e = convert(a.e, type);
  b.e = convert(b.e, type);
}

static ParsedValue scaled(std::vector<ParsedValue> args) {
  if (args[0].e.type().isAnyInteger())
    args[0].e = convert(args[0].e, Type::real(8));
  args.at(1).e = convert(args.at(1).e, Type::integer(4));
  return fixed(Expr::call(Intrinsic::Scale, exprsOf(args), args[0].e.type()));
}

// Of an order, an integer, and a real number.
static ParsedValue bessel(Intrinsic fn, std::vector<ParsedValue> args) {
  args[0].e = convert(args[0].e, Type::integer(4));
  if (args[1].e.type().isAnyInteger())
    args[1].e = convert(args[1].e, Type::real(8));
  return fixed(Expr::call(fn, exprsOf(args), args[1].e.type()));
}

ParsedValue loopyc::intrinsicCall(Intrinsic fn, std::vector<ParsedValue> args) {
  if ((fn == Intrinsic::BesselJN || fn == Intrinsic::BesselYN) &&
      args.size() == 2)
    return bessel(fn, std::move(args));
  if (fn == Intrinsic::Scale && args.size() == 2)
    return scaled(std::move(args));
  for (size_t pass = 0; pass < 2; ++pass)
    for (size_t i = 1; i < args.size(); ++i)
      unify(args[0], args[i]);
  Type type = args[0].e.type();
  switch (fn) {
  case Intrinsic::Floor:
  case Intrinsic::Ceiling:
  case Intrinsic::Nint:
  case Intrinsic::Popcnt:
  case Intrinsic::Leadz:
  case Intrinsic::Trailz:
  case Intrinsic::Exponent:
    return fixed(Expr::call(fn, exprsOf(args), Type::integer(4)));
  case Intrinsic::Btest:
  case Intrinsic::IsNan:
    return fixed(Expr::call(fn, exprsOf(args), Type::logical(4)));
  case Intrinsic::Abs:
  case Intrinsic::RealPart:
  case Intrinsic::ImagPart:
    return fixed(
        Expr::call(fn, exprsOf(args), type.isComplex() ? type.part() : type));
  case Intrinsic::MakeComplex:
    return fixed(Expr::call(fn, exprsOf(args), Type::complex(2 * type.bytes)));
  case Intrinsic::Min:
  case Intrinsic::Max:
  case Intrinsic::Sign:
  case Intrinsic::Dim:
  case Intrinsic::Iand:
  case Intrinsic::Ior:
  case Intrinsic::Ieor:
  case Intrinsic::Inot:
  case Intrinsic::Ishft:
    return fixed(Expr::call(fn, exprsOf(args), type));
  default: // functions of real and complex numbers
    for (ParsedValue &arg : args)
      if (arg.e.type().isAnyInteger())
        arg.e = convert(arg.e, Type::real(8));
    type = args[0].e.type();
    return fixed(Expr::call(fn, exprsOf(args), type));
  }
}
