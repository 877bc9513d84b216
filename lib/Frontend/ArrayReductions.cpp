// Values that are made of all elements of an array, or of those along one
// dimension: statements that accumulate them, in the forms that are known as
// parallel reductions.
#include "ArrayElements.h"
#include "ArrayViews.h"

#include <algorithm>
#include <limits>

using namespace loopyc;
using namespace loopyc::frontend;

static const std::map<std::string, ReductionOp> accumulations = {
    {"sum", ReductionOp::Add},     {"product", ReductionOp::Mul},
    {"count", ReductionOp::Add},   {"maxval", ReductionOp::Max},
    {"minval", ReductionOp::Min},  {"any", ReductionOp::Or},
    {"all", ReductionOp::And},     {"parity", ReductionOp::Neqv},
    {"iall", ReductionOp::Iand},   {"iany", ReductionOp::Ior},
    {"iparity", ReductionOp::Ieor}, {"norm2", ReductionOp::Add}};

static bool isLocation(const std::string &name) {
  return name == "maxloc" || name == "minloc" || name == "findloc";
}

bool ArrayElements::isReduction(const Intrinsic &intrinsic) {
  return accumulations.count(intrinsic.name) || isLocation(intrinsic.name) ||
         intrinsic.name == "matmul" || intrinsic.name == "dot_product";
}

// maxloc(a), without a dimension
bool ArrayElements::isPlace(const ArrayOperand &array,
                            const Intrinsic &intrinsic) {
  return isLocation(intrinsic.name) && array.rank == 1 &&
         (intrinsic.arguments.size() < 2 || !intrinsic.arguments[1].value);
}

// --- values where there are no elements

static Expr integerEnd(bool largest, Type type) {
  int bits = 8 * type.bytes - 1;
  int64_t top = static_cast<int64_t>((uint64_t(1) << bits) - 1);
  return Expr::integer(largest ? top : -top - 1, type);
}

static Expr realEnd(bool largest, Type type) {
  double top = type.bytes == 4 ? double(std::numeric_limits<float>::max())
                               : std::numeric_limits<double>::max();
  return Expr::real(largest ? top : -top, type);
}

static Expr infinity(bool positive, Type type) {
  double top = std::numeric_limits<double>::infinity();
  return Expr::real(positive ? top : -top, type);
}

static Expr one(Type type) {
  if (type.isComplex())
    return Expr::complex(1, 0, type);
  return type.isReal() ? Expr::real(1, type) : Expr::integer(1, type);
}

static Expr neutral(ReductionOp op, Type type) {
  switch (op) {
  case ReductionOp::Add:
  case ReductionOp::Ior:
  case ReductionOp::Ieor:
    if (type.isComplex())
      return Expr::complex(0, 0, type);
    return type.isReal() ? Expr::real(0, type) : Expr::integer(0, type);
  case ReductionOp::Mul:
    return one(type);
  case ReductionOp::Min:
  case ReductionOp::Max: {
    bool least = op == ReductionOp::Min;
    return type.isReal() ? infinity(least, type) : integerEnd(least, type);
  }
  case ReductionOp::And:
  case ReductionOp::Eqv:
    return Expr::logical(true, type);
  case ReductionOp::Or:
  case ReductionOp::Neqv:
    return Expr::logical(false, type);
  case ReductionOp::Iand:
    return Expr::integer(-1, type);
  }
  throw InternalError("unknown reduction");
}

// Null where that is certain.
static Expr isNotEmpty(const Shape &shape) {
  Expr result;
  for (const Expr &extent : shape) {
    if (std::optional<int64_t> known = asInteger(extent); known && *known > 0)
      continue;
    Expr some =
        Expr::binary(BinaryOp::Ge, extent, Expr::integer(1, extent.type()));
    result = result ? Expr::binary(BinaryOp::And, result, some) : some;
  }
  return result;
}

// --- the loops of a reduction

