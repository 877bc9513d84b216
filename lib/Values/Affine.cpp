#include "loopyc/Values/Affine.h"

#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

using namespace loopyc;
using poly::AstExpr;
using poly::AstOp;
using poly::PwAff;
using poly::Set;

namespace {

// Functions of an expression, as far as it mentions parameters alone.
class Extraction {
public:
  explicit Extraction(const IsParameter &isParameter)
      : isParameter(isParameter) {}

  std::optional<PwAff> value(const Expr &e) const;
  std::optional<Set> condition(const Expr &e) const;

private:
  using Value = std::optional<PwAff>;

  Value name(const std::string &name) const {
    return !isParameter || isParameter(name) ? Value(PwAff::name(name))
                                             : Value();
  }
  Value binary(const Binary &e) const;
  Value extremum(const Call &call) const;
  Value select(const Select &s) const;
  std::optional<Set> comparison(const Binary &e) const;

  const IsParameter &isParameter;
};

} // namespace

std::optional<PwAff> Extraction::binary(const Binary &e) const {
  auto a = value(e.a), b = value(e.b);
  if (!a || !b)
    return std::nullopt;
  std::optional<int64_t> divisor = b->asConstant();
  switch (e.op) {
  case BinaryOp::Add:
    return *a + *b;
  case BinaryOp::Sub:
    return *a - *b;
  case BinaryOp::Mul:
    if (divisor)
      return a->scaled(*divisor);
    if (auto factor = a->asConstant())
      return b->scaled(*factor);
    return std::nullopt;
  case BinaryOp::Div:
    if (!divisor || *divisor == 0)
      return std::nullopt;
    return a->truncDiv(*divisor);
  case BinaryOp::FloorDiv:
    if (!divisor || *divisor <= 0)
      return std::nullopt;
    return a->floorDiv(*divisor);
  case BinaryOp::FloorMod:
    if (!divisor || *divisor <= 0)
      return std::nullopt;
    return a->floorMod(*divisor);
  case BinaryOp::Rem:
    if (!divisor || *divisor == 0)
      return std::nullopt;
    return *a - a->truncDiv(*divisor).scaled(*divisor);
  default:
    return std::nullopt;
  }
}

std::optional<PwAff> Extraction::extremum(const Call &call) const {
  if (call.fn == Intrinsic::Abs && call.args.size() == 1) {
    auto a = value(call.args.front());
    return a ? Value(a->max(-*a)) : a;
  }
  if (call.fn != Intrinsic::Min && call.fn != Intrinsic::Max)
    return std::nullopt;
  Value result;
  for (const Expr &arg : call.args) {
    auto next = value(arg);
    if (!next)
      return std::nullopt;
    if (!result)
      result = next;
    else
      result =
          call.fn == Intrinsic::Min ? result->min(*next) : result->max(*next);
  }
  return result;
}

std::optional<PwAff> Extraction::select(const Select &s) const {
  auto holds = condition(s.condition);
  auto yes = value(s.ifTrue);
  auto no = value(s.ifFalse);
  if (!holds || !yes || !no)
    return std::nullopt;
  return PwAff::select(*holds, *yes, *no);
}

std::optional<PwAff> Extraction::value(const Expr &e) const {
  if (!e || !e.type().isInteger())
    return std::nullopt;
  return match(
      e->value,
      [](const IntLit &lit) -> Value { return PwAff::constant(lit.value); },
      [&](const VarRef &var) -> Value { return name(var.str()); },
      [&](const AxisRef &ref) -> Value { return name(ref.axis.str()); },
      [&](const Unary &u) -> Value {
        auto a = value(u.a);
        if (!a || u.op != UnaryOp::Neg)
          return std::nullopt;
        return -*a;
      },
      [&](const Binary &b) -> Value { return binary(b); },
      [&](const Call &call) -> Value { return extremum(call); },
      // An integer of another size: equal as long as it does not overflow,
      // which Fortran forbids.
      [&](const Cast &cast) -> Value { return value(cast.a); },
      [&](const Select &s) -> Value { return select(s); },
      [](const RealLit &) -> Value { return std::nullopt; },
      [](const LogicalLit &) -> Value { return std::nullopt; },
      [](const ComplexLit &) -> Value { return std::nullopt; },
      [](const ArrayRef &) -> Value { return std::nullopt; },
      [](const RuleCall &) -> Value { return std::nullopt; },
      [](const Reduction &) -> Value { return std::nullopt; },
      [](const ExternalCall &) -> Value { return std::nullopt; });
}

