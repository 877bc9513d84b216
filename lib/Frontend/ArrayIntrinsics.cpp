// Intrinsic functions whose elements are other elements of their arguments.
#include "ArrayElements.h"

using namespace loopyc;
using namespace loopyc::frontend;

Expr ArrayElements::argument(const Intrinsic &intrinsic, size_t number) const {
  if (number >= intrinsic.arguments.size())
    return {};
  return intrinsic.arguments[number].value;
}

size_t ArrayElements::dimension(const Intrinsic &intrinsic, size_t argument) {
  std::optional<int64_t> dim =
      argument < intrinsic.arguments.size() &&
              intrinsic.arguments[argument].value
          ? asInteger(intrinsic.arguments[argument].value)
          : std::optional<int64_t>(1);
  if (!dim)
    throw NotScalarized{"intrinsic '" + intrinsic.name +
                        "' along a dimension that is not a constant"};
  return static_cast<size_t>(*dim - 1);
}

Expr ArrayElements::element(const ArrayOperand &array,
                            const Intrinsic &intrinsic,
                            const Position &position) {
  const std::string &name = intrinsic.name;
  if (name == "transpose")
    return at(argument(intrinsic, 0), {position[1], position[0]});
  if (name == "spread") {
    Expr source = argument(intrinsic, 0);
    Position inner = position;
    inner.erase(inner.begin() +
                static_cast<std::ptrdiff_t>(dimension(intrinsic, 1)));
    return at(isDirect(source) ? source : materialized(source), inner);
  }
  if (name == "cshift" || name == "eoshift")
    return shifted(intrinsic, position, array.type, name == "cshift");
  if (name == "pack" || name == "unpack")
    throw NotScalarized{"intrinsic '" + name + "' in an expression"};
  if (name == "reshape")
    return reshaped(array, intrinsic, position);
  return reduce(array, intrinsic, position);
}

static Expr zero(Type type) {
  if (type.isLogical())
    return Expr::logical(false, type);
  if (type.isComplex())
    return Expr::complex(0, 0, type);
  return type.isReal() ? Expr::real(0, type) : Expr::integer(0, type);
}

Expr ArrayElements::shifted(const Intrinsic &intrinsic,
                            const Position &position, Type type, bool around) {
  size_t d = dimension(intrinsic, around ? 2 : 3);
  Expr source = argument(intrinsic, 0);
  Position others = position;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(d));
  Expr extent = shape(source)[d];
  Expr there = addInteger(position[d], at(argument(intrinsic, 1), others));
  Position from = position;
  if (around) {
    from[d] = Expr::binary(BinaryOp::FloorMod, inCommonKind(there, extent),
                           inCommonKind(extent, there));
    return at(source, from);
  }
  from[d] = there;
  Expr boundary = argument(intrinsic, 2);
  Expr isInside = Expr::binary(
      BinaryOp::And,
      Expr::binary(BinaryOp::Ge, there, Expr::integer(0, there.type())),
      Expr::binary(BinaryOp::Lt, inCommonKind(there, extent),
                   inCommonKind(extent, there)));
  return either(
      isInside, "shifted", type, [&] { return at(source, from); },
      [&] { return boundary ? at(boundary, others) : zero(type); });
}

// A scalar that is assigned the one or the other, each of which is computed
// only there.
Expr ArrayElements::either(const Expr &condition, const std::string &name,
                           Type type, const std::function<Expr()> &value,
                           const std::function<Expr()> &other) {
  Expr result = locals.scalar(name, type, like.range);
  auto assigned = [&](const std::function<Expr()> &compute) {
    Computation inner;
    Inside scope(*this, inner);
    Expr computed = compute();
    inner.before.push_back(
        assignment(result, computed, std::move(inner.references)));
    return std::move(inner.before);
  };
  Statement made = conditional(condition, assigned(value));
  Branch otherwise;
  otherwise.isElse = true;
  otherwise.range = like.range;
  otherwise.body = assigned(other);
  std::get<IfStatement>(made.value).branches.push_back(std::move(otherwise));
  add(std::move(made));
  return result;
}

static Expr quotient(const Expr &a, const Expr &b) {
  if (std::optional<int64_t> divisor = asInteger(b); divisor && *divisor > 0)
    return floorDiv(a, *divisor);
  return Expr::binary(BinaryOp::FloorDiv, inCommonKind(a, b),
                      inCommonKind(b, a));
}
static Expr remainder(const Expr &a, const Expr &b) {
  if (std::optional<int64_t> divisor = asInteger(b); divisor && *divisor > 0)
    return floorMod(a, *divisor);
  return Expr::binary(BinaryOp::FloorMod, inCommonKind(a, b),
                      inCommonKind(b, a));
}

Position frontend::positionOf(Expr number, const Shape &shape) {
  Position result;
  for (size_t a = 0; a + 1 < shape.size(); ++a) {
    result.push_back(remainder(number, shape[a]));
    number = quotient(number, shape[a]);
  }
  result.push_back(number);
  return result;
}

Expr ArrayElements::reshaped(const ArrayOperand &array,
                             const Intrinsic &intrinsic,
                             const Position &position) {
  Shape extents = shape(array);
  std::vector<size_t> order;
  for (size_t a = 0; a < extents.size(); ++a)
    order.push_back(a);
  if (Expr given = argument(intrinsic, 3))
    for (size_t a = 0; a < extents.size(); ++a) {
      std::optional<int64_t> axis =
          asInteger(at(given, {Expr::integer(static_cast<int64_t>(a))}));
      if (!axis)
        throw NotScalarized{"reshape in an order that is not a constant"};
      order[a] = static_cast<size_t>(*axis - 1);
    }
  Expr number = Expr::integer(0);
  for (size_t a = order.size(); a-- > 0;)
    number = addInteger(multiplyInteger(number, extents[order[a]]),
                        position[order[a]]);
  Expr source = argument(intrinsic, 0), pad = argument(intrinsic, 2);
  Shape from = shape(source);
  if (!pad)
    return at(source, positionOf(number, from));
  Expr count = size(from);
  return either(
      Expr::binary(BinaryOp::Lt, inCommonKind(number, count),
                   inCommonKind(count, number)),
      "reshaped", array.type,
      [&] { return at(source, positionOf(number, from)); },
      [&] {
        Shape around = shape(pad);
        Expr rest = remainder(subtractInteger(number, count), size(around));
        return at(pad, positionOf(rest, around));
      });
}
