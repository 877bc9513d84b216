#include "CFamily/Conditions.h"

#include "loopyc/Support/Integers.h"

using namespace loopyc;
using namespace loopyc::codegen;

bool codegen::isTrue(const Expr &e) {
  const auto *lit = e.getIf<LogicalLit>();
  return lit && lit->value;
}

bool codegen::isFalse(const Expr &e) {
  const auto *lit = e.getIf<LogicalLit>();
  return lit && !lit->value;
}

// Large enough for its multiples, or sums with it, to leave 32 bits where the
// range of a 32-bit name ends.
bool codegen::isLargeNumber(int64_t value) {
  return value >= (1 << 16) || value <= -(1 << 16);
}

Expr codegen::withWideNumbers(const Expr &e) {
  return rewrite(e, [](const Expr &node) {
    const auto *lit = node.getIf<IntLit>();
    return lit && node.type().isInteger() && isLargeNumber(lit->value)
               ? Expr::integer(lit->value, Type::integer(8))
               : node;
  });
}

namespace {

// positive - negative + constant, each side a sum without constant.
struct Difference {
  Expr positive, negative;
  std::optional<int64_t> constant = 0; // absent if it does not fit
};

} // namespace

static void addTo(Expr &sum, const Expr &term) {
  sum = sum ? Expr::binary(BinaryOp::Add, sum, term, term.type()) : term;
}

static void addConstant(Difference &into, int sign, int64_t value) {
  if (into.constant)
    into.constant = sign > 0 ? integers::sum(*into.constant, value)
                             : integers::difference(*into.constant, value);
}

static void collect(const Expr &e, int sign, Difference &into) {
  if (auto value = asInteger(e))
    return addConstant(into, sign, *value);
  if (const auto *u = e.getIf<Unary>(); u && u->op == UnaryOp::Neg)
    return collect(u->a, -sign, into);
  if (const auto *b = e.getIf<Binary>()) {
    if (b->op == BinaryOp::Add || b->op == BinaryOp::Sub) {
      collect(b->a, sign, into);
      collect(b->b, b->op == BinaryOp::Add ? sign : -sign, into);
      return;
    }
    auto factor = asInteger(b->a);
    auto size =
        factor && *factor < 0 ? integers::negated(*factor) : std::nullopt;
    if (b->op == BinaryOp::Mul && size) {
      Expr flipped = *size == 1 ? b->b
                                : Expr::binary(BinaryOp::Mul,
                                               Expr::integer(*size, e.type()),
                                               b->b, e.type());
      return collect(flipped, -sign, into);
    }
  }
  addTo(sign > 0 ? into.positive : into.negative, e);
}

// Inames count as sizes where there is nothing better on the other side.
static bool mentionsAxis(const Expr &e) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    found = found || node.getIf<AxisRef>();
    return !found;
  });
  return found;
}

static Expr compare(BinaryOp op, const Expr &a, const Expr &b) {
  return Expr::binary(op, a, b, Type::logical(4));
}

static BinaryOp flipped(BinaryOp op) {
  switch (op) {
  case BinaryOp::Lt: return BinaryOp::Gt;
  case BinaryOp::Le: return BinaryOp::Ge;
  case BinaryOp::Gt: return BinaryOp::Lt;
  case BinaryOp::Ge: return BinaryOp::Le;
  default: return op;
  }
}

static int termCount(const Expr &e) {
  const auto *b = e.getIf<Binary>();
  if (b && (b->op == BinaryOp::Add || b->op == BinaryOp::Sub))
    return termCount(b->a) + termCount(b->b);
  return 1;
}

// difference `op` 0, for op one of Ge, Eq, Ne. Null if a number does not fit.
static Expr printable(const Difference &d, BinaryOp op, Type type) {
  if (!d.constant || !integers::negated(*d.constant))
    return Expr();
  Expr left = d.positive, right = d.negative;
  int64_t constant = *d.constant; // left - right + constant `op` 0
  auto literal = [&](int64_t v) { return Expr::integer(v, type); };
  if (!left && !right)
    return fold(compare(op, literal(constant), literal(0)));
  if (!left) // constant `op` right
    return compare(flipped(op), right, literal(constant));
  if (!right)
    return op == BinaryOp::Ge && constant == -1
               ? compare(BinaryOp::Gt, left, literal(0))
               : compare(op, left, literal(-constant));
  if (op == BinaryOp::Ge && constant < 0) {
    op = BinaryOp::Gt;
    ++constant;
  }
  if (constant > 0)
    left = Expr::binary(BinaryOp::Add, left, literal(constant), type);
  if (constant < 0)
    right = Expr::binary(BinaryOp::Add, right, literal(-constant), type);
  bool swap = mentionsAxis(right) != mentionsAxis(left)
                  ? mentionsAxis(right)
                  : termCount(right) > termCount(left);
  return swap ? compare(flipped(op), right, left) : compare(op, left, right);
}

// Null if a number does not fit.
static Expr tidyComparison(const Binary &b) {
  Type type = b.a.type();
  Expr a = b.a, c = b.b;
  BinaryOp op = b.op;
  if (op == BinaryOp::Lt || op == BinaryOp::Le) {
    std::swap(a, c);
    op = flipped(op);
  }
  Expr difference = fold(Expr::binary(BinaryOp::Sub, a, c, type));
  Difference d;
  collect(difference, 1, d);
  if (op == BinaryOp::Gt) {
    op = BinaryOp::Ge;
    addConstant(d, -1, 1);
  }
  return printable(d, op, type);
}

