#include "Domains.h"

using namespace loopyc;
using namespace loopyc::frontend;
using poly::PwAff;

namespace {

using IsParameter = std::function<bool(const std::string &)>;

std::optional<PwAff> extremum(const Call &call,
                              const IsParameter &isParameter) {
  std::optional<PwAff> result;
  for (const Expr &arg : call.args) {
    std::optional<PwAff> value = toAffine(arg, isParameter);
    if (!value)
      return std::nullopt;
    if (!result)
      result = value;
    else
      result =
          call.fn == Intrinsic::Min ? result->min(*value) : result->max(*value);
  }
  return result;
}

// a / b and the like, for a constant b.
std::optional<PwAff> quotient(BinaryOp op, const PwAff &a, int64_t divisor) {
  switch (op) {
  case BinaryOp::Div:
    return divisor > 0 ? a.truncDiv(divisor) : (-a).truncDiv(-divisor);
  case BinaryOp::Rem: {
    int64_t size = divisor > 0 ? divisor : -divisor;
    return a - a.truncDiv(size).scaled(size);
  }
  case BinaryOp::FloorDiv:
    if (divisor > 0)
      return a.floorDiv(divisor);
    return std::nullopt;
  case BinaryOp::FloorMod:
    if (divisor > 0)
      return a.floorMod(divisor);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<PwAff> binary(const Binary &node,
                            const IsParameter &isParameter) {
  std::optional<PwAff> a = toAffine(node.a, isParameter);
  if (!a)
    return std::nullopt;
  std::optional<int64_t> divisor = asInteger(node.b);
  if (divisor && *divisor != 0)
    if (std::optional<PwAff> result = quotient(node.op, *a, *divisor))
      return result;
  std::optional<PwAff> b = toAffine(node.b, isParameter);
  if (!b)
    return std::nullopt;
  switch (node.op) {
  case BinaryOp::Add:
    return *a + *b;
  case BinaryOp::Sub:
    return *a - *b;
  case BinaryOp::Mul:
    if (std::optional<int64_t> factor = b->asConstant())
      return a->scaled(*factor);
    if (std::optional<int64_t> factor = a->asConstant())
      return b->scaled(*factor);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<PwAff> frontend::toAffine(const Expr &e,
                                        const IsParameter &isParameter) {
  if (!e.type().isInteger())
    return std::nullopt;
  if (const IntLit *literal = e.getIf<IntLit>())
    return PwAff::constant(literal->value);
  if (const VarRef *var = e.getIf<VarRef>()) {
    if (!isParameter(var->name))
      return std::nullopt;
    return PwAff::name(var->name);
  }
  if (const Unary *unary = e.getIf<Unary>()) {
    std::optional<PwAff> a = toAffine(unary->a, isParameter);
    if (!a || unary->op != UnaryOp::Neg)
      return std::nullopt;
    return -*a;
  }
  if (const Cast *cast = e.getIf<Cast>()) {
    // A bound whose value does not fit the loop variable is an error of the
    // program; every other conversion keeps the value.
    return cast->a.type().isInteger() ? toAffine(cast->a, isParameter)
                                      : std::nullopt;
  }
  if (const Binary *node = e.getIf<Binary>())
    return binary(*node, isParameter);
  const Call *call = e.getIf<Call>();
  if (call && (call->fn == Intrinsic::Min || call->fn == Intrinsic::Max))
    return extremum(*call, isParameter);
  return std::nullopt;
}

poly::Set frontend::loopDomain(const std::string &iname,
                               const std::vector<PwAff> &firsts,
                               const std::vector<PwAff> &lasts, int64_t step) {
  PwAff counter = PwAff::name(iname);
  poly::Set range = counter.ge(PwAff::constant(0));
  for (const PwAff &first : firsts) {
    PwAff value = first + counter.scaled(step);
    for (const PwAff &last : lasts)
      range = range.intersect(step > 0 ? value.le(last) : value.ge(last));
  }
  return range.coalesce().withDims({iname});
}