ArrayElements::Reduced ArrayElements::over(const Intrinsic &intrinsic,
                                           const Position &position) {
  const std::string &name = intrinsic.name;
  bool ofMask =
      name == "count" || name == "any" || name == "all" || name == "parity";
  Reduced result;
  result.source = argument(intrinsic, 0);
  result.mask = ofMask ? Expr() : argument(intrinsic, 2);
  result.shape = shape(result.source);
  if (argument(intrinsic, 1)) {
    size_t d = dimension(intrinsic, 1);
    result.shape = {result.shape.at(d)};
    Position along;
    result.nest = open(result.shape, along);
    result.position = position;
    result.position.insert(
        result.position.begin() + static_cast<std::ptrdiff_t>(d), along[0]);
  } else {
    result.nest = open(result.shape, result.position);
  }
  return result;
}

// `inner` in the loops, under the mask.
void ArrayElements::finish(const Reduced &reduced, Computation inner,
                           bool backwards) {
  if (reduced.mask) {
    Computation masked;
    Expr mask = at(reduced.mask, reduced.position, masked);
    masked.before.push_back(conditional(mask, std::move(inner.before),
                                        std::move(masked.references)));
    inner.before = std::move(masked.before);
  }
  close(reduced.nest);
  for (Statement &s :
       inLoops(reduced.nest, std::move(inner.before), like,
               std::vector<bool>(reduced.nest.size(), backwards)))
    add(std::move(s));
}

// In a variable, which is assigned inside.
Expr ArrayElements::kept(const Expr &value, Computation &inside) {
  Expr candidate = locals.scalar("candidate", value.type(), like.range);
  inside.before.push_back(
      assignment(candidate, value, std::move(inside.references)));
  inside.references.clear();
  return candidate;
}

// --- reductions

Expr ArrayElements::reduce(const ArrayOperand &array,
                           const Intrinsic &intrinsic, const Position &position,
                           const Expr &target) {
  const std::string &name = intrinsic.name;
  if (name == "matmul" || name == "dot_product")
    return multiply(array, intrinsic, position, target);
  if (name == "size") {
    Shape extents = shape(argument(intrinsic, 0));
    Expr result = argument(intrinsic, 1)
                      ? clamped(extents.at(dimension(intrinsic, 1)))
                      : size(extents);
    return Expr::cast(result, array.type);
  }
  if (accumulations.count(name))
    return accumulate(array, intrinsic, position, target);
  if (!isLocation(name))
    throw NotScalarized{"intrinsic '" + name + "'"};
  return isPlace(array, intrinsic)
             ? chosen(places(array, intrinsic), position[0])
             : locate(array, intrinsic, position).front();
}

bool ArrayElements::reduceInto(const Expr &e, const Expr &target) {
  const ArrayOperand *array = operand(e);
  const Intrinsic *intrinsic = array && array->rank == 0
                                   ? std::get_if<Intrinsic>(&array->form)
                                   : nullptr;
  const VarRef *variable = target.getIf<VarRef>();
  if (!intrinsic || !variable || array->type != target.type() ||
      intrinsic->name == "norm2" ||
      !(accumulations.count(intrinsic->name) ||
        intrinsic->name == "dot_product"))
    return false;
  bool mentioned = false;
  forEachName(e, [&](const Expr &node) {
    const VarRef *var = node.getIf<VarRef>();
    mentioned |= var && var->name == variable->name;
  });
  if (mentioned)
    return false;
  ArrayOperand own = *array;
  reduce(own, std::get<Intrinsic>(own.form), {}, target);
  return true;
}

Expr ArrayElements::accumulate(const ArrayOperand &array,
                               const Intrinsic &intrinsic,
                               const Position &position, const Expr &target) {
  ReductionOp op = accumulations.at(intrinsic.name);
  Expr sum = target
                 ? target
                 : locals.scalar(intrinsic.name + "_r", array.type, like.range);
  Type type = sum.type();
  Reduced reduced = over(intrinsic, position);
  Computation inner;
  Expr value = at(reduced.source, reduced.position, inner);
  // A real extremum of no elements is the largest number, not infinity.
  bool isExtremum =
      (op == ReductionOp::Min || op == ReductionOp::Max) && type.isReal();
  Expr some,
      start = neutral(op, type),
      ofNone = isExtremum ? realEnd(op == ReductionOp::Min, type) : start;
  if (isExtremum && reduced.mask) {
    some = locals.scalar("any_r", Type::logical(4), like.range);
    add(assignment(some, neutral(ReductionOp::Or, some.type())));
    inner.before.push_back(
        assignment(some, reductionOf(ReductionOp::Or, some,
                                     Expr::logical(true, some.type()))));
  } else if (Expr notEmpty = isExtremum ? isNotEmpty(reduced.shape) : Expr()) {
    start = Expr::select(notEmpty, start, ofNone);
  }
  add(assignment(sum, start));
  if (intrinsic.name == "count") {
    Block counted;
    counted.push_back(assignment(sum, reductionOf(op, sum, one(type))));
    inner.before.push_back(
        conditional(value, std::move(counted), std::move(inner.references)));
  } else {
    if (intrinsic.name == "norm2")
      value = value * value;
    // An operand of a logical operation would be evaluated only where the other
    // one leaves the result open.
    if (type.isLogical() && !inner.references.empty())
      value = kept(value, inner);
    inner.before.push_back(
        assignment(sum, reductionOf(op, sum, Expr::cast(value, type)),
                   std::move(inner.references)));
  }
  finish(reduced, std::move(inner));
  if (some)
    add(assignment(sum, Expr::select(some, sum, ofNone)));
  if (intrinsic.name == "norm2")
    return Expr::call(loopyc::Intrinsic::Sqrt, {sum}, type);
  return sum;
}