static bool isOrdering(BinaryOp op) {
  return op == BinaryOp::Lt || op == BinaryOp::Le || op == BinaryOp::Gt ||
         op == BinaryOp::Ge || op == BinaryOp::Eq || op == BinaryOp::Ne;
}

static bool hasRemainder(const Expr &e) {
  const auto *b = e.getIf<Binary>();
  return b && (b->op == BinaryOp::Rem || b->op == BinaryOp::FloorMod);
}

Expr codegen::tidyCondition(const Expr &condition) {
  const auto *b = condition.getIf<Binary>();
  if (!b)
    return condition;
  if (b->op == BinaryOp::And || b->op == BinaryOp::Or)
    return fold(Expr::binary(b->op, tidyCondition(b->a), tidyCondition(b->b),
                             condition.type()));
  if (!isOrdering(b->op) || !b->a.type().isInteger() || hasRemainder(b->a))
    return condition;
  Expr tidy = tidyComparison(*b);
  return tidy ? tidy : condition;
}

// Is its constant term negative one, or is it a literal?
static bool wantsStrict(const Expr &bound) {
  if (auto value = asInteger(bound))
    return *value != INT64_MAX;
  if (const auto *call = bound.getIf<Call>();
      call && call->fn == Intrinsic::Min) {
    for (const Expr &arg : call->args)
      if (!asInteger(arg) && wantsStrict(arg))
        return true;
    return false;
  }
  Difference d;
  collect(bound, 1, d);
  return d.constant == -1;
}

static Expr plusOne(const Expr &bound) {
  if (const auto *call = bound.getIf<Call>();
      call && call->fn == Intrinsic::Min) {
    std::vector<Expr> args;
    for (const Expr &arg : call->args)
      args.push_back(plusOne(arg));
    return Expr::call(Intrinsic::Min, args, bound.type());
  }
  return bound + 1;
}

namespace {

// floor(dividend / divisor) + rest
struct FloorSum {
  Expr dividend, rest;
  int64_t divisor = 0;
};

} // namespace

static bool splitFloor(const Expr &e, FloorSum &sum) {
  const auto *b = e.getIf<Binary>();
  if (!b)
    return false;
  auto divisor = asInteger(b->b);
  if (b->op == BinaryOp::FloorDiv && divisor && *divisor > 0) {
    sum = {b->a, Expr::integer(0, e.type()), *divisor};
    return true;
  }
  if (b->op != BinaryOp::Add && b->op != BinaryOp::Sub)
    return false;
  if (splitFloor(b->a, sum)) {
    sum.rest = fold(Expr::binary(b->op, sum.rest, b->b, e.type()));
    return true;
  }
  if (b->op == BinaryOp::Add && splitFloor(b->b, sum)) {
    sum.rest = sum.rest + b->a;
    return true;
  }
  return false;
}

static bool isMentioned(const Expr &reference, const Expr &e) {
  if (const auto *ref = reference.getIf<AxisRef>())
    return mentions(e, ref->axis);
  const auto *ref = reference.getIf<VarRef>();
  return ref && mentions(e, ref->name);
}

// i <= floor(n / 4) + k  is  4*i - 4*k <= n,  and i < ... is i + 1 <= ... .
static Expr withoutDivision(BinaryOp op, const Expr &a, const Expr &bound) {
  FloorSum sum;
  if (!splitFloor(bound, sum))
    return Expr();
  Expr left = (op == BinaryOp::Lt ? a + 1 : a) - sum.rest;
  Expr result = tidyCondition(
      compare(BinaryOp::Le, left * sum.divisor, sum.dividend));
  // The loop's variable stays on the left.
  const auto *b = result.getIf<Binary>();
  if (b && isMentioned(a, b->b))
    return compare(flipped(b->op), b->b, b->a);
  return result;
}

// i < min(4, floor(n / 4))  is  i < 4 && 4*i + 4 <= n.
static Expr withoutDivisions(BinaryOp op, const Expr &a, const Expr &bound) {
  const auto *call = bound.getIf<Call>();
  if (!call || call->fn != Intrinsic::Min)
    return withoutDivision(op, a, bound);
  Expr divided;
  std::vector<Expr> others;
  for (const Expr &arg : call->args) {
    Expr product = withoutDivision(op, a, arg);
    if (!product)
      others.push_back(arg);
    else
      divided = divided ? Expr::binary(BinaryOp::And, divided, product,
                                       product.type())
                        : product;
  }
  if (!divided || others.empty())
    return divided;
  Expr rest = others.size() == 1
                  ? others[0]
                  : Expr::call(Intrinsic::Min, others, bound.type());
  return Expr::binary(BinaryOp::And, tidyLoopCondition(compare(op, a, rest)),
                      divided, divided.type());
}

Expr codegen::tidyLoopCondition(const Expr &condition) {
  const auto *b = condition.getIf<Binary>();
  if (!b || (b->op != BinaryOp::Le && b->op != BinaryOp::Lt))
    return condition;
  Expr bound = fold(b->b);
  if (Expr products = withoutDivisions(b->op, b->a, bound))
    return products;
  if (b->op == BinaryOp::Le && wantsStrict(bound))
    return compare(BinaryOp::Lt, b->a, plusOne(bound));
  return compare(b->op, b->a, bound);
}
