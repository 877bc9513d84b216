#include "loopyc/Values/Divisions.h"

#include "loopyc/IR/IntegerSum.h"
#include "loopyc/Values/Affine.h"

#include <map>
#include <string>

using namespace loopyc;

static int ownCost(const Expr &e) {
  const auto *b = e.getIf<Binary>();
  if (!b || !e.type().isInteger())
    return 0;
  if (b->op == BinaryOp::FloorDiv || b->op == BinaryOp::FloorMod)
    return 2;
  return b->op == BinaryOp::Div || b->op == BinaryOp::Rem;
}

int loopyc::divisionCost(const Expr &e) {
  int cost = 0;
  walk(e, [&](const Expr &node) {
    cost += ownCost(node);
    return true;
  });
  return cost;
}

static bool isSimpler(const Expr &a, const Expr &b) {
  auto size = [](const Expr &e) {
    int nodes = 0;
    walk(e, [&](const Expr &) { return ++nodes; });
    return nodes;
  };
  return std::pair(divisionCost(a), size(a)) <
         std::pair(divisionCost(b), size(b));
}

// A choice between values. To compare what has a divisor, isl would multiply the
// others, which may be data of any size: kt >= i/2 as 2*kt >= i.
static bool chooses(const Expr &e) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    const Call *call = node.getIf<Call>();
    found = found || node.getIf<Select>() ||
            (call && (call->fn == Intrinsic::Max || call->fn == Intrinsic::Min));
    return !found;
  });
  return found;
}

// With the names as they stand in `original`, converted: what comes from isl has
// one type, but a 32-bit variable in 64-bit arithmetic has its own.
static Expr withTypesOf(const Expr &original, const Expr &e) {
  std::map<std::string, Expr> converted;
  walk(original, [&](const Expr &node) {
    const auto *var = node.getIf<VarRef>();
    if (var && node.type() != e.type())
      converted.emplace(var->name, Expr::cast(node, e.type()));
    return true;
  });
  return converted.empty() ? e : substitute(e, converted);
}

// The kind that holds every value on the way: int((j + m)/1000, 2) is a small
// number made of large ones.
static Type widestIn(const Expr &e) {
  Type widest = e.type();
  walk(e, [&](const Expr &node) {
    if (node.type().isInteger() && node.type().bytes > widest.bytes)
      widest = node.type();
    return true;
  });
  return widest;
}

static bool isSum(const Expr &e) {
  const auto *b = e.getIf<Binary>();
  return b && e.type().isInteger() &&
         (b->op == BinaryOp::Add || b->op == BinaryOp::Sub);
}

// a*x - a*(x % m), a part of the sum, as a*m*(x // m); false if there is none.
static bool takeRemainder(IntegerSum &sum, Type type) {
  for (const IntegerTerm &term : sum.terms) {
    const auto *rest =
        term.factors.size() == 1 ? term.factors[0].getIf<Binary>() : nullptr;
    bool isFloor = rest && rest->op == BinaryOp::FloorMod;
    if (!rest || (!isFloor && rest->op != BinaryOp::Rem))
      continue;
    auto divisor = asInteger(rest->b);
    auto dividend = asSum(rest->a);
    if (!divisor || *divisor < 2 || !dividend)
      continue;
    Expr quotient = Expr::binary(isFloor ? BinaryOp::FloorDiv : BinaryOp::Div,
                                 rest->a, rest->b, rest->a.type());
    int64_t coefficient = term.coefficient;
    IntegerSum other = sum, remainder, whole;
    remainder.terms.push_back({1, term.factors});
    whole.terms.push_back({*divisor, {quotient}});
    append(other, remainder, -coefficient);
    append(other, *dividend, coefficient);
    append(other, whole, -coefficient);
    combine(other);
    if (other.terms.size() < sum.terms.size() && toExpr(other, type)) {
      sum = std::move(other);
      return true;
    }
  }
  return false;
}

Expr loopyc::withQuotients(const Expr &e) {
  if (divisionCost(e) == 0)
    return e;
  if (isSum(e)) {
    auto sum = asSum(e);
    bool changed = false;
    try {
      while (sum && takeRemainder(*sum, e.type()))
        changed = true;
    } catch (const IntegerOverflow &) {
      return e;
    }
    if (changed)
      return withQuotients(toExpr(*sum, e.type()));
  }
  std::vector<Expr> parts = operands(e);
  for (Expr &part : parts)
    part = withQuotients(part);
  return withOperands(e, parts);
}

// The largest integer subtrees that are affine, where that makes them simpler.
Expr loopyc::simplifyDivisions(const Expr &e, const poly::Set &facts) {
  if (divisionCost(e) == 0)
    return e;
  if (e.type().isInteger() && !chooses(e))
    if (auto value = toAffine(e)) {
      // What holds may make a quotient of another, which is no simpler.
      for (const poly::PwAff &form : {value->gist(facts), *value}) {
        Expr better = withTypesOf(
            e, withQuotients(fold(fromAffine(form, facts, widestIn(e)))));
        if (isSimpler(better, e))
          return Expr::cast(better, e.type());
      }
      return e;
    }
  std::vector<Expr> parts = operands(e);
  for (Expr &part : parts)
    part = simplifyDivisions(part, facts);
  return withOperands(e, parts);
}