Expr ArrayElements::multiply(const ArrayOperand &array,
                             const Intrinsic &intrinsic,
                             const Position &position, const Expr &target) {
  Expr left = argument(intrinsic, 0), right = argument(intrinsic, 1);
  bool isDot = intrinsic.name == "dot_product";
  for (Expr *factor : {&left, &right})
    if (!isDot && !isDirect(*factor))
      *factor = materialized(*factor);
  Type type = array.type;
  ReductionOp op = type.isLogical() ? ReductionOp::Or : ReductionOp::Add;
  Expr sum =
      target ? target : locals.scalar(intrinsic.name + "_r", type, like.range);
  add(assignment(sum, neutral(op, type)));
  Shape rows = shape(left);
  Position along;
  Nest nest = open({rows.back()}, along);
  Position ofLeft = along, ofRight = along;
  if (rows.size() == 2)
    ofLeft = {position.front(), along[0]};
  if (rank(right) == 2)
    ofRight = {along[0], position.back()};
  Computation inner;
  Expr a = Expr::cast(at(left, ofLeft, inner), type),
       b = Expr::cast(at(right, ofRight, inner), type);
  if (isDot && type.isComplex())
    a = Expr::call(loopyc::Intrinsic::Conj, {a}, type);
  Expr product = Expr::binary(type.isLogical() ? BinaryOp::And : BinaryOp::Mul,
                              a, b, type);
  if (type.isLogical() && !inner.references.empty())
    product = kept(product, inner);
  inner.before.push_back(assignment(sum, reductionOf(op, sum, product),
                                    std::move(inner.references)));
  close(nest);
  for (Statement &s : inLoops(nest, std::move(inner.before), like))
    add(std::move(s));
  return sum;
}

// --- extrema with their places

const std::vector<Expr> &ArrayElements::places(const ArrayOperand &array,
                                               const Intrinsic &intrinsic) {
  bool once = !dependsOnBound(Expr::var(array.value, array.type));
  std::vector<Expr> &result = found[array.value];
  if (once && !result.empty())
    return result;
  Inside scope(*this, once ? *outer : *now);
  std::vector<Expr> located = locate(array, intrinsic, {});
  return found[array.value] = located;
}

static bool isBackwards(const Expr &given, const char *name) {
  if (!given)
    return false;
  const LogicalLit *literal = given.getIf<LogicalLit>();
  if (!literal)
    throw NotScalarized{std::string(name) +
                        " whose argument 'back' is not a constant"};
  return literal->value;
}