std::optional<Set> Extraction::comparison(const Binary &e) const {
  if (e.op == BinaryOp::And || e.op == BinaryOp::Or) {
    auto a = condition(e.a);
    auto b = condition(e.b);
    if (!a || !b)
      return std::nullopt;
    return e.op == BinaryOp::And ? a->intersect(*b) : a->unite(*b);
  }
  auto a = value(e.a);
  auto b = value(e.b);
  if (!a || !b)
    return std::nullopt;
  switch (e.op) {
  case BinaryOp::Eq: return a->eq(*b);
  case BinaryOp::Ne: return a->ne(*b);
  case BinaryOp::Lt: return a->lt(*b);
  case BinaryOp::Le: return a->le(*b);
  case BinaryOp::Gt: return a->gt(*b);
  case BinaryOp::Ge: return a->ge(*b);
  default: return std::nullopt;
  }
}

std::optional<Set> Extraction::condition(const Expr &e) const {
  if (const auto *lit = e.getIf<LogicalLit>())
    return lit->value ? Set::universe() : Set::empty();
  if (const auto *binary = e.getIf<Binary>())
    return comparison(*binary);
  if (const auto *cast = e.getIf<Cast>())
    return e.type().isLogical() ? condition(cast->a) : std::nullopt;
  if (const auto *unary = e.getIf<Unary>()) {
    auto a = condition(unary->a);
    if (!a || unary->op != UnaryOp::Not)
      return std::nullopt;
    return a->complement();
  }
  return std::nullopt;
}

std::optional<PwAff> loopyc::toAffine(const Expr &e,
                                      const IsParameter &isParameter) {
  return Extraction(isParameter).value(e);
}

std::optional<Set> loopyc::toCondition(const Expr &e,
                                       const IsParameter &isParameter) {
  return Extraction(isParameter).condition(e);
}

static Expr foldBinary(BinaryOp op, const AstExpr &e, Type type) {
  Expr result = fromAst(e.args[0], type);
  for (size_t i = 1; i < e.args.size(); ++i) {
    Expr next = fromAst(e.args[i], type);
    result = Expr::binary(op, result, next);
  }
  return result;
}

static Expr foldCall(Intrinsic fn, const AstExpr &e, Type type) {
  std::vector<Expr> args;
  for (const AstExpr &arg : e.args)
    args.push_back(fromAst(arg, type));
  return Expr::call(fn, std::move(args), type);
}

Expr loopyc::fromAst(const AstExpr &e, Type type) {
  auto arg = [&](size_t i) { return fromAst(e.args[i], type); };
  switch (e.op) {
  case AstOp::Integer: return Expr::integer(e.value, type);
  case AstOp::Name: return referenceOf(e.name, type);
  case AstOp::Add: return arg(0) + arg(1);
  case AstOp::Sub: return arg(0) - arg(1);
  case AstOp::Mul: return arg(0) * arg(1);
  case AstOp::Neg: return Expr::integer(0, type) - arg(0);
  case AstOp::Min: return foldCall(Intrinsic::Min, e, type);
  case AstOp::Max: return foldCall(Intrinsic::Max, e, type);
  case AstOp::FloorDiv: return foldBinary(BinaryOp::FloorDiv, e, type);
  case AstOp::ExactDiv: return foldBinary(BinaryOp::Div, e, type);
  case AstOp::PosDiv: return foldBinary(BinaryOp::Div, e, type);
  case AstOp::PosMod: return foldBinary(BinaryOp::Rem, e, type);
  case AstOp::ZeroMod: return foldBinary(BinaryOp::Rem, e, type);
  case AstOp::Select: return Expr::select(arg(0), arg(1), arg(2));
  case AstOp::Eq: return foldBinary(BinaryOp::Eq, e, type);
  case AstOp::Le: return foldBinary(BinaryOp::Le, e, type);
  case AstOp::Lt: return foldBinary(BinaryOp::Lt, e, type);
  case AstOp::Ge: return foldBinary(BinaryOp::Ge, e, type);
  case AstOp::Gt: return foldBinary(BinaryOp::Gt, e, type);
  case AstOp::And: return foldBinary(BinaryOp::And, e, type);
  case AstOp::Or: return foldBinary(BinaryOp::Or, e, type);
  }
  throw InternalError("unknown operation in a generated expression");
}

Expr loopyc::fromAffine(const PwAff &value, const Set &context, Type type) {
  return fromAst(poly::toAst(value, context), type);
}

Expr loopyc::fromCondition(const Set &set, const Set &context) {
  Set rest = set.flat().gist(context);
  if (rest.isUniverse())
    return Expr::logical(true);
  if (rest.intersect(context).isEmpty())
    return Expr::logical(false);
  return fromAst(poly::toAst(rest, context));
}
