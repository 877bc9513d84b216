#include "CommonFactors.h"

#include <algorithm>

using namespace loopyc;

// --- products

// The factors of a product; a quotient's numerator counts.
static void collectFactors(const Expr &e, Factors &factors) {
  if (const auto *binary = e.getIf<Binary>()) {
    if (binary->op == BinaryOp::Mul) {
      collectFactors(binary->a, factors);
      collectFactors(binary->b, factors);
      return;
    }
    if (binary->op == BinaryOp::Div && !e.type().isInteger())
      return collectFactors(binary->a, factors);
  }
  if (const auto *unary = e.getIf<Unary>(); unary && unary->op == UnaryOp::Neg)
    return collectFactors(unary->a, factors);
  factors.push_back(e);
}

// e without one occurrence of the factor; null for a bare factor (1).
static Expr without(const Expr &e, const Expr &factor, bool &removed) {
  if (removed)
    return e;
  if (e == factor) {
    removed = true;
    return Expr();
  }
  if (const auto *unary = e.getIf<Unary>();
      unary && unary->op == UnaryOp::Neg) {
    Expr a = without(unary->a, factor, removed);
    if (!removed)
      return e;
    return Expr::unary(UnaryOp::Neg,
                       a ? a : Expr::cast(Expr::integer(1), e.type()));
  }
  const auto *binary = e.getIf<Binary>();
  if (!binary)
    return e;
  if (binary->op == BinaryOp::Mul) {
    Expr a = without(binary->a, factor, removed);
    if (removed)
      return a ? Expr::binary(BinaryOp::Mul, a, binary->b, e.type())
               : binary->b;
    Expr b = without(binary->b, factor, removed);
    if (removed)
      return b ? Expr::binary(BinaryOp::Mul, binary->a, b, e.type())
               : binary->a;
  }
  if (binary->op == BinaryOp::Div && !e.type().isInteger()) {
    Expr a = without(binary->a, factor, removed);
    if (removed)
      return Expr::binary(BinaryOp::Div,
                          a ? a : Expr::cast(Expr::integer(1), e.type()),
                          binary->b, e.type());
  }
  return e;
}

static Expr one(Type type) {
  return type.isReal() ? Expr::real(1.0, type)
                       : Expr::cast(Expr::integer(1), type);
}

Expr loopyc::dividedBy(const Expr &term, const Factors &factors) {
  Expr rest = term;
  for (const Expr &factor : factors) {
    bool removed = false;
    Expr smaller = without(rest, factor, removed);
    rest = smaller ? smaller : one(term.type());
  }
  return rest;
}

// --- sums: fn on each term but `kept`

static Expr mapTermsOf(const Expr &e, const Expr &kept,
                       const std::function<Expr(const Expr &)> &fn) {
  if (e == kept)
    return e;
  if (const auto *binary = e.getIf<Binary>();
      binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub))
    return withOperands(
        e, {mapTermsOf(binary->a, kept, fn), mapTermsOf(binary->b, kept, fn)});
  return fn(e);
}

Expr loopyc::mapTerms(const Assignment &increment,
                      const std::function<Expr(const Expr &)> &fn) {
  return mapTermsOf(increment.value, increment.assignee, fn);
}

// --- factors

// Does the element that the instruction writes determine the iname?
static bool isDetermined(const SumGroups &sums, const std::string &iname,
                         int i) {
  const auto *array = sums.insn(i).assignment().assignee.getIf<ArrayRef>();
  if (!array)
    return false;
  for (const Expr &subscript : array->subscripts)
    if (const auto *name = subscript.getIf<VarRef>();
        name && name->name == iname)
      return true;
  return false;
}

// Has the iname one value along the way of a sum, from increment to
// increment to read?
static bool isConstant(const SumGroups &sums, const std::string &iname,
                       const SumGroup &group) {
  return std::all_of(group.increments.begin(), group.increments.end(),
                     [&](int i) { return isDetermined(sums, iname, i); }) ||
         std::all_of(sums.graph().edges().begin(), sums.graph().edges().end(),
                     [&](const DependenceEdge &edge) {
                       return !sums.passesOn(edge, group) ||
                              sums.isEqualAlong(edge, iname);
                     });
}

static void keepCommon(Factors &factors, Factors own) {
  Factors common;
  for (const Expr &factor : factors) {
    auto it = std::find(own.begin(), own.end(), factor);
    if (it == own.end())
      continue;
    common.push_back(factor);
    own.erase(it);
  }
  factors = std::move(common);
}

// Only factors that have the same value in all increments that meet in one
// element, and where it is read.
static Factors constantFactors(const SumGroups &sums, const SumGroup &group,
                               const Factors &factors) {
  Factors kept;
  for (const Expr &factor : factors) {
    if (asInteger(factor) || factor.getIf<RealLit>())
      continue; // nothing gained
    std::set<std::string> names, arrays;
    collectNames(factor, names, arrays);
    bool constant =
        std::all_of(names.begin(), names.end(), [&](const std::string &n) {
          return !sums.kernel.hasIname(n) || isConstant(sums, n, group);
        });
    if (constant && !names.count(sums.variable->name) &&
        !arrays.count(sums.variable->name))
      kept.push_back(factor);
  }
  return kept;
}

// Those that every term of every increment has.
static Factors sharedFactors(const SumGroups &sums, const SumGroup &group) {
  Factors shared;
  bool first = true;
  for (int i : group.increments)
    mapTerms(sums.insn(i).assignment(), [&](const Expr &term) {
      Factors own;
      collectFactors(term, own);
      if (first)
        shared = own;
      else
        keepCommon(shared, own);
      first = false;
      return term;
    });
  return shared;
}

std::map<SumGroups::Key, Factors> loopyc::commonFactors(const SumGroups &sums) {
  std::map<SumGroups::Key, Factors> result;
  for (const auto &[key, group] : sums.groups()) {
    Factors factors = constantFactors(sums, group, sharedFactors(sums, group));
    if (!factors.empty())
      result[key] = std::move(factors);
  }
  return result;
}