// extreme = -infinity; at = 1, or 0 where there are no elements
// do ...; if (v > extreme) then; extreme = v; at = i
std::vector<Expr> ArrayElements::locate(const ArrayOperand &array,
                                        const Intrinsic &intrinsic,
                                        const Position &position) {
  if (intrinsic.name == "findloc")
    return find(array, intrinsic, position);
  bool isMax = intrinsic.name == "maxloc";
  bool back = isBackwards(argument(intrinsic, 4), "maxloc or minloc");
  Reduced reduced = over(intrinsic, position);
  Computation inner;
  Expr value = at(reduced.source, reduced.position, inner);
  if (!value.getIf<ArrayRef>())
    value = kept(value, inner);
  Type type = value.type();
  Expr extreme =
      locals.scalar(isMax ? "largest" : "smallest", type, like.range);
  add(assignment(extreme,
                 neutral(isMax ? ReductionOp::Max : ReductionOp::Min, type)));
  // The first of all, where no comparison holds.
  Expr start = Expr::integer(reduced.mask ? 0 : 1, array.type);
  if (Expr notEmpty = reduced.mask ? Expr() : isNotEmpty(reduced.shape))
    start = Expr::select(notEmpty, start, Expr::integer(0, array.type));
  std::vector<Expr> result;
  Block taken;
  taken.push_back(assignment(extreme, value));
  for (size_t d = 0; d < reduced.shape.size(); ++d) {
    const NestLoop &loop = reduced.nest[reduced.shape.size() - 1 - d];
    Expr place = locals.scalar(intrinsic.name + "_r", array.type, like.range);
    add(assignment(place, start));
    taken.push_back(
        assignment(place, Expr::cast(Expr::var(loop.variable, loop.type) + 1,
                                     array.type)));
    result.push_back(place);
  }
  // Under a mask, the first element may be no larger than what nothing is: so
  // the last of equal ones is taken, from the other end.
  bool takesEqual = back || reduced.mask;
  BinaryOp comparison = isMax ? (takesEqual ? BinaryOp::Ge : BinaryOp::Gt)
                              : (takesEqual ? BinaryOp::Le : BinaryOp::Lt);
  inner.before.push_back(
      conditional(Expr::binary(comparison, value, extreme), std::move(taken)));
  finish(reduced, std::move(inner), takesEqual && !back);
  return result;
}

static Expr isValue(const Expr &a, const Expr &b) {
  const bool isLogical = a.type().isLogical();
  const Type type = isLogical ? Type::logical(4) : promote(a.type(), b.type());
  const Expr left = Expr::cast(a, type), right = Expr::cast(b, type);
  return isLogical ? reductionOf(ReductionOp::Eqv, left, right)
                   : Expr::binary(BinaryOp::Eq, left, right);
}

// found = huge; do ...; if (a(i, j) == value) found = min(found, i + n*j)
std::vector<Expr> ArrayElements::find(const ArrayOperand &array,
                                      const Intrinsic &intrinsic,
                                      const Position &position) {
  const Type counted = Type::integer(8);
  const Expr none = Expr::integer(0, array.type);
  const bool back = isBackwards(argument(intrinsic, 4), "findloc");
  const ReductionOp op = back ? ReductionOp::Max : ReductionOp::Min;
  const Expr value = at(argument(intrinsic, 5), {});
  Reduced reduced = over(intrinsic, position);
  Expr first = locals.scalar("found", counted, like.range);
  add(assignment(first, neutral(op, counted)));
  Expr number = Expr::integer(0, counted);
  std::vector<Expr> steps = {Expr::integer(1, counted)};
  for (size_t d = 0; d < reduced.shape.size(); ++d) {
    const NestLoop &loop = reduced.nest[reduced.shape.size() - 1 - d];
    number =
        indexSum(number, indexProduct(steps.back(),
                                      Expr::var(loop.variable, loop.type)));
    steps.push_back(indexProduct(steps.back(), reduced.shape[d]));
  }
  Computation inner;
  Expr element = at(reduced.source, reduced.position, inner);
  Block taken;
  taken.push_back(assignment(first, reductionOf(op, first, number)));
  inner.before.push_back(conditional(isValue(element, value), std::move(taken),
                                     std::move(inner.references)));
  finish(reduced, std::move(inner));
  const Expr isNowhere =
      Expr::binary(BinaryOp::Eq, first, neutral(op, counted));
  std::vector<Expr> result;
  for (size_t d = 0; d < reduced.shape.size(); ++d) {
    Expr index = first;
    if (d + 1 < reduced.shape.size())
      index = Expr::binary(BinaryOp::Rem, index, steps[d + 1]);
    if (d > 0)
      index = Expr::binary(BinaryOp::Div, index, steps[d]);
    Expr place = locals.scalar(intrinsic.name + "_r", array.type, like.range);
    add(assignment(place, Expr::select(isNowhere, none,
                                       Expr::cast(index + 1, array.type))));
    result.push_back(place);
  }
  return result;
}
