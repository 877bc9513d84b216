#include "BitIntrinsics.h"

#include <cstdint>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// Integers of one type as bits.
class Bits {
public:
  explicit Bits(Type type) : type(type) {}

  Expr operand(const Expr &e) const { return Expr::cast(e, type); }
  Expr literal(int64_t value) const { return Expr::integer(value, type); }
  Expr width() const { return Expr::integer(8 * type.bytes); }

  Expr both(const Expr &a, const Expr &b) const {
    return Expr::call(Intrinsic::Iand, {a, b}, type);
  }
  Expr either(const Expr &a, const Expr &b) const {
    return Expr::call(Intrinsic::Ior, {a, b}, type);
  }
  Expr inverse(const Expr &a) const {
    return Expr::call(Intrinsic::Inot, {a}, type);
  }
  // Zeros come in; nothing is left where the count is the width.
  Expr left(const Expr &a, const Expr &count) const {
    return Expr::call(Intrinsic::Ishft, {a, count}, type);
  }
  Expr right(const Expr &a, const Expr &count) const {
    return left(a, Expr::unary(UnaryOp::Neg, count));
  }
  // The lowest `count` ones.
  Expr ones(const Expr &count) const {
    return inverse(left(literal(-1), count));
  }
  // The sign comes in.
  Expr signedRight(const Expr &a, const Expr &count) const {
    Expr isNegative = Expr::binary(BinaryOp::Lt, a, literal(0), Type::logical());
    return Expr::select(isNegative, inverse(right(inverse(a), count)),
                        right(a, count));
  }
  // The `size` lowest bits turned to the left, by a count of either sign.
  Expr turned(const Expr &a, const Expr &count, const Expr &size) const {
    Expr turn = Expr::binary(BinaryOp::FloorMod, count,
                             Expr::cast(size, count.type()), count.type());
    Expr rest = Expr::binary(BinaryOp::Sub, Expr::cast(size, count.type()),
                             turn, count.type());
    return either(left(a, turn), right(a, rest));
  }

private:
  Type type;
};

} // namespace

static Expr ishftc(const Bits &bits, const std::vector<Expr> &args) {
  Expr value = bits.operand(args[0]);
  if (args.size() == 2)
    return bits.turned(value, args[1], bits.width());
  Expr low = bits.ones(args[2]);
  Expr turned = bits.turned(bits.both(value, low), args[1], args[2]);
  return bits.either(bits.both(value, bits.inverse(low)),
                     bits.both(turned, low));
}

// dshiftl: the bits of both, one behind the other, to the left; the first's.
static Expr acrossBoth(const Bits &bits, const std::vector<Expr> &args,
                       bool toTheLeft) {
  Expr first = bits.operand(args[0]), second = bits.operand(args[1]);
  const Expr &count = args[2];
  Expr rest = Expr::binary(BinaryOp::Sub,
                           Expr::cast(bits.width(), count.type()), count,
                           count.type());
  return toTheLeft
             ? bits.either(bits.left(first, count), bits.right(second, rest))
             : bits.either(bits.left(first, rest), bits.right(second, count));
}

std::optional<Expr> frontend::bitIntrinsic(const std::string &name,
                                           const std::vector<Expr> &args,
                                           Type type) {
  const Bits bits(type);
  auto is = [&](const char *candidate, size_t least, size_t most) {
    return name == candidate && least <= args.size() && args.size() <= most;
  };
  if (is("ishft", 2, 2) || is("shiftl", 2, 2))
    return bits.left(args[0], args[1]);
  if (is("shiftr", 2, 2))
    return bits.right(args[0], args[1]);
  if (is("shifta", 2, 2))
    return bits.signedRight(args[0], args[1]);
  if (is("ishftc", 2, 3))
    return ishftc(bits, args);
  if (is("dshiftl", 3, 3) || is("dshiftr", 3, 3))
    return acrossBoth(bits, args, name == "dshiftl");
  if (is("ibset", 2, 2))
    return bits.either(args[0], bits.left(bits.literal(1), args[1]));
  if (is("ibclr", 2, 2))
    return bits.both(args[0],
                     bits.inverse(bits.left(bits.literal(1), args[1])));
  if (is("ibits", 3, 3))
    return bits.both(bits.right(args[0], args[1]), bits.ones(args[2]));
  if (is("maskr", 1, 2))
    return bits.ones(args[0]);
  if (is("maskl", 1, 2))
    return bits.inverse(bits.right(bits.literal(-1), args[0]));
  if (is("leadz", 1, 1))
    return Expr::call(Intrinsic::Leadz, args, type);
  if (is("trailz", 1, 1))
    return Expr::call(Intrinsic::Trailz, args, type);
  if (is("popcnt", 1, 1))
    return Expr::call(Intrinsic::Popcnt, args, type);
  if (is("poppar", 1, 1))
    return bits.both(Expr::call(Intrinsic::Popcnt, args, type),
                     bits.literal(1));
  if (is("merge_bits", 3, 3)) {
    Expr mask = bits.operand(args[2]);
    return bits.either(bits.both(bits.operand(args[0]), mask),
                       bits.both(bits.operand(args[1]), bits.inverse(mask)));
  }
  return std::nullopt;
}
