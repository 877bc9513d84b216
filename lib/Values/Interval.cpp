#include "loopyc/Values/Interval.h"

#include "loopyc/IR/IntegerOperations.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Integers.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using End = std::optional<int64_t>; // open if absent

bool Interval::contains(int64_t value) const {
  return (!low || *low <= value) && (!high || value <= *high);
}

Interval Interval::unite(const Interval &other) const {
  if (isEmpty() || other.isEmpty())
    return isEmpty() ? other : *this;
  Interval result;
  if (low && other.low)
    result.low = std::min(*low, *other.low);
  if (high && other.high)
    result.high = std::max(*high, *other.high);
  return result;
}

std::optional<int64_t> Interval::count() const {
  if (isEmpty())
    return 0;
  auto length = isFinite() ? integers::difference(*high, *low) : std::nullopt;
  return length ? integers::sum(*length, 1) : std::nullopt;
}

static End negated(End a) { return a ? integers::negated(*a) : a; }
static End sum(End a, End b) { return a && b ? integers::sum(*a, *b) : End(); }
static End difference(End a, End b) {
  return a && b ? integers::difference(*a, *b) : End();
}

static Interval negated(const Interval &a) {
  return {negated(a.high), negated(a.low)};
}
static Interval sum(const Interval &a, const Interval &b) {
  return {sum(a.low, b.low), sum(a.high, b.high)};
}
static Interval difference(const Interval &a, const Interval &b) {
  return {difference(a.low, b.high), difference(a.high, b.low)};
}

// The hull of what the operation makes of the ends, where it is monotonic in
// each operand.
static Interval atCorners(BinaryOp op, const Interval &a, const Interval &b) {
  if (!a.isFinite() || !b.isFinite())
    return {};
  Interval result = Interval::none();
  for (int64_t x : {*a.low, *a.high})
    for (int64_t y : {*b.low, *b.high}) {
      End value = apply(op, x, y);
      result = result.unite({value, value});
    }
  return result;
}

static Interval quotient(BinaryOp op, const Interval &a, const Interval &b) {
  return b.contains(0) ? Interval() : atCorners(op, a, b);
}

// The remainder's sign is the dividend's (Rem) or the divisor's (FloorMod).
static Interval remainder(const Interval &b, const Interval &sign) {
  End opposite = negated(b.low);
  if (!b.high || !opposite)
    return {};
  int64_t most = std::max(*b.high, *opposite) - 1;
  return {sign.low && *sign.low >= 0 ? 0 : -most,
          sign.high && *sign.high <= 0 ? 0 : most};
}

static Interval lesser(const Interval &a, const Interval &b) {
  Interval result;
  if (a.low && b.low)
    result.low = std::min(*a.low, *b.low);
  if (a.high || b.high)
    result.high =
        std::min(a.high.value_or(INT64_MAX), b.high.value_or(INT64_MAX));
  return result;
}

static Interval greater(const Interval &a, const Interval &b) {
  Interval result;
  if (a.low || b.low)
    result.low = std::max(a.low.value_or(INT64_MIN), b.low.value_or(INT64_MIN));
  if (a.high && b.high)
    result.high = std::max(*a.high, *b.high);
  return result;
}

Interval loopyc::apply(UnaryOp op, const Interval &a) {
  if (a.isEmpty())
    return a;
  return op == UnaryOp::Neg ? negated(a) : Interval{0, 1};
}

Interval loopyc::apply(BinaryOp op, const Interval &a, const Interval &b) {
  if (a.isEmpty() || b.isEmpty())
    return Interval::none();
  switch (op) {
  case BinaryOp::Add:
    return sum(a, b);
  case BinaryOp::Sub:
    return difference(a, b);
  case BinaryOp::Mul:
    return atCorners(op, a, b);
  case BinaryOp::Div:
  case BinaryOp::FloorDiv:
    return quotient(op, a, b);
  case BinaryOp::Rem:
    return remainder(b, a);
  case BinaryOp::FloorMod:
    return remainder(b, b);
  case BinaryOp::Pow:
    return {};
  case BinaryOp::Eq:
  case BinaryOp::Ne:
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::And:
  case BinaryOp::Or:
    return {0, 1};
  }
  throw InternalError("unknown binary operator");
}

Interval loopyc::apply(Intrinsic fn, const std::vector<Interval> &args) {
  for (const Interval &arg : args)
    if (arg.isEmpty())
      return arg;
  bool isMin = fn == Intrinsic::Min;
  if (isMin || fn == Intrinsic::Max) {
    Interval result = args.front();
    for (const Interval &arg : args)
      result = isMin ? lesser(result, arg) : greater(result, arg);
    return result;
  }
  Interval zero = Interval::of(0);
  switch (fn) {
  case Intrinsic::Abs:
    return greater(greater(args[0], negated(args[0])), zero);
  case Intrinsic::Dim:
    return greater(difference(args[0], args[1]), zero);
  case Intrinsic::Iand: {
    Interval result; // an operand without a sign leaves no more than its bits
    for (const Interval &arg : args)
      if (arg.low && *arg.low >= 0 && arg.high)
        result = {0, std::min(result.high.value_or(*arg.high), *arg.high)};
    return result;
  }
  case Intrinsic::Sign: {
    Interval size = greater(args[0], negated(args[0]));
    return size.unite(negated(size));
  }
  default:
    return {};
  }
}

Interval
loopyc::intervalOf(const Expr &e,
                   const std::function<Interval(const Expr &)> &ofPart) {
  if (!e.type().isInteger())
    return {};
  return match(
      e->value, [](const IntLit &l) { return Interval::of(l.value); },
      [](const VarRef &) { return Interval(); },
      [](const AxisRef &) { return Interval(); },
      [](const ArrayRef &) { return Interval(); },
      [&](const Unary &u) { return apply(u.op, ofPart(u.a)); },
      [&](const Binary &b) { return apply(b.op, ofPart(b.a), ofPart(b.b)); },
      [&](const Call &call) {
        std::vector<Interval> args;
        for (const Expr &arg : call.args)
          args.push_back(ofPart(arg));
        return loopyc::apply(call.fn, args);
      },
      [&](const Cast &cast) {
        return cast.a.type().isInteger() ? ofPart(cast.a) : Interval();
      },
      [&](const Select &s) {
        return ofPart(s.ifTrue).unite(ofPart(s.ifFalse));
      },
      [](const RealLit &) { return Interval(); },
      [](const LogicalLit &) { return Interval(); },
      [](const ComplexLit &) { return Interval(); },
      [](const RuleCall &) { return Interval(); },
      [](const Reduction &) { return Interval(); },
      [](const ExternalCall &) { return Interval(); });
}

Interval loopyc::intervalOf(const std::string &name, const Set &set) {
  return {set.minConst(name), set.maxConst(name)};
}

Set loopyc::within(const std::string &name, const Interval &interval) {
  PwAff value = PwAff::name(name);
  Set set = Set::universe();
  if (interval.low)
    set = set.intersect(value.ge(PwAff::constant(*interval.low)));
  if (interval.high)
    set = set.intersect(value.le(PwAff::constant(*interval.high)));
  return set;
}
