#include "FloatingPointIntrinsics.h"

#include "llvm/ADT/StringRef.h"

#include <limits>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// One number, and its model: binary, of 32 or 64 bits.
class Number {
public:
  explicit Number(const Expr &x) : x(x), type(x.type()) {}

  Expr call(Intrinsic fn) const { return Expr::call(fn, {x}, type); }
  Expr literal(double value) const { return Expr::real(value, type); }

  Expr exponent() const {
    return Expr::call(Intrinsic::Exponent, {x}, Type::integer(4));
  }
  Expr isNan() const { return Expr::call(Intrinsic::IsNan, {x}, Type::logical()); }
  Expr isFinite() const {
    return compare(BinaryOp::Le, call(Intrinsic::Abs), literal(largest()));
  }
  Expr isNormal() const {
    return both(isFinite(), either(compare(BinaryOp::Eq, x, literal(0)),
                                   compare(BinaryOp::Ge, call(Intrinsic::Abs),
                                           literal(tiny()))));
  }
  // Of a zero, too.
  Expr hasSign() const {
    Expr one = Expr::call(Intrinsic::Sign, {literal(1), x}, type);
    return compare(BinaryOp::Lt, one, literal(0));
  }
  // The distance to the number that follows, and the smallest normal number
  // where that is less.
  Expr spacing() const {
    Expr place = Expr::binary(BinaryOp::Sub, exponent(),
                              Expr::integer(digits()), Type::integer(4));
    Expr least = Expr::integer(leastExponent() - 1);
    Expr bounded =
        Expr::call(Intrinsic::Max, {place, least}, Type::integer(4));
    return Expr::select(compare(BinaryOp::Eq, x, literal(0)), literal(tiny()),
                        scaled(literal(1), bounded));
  }
  Expr reciprocalSpacing() const {
    Expr size = Expr::call(Intrinsic::Abs, {call(Intrinsic::Fraction)}, type);
    return scaled(size, Expr::integer(digits()));
  }

  static Expr scaled(const Expr &value, const Expr &exponent) {
    return Expr::call(Intrinsic::Scale,
                      {value, Expr::cast(exponent, Type::integer(4))},
                      value.type());
  }
  static Expr both(const Expr &a, const Expr &b) {
    return Expr::binary(BinaryOp::And, a, b, Type::logical());
  }
  static Expr either(const Expr &a, const Expr &b) {
    return Expr::binary(BinaryOp::Or, a, b, Type::logical());
  }

private:
  static Expr compare(BinaryOp op, const Expr &a, const Expr &b) {
    return Expr::binary(op, a, b, Type::logical());
  }

  bool isSingle() const { return type.bytes == 4; }
  template <typename T> using Limits = std::numeric_limits<T>;
  int digits() const {
    return isSingle() ? Limits<float>::digits : Limits<double>::digits;
  }
  int leastExponent() const {
    return isSingle() ? Limits<float>::min_exponent
                      : Limits<double>::min_exponent;
  }
  double tiny() const {
    return isSingle() ? Limits<float>::min() : Limits<double>::min();
  }
  double largest() const {
    return isSingle() ? Limits<float>::max() : Limits<double>::max();
  }

  Expr x;
  Type type;
};

} // namespace

static Expr isNegative(const Number &x) {
  return Number::both(Expr::unary(UnaryOp::Not, x.isNan()), x.hasSign());
}

static std::optional<Expr> ofOne(const std::string &name, const Number &x) {
  if (name == "exponent")
    return x.exponent();
  if (name == "fraction")
    return x.call(Intrinsic::Fraction);
  if (name == "spacing")
    return x.spacing();
  if (name == "rrspacing")
    return x.reciprocalSpacing();
  if (name == "isnan" || name == "ieee_is_nan")
    return x.isNan();
  if (name == "ieee_is_finite")
    return x.isFinite();
  if (name == "ieee_is_normal")
    return x.isNormal();
  if (name == "ieee_is_negative")
    return isNegative(x);
  if (name == "ieee_signbit")
    return x.hasSign();
  return std::nullopt;
}

static std::optional<Expr> ofTwo(const std::string &name, const Expr &a,
                                 const Expr &b) {
  if (name == "scale" || name == "ieee_scalb")
    return Number::scaled(a, b);
  if (name == "set_exponent")
    return Number::scaled(Number(a).call(Intrinsic::Fraction), b);
  if (name == "nearest")
    return Expr::call(Intrinsic::Nearest, {a, Expr::cast(b, a.type())},
                      a.type());
  if (name == "ieee_copy_sign")
    return Expr::call(Intrinsic::Sign, {a, Expr::cast(b, a.type())}, a.type());
  if (name == "ieee_unordered")
    return Number::either(Number(a).isNan(), Number(b).isNan());
  return std::nullopt;
}

std::optional<Expr>
frontend::floatingPointIntrinsic(const std::string &name,
                                 const std::vector<Expr> &args, Type type) {
  if (args.empty() || !args[0].type().isReal())
    return std::nullopt;
  std::optional<Expr> result;
  if (args.size() == 1)
    result = ofOne(name, Number(args[0]));
  else if (args.size() == 2)
    result = ofTwo(name, args[0], args[1]);
  if (result)
    result = Expr::cast(*result, type);
  return result;
}

// A suffix _a8, _i4, ... for each argument.
std::string frontend::genericIeeeName(const std::string &specific) {
  llvm::StringRef name = specific;
  auto isKind = [](llvm::StringRef suffix) {
    return suffix.size() > 1 &&
           suffix.drop_front().find_first_not_of("0123456789") ==
               llvm::StringRef::npos;
  };
  for (size_t at = name.rfind('_');
       at != llvm::StringRef::npos && isKind(name.substr(at + 1));
       at = name.rfind('_'))
    name = name.take_front(at);
  return name.str();
}
