#include "LoopBounds.h"

#include "loopyc/Values/Affine.h"
#include "loopyc/Values/Polynomial.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;
using poly::PwAff;

static bool chooses(const Expr &e) {
  bool result = false;
  walk(e, [&](const Expr &node) {
    result = result || node.getIf<Select>();
    return !result;
  });
  return result;
}

std::optional<PwAff> LoopBounds::affine(const Expr &e) const {
  return chooses(e) ? std::nullopt : withChoices(e);
}

std::optional<PwAff> LoopBounds::withChoices(const Expr &e) const {
  return toAffine(
      e, [&](const std::string &name) { return names.isParameter(name); });
}

void LoopBounds::decide(Expr &first, Expr &last, int64_t step,
                        const std::function<poly::Set()> &matters) const {
  const Expr known[] = {knownLocals.withAffine(first),
                        knownLocals.withAffine(last)};
  if (!chooses(known[0]) && !chooses(known[1]))
    return;
  const std::optional<PwAff> from = withChoices(known[0]),
                             to = withChoices(known[1]);
  if (!from || !to)
    return;
  auto reached = [&](const PwAff &a, const PwAff &b) {
    return step > 0 ? a.le(b) : a.ge(b);
  };
  const poly::Set any = reached(*from, *to).intersect(matters()).coalesce();
  const PwAff start = from->gist(any), end = to->gist(any);
  const Expr newFirst =
      fromAffine(start, poly::Set::universe(), first.type());
  const Expr newLast = fromAffine(end, poly::Set::universe(), last.type());
  // No iteration comes that was not there.
  const poly::Set same =
      reached(*from, *to).intersect(start.eq(*from)).intersect(end.eq(*to));
  if (chooses(newFirst) || chooses(newLast) ||
      !reached(start, end).isSubset(same))
    return;
  first = newFirst;
  last = newLast;
}

bool LoopBounds::narrows(const Expr &value) {
  bool result = false;
  walk(value, [&](const Expr &node) {
    const auto *cast = node.getIf<Cast>();
    result = result || (cast && cast->a.type().bytes > node.type().bytes);
    return !result;
  });
  return result;
}

void LoopBounds::note(const std::string &local, const Expr &value) {
  Expr known = knownLocals.withAffine(value);
  knownLocals.note(local, known, affine(known).has_value());
}

static LoopBounds::Bound shifted(LoopBounds::Bound bound, const PwAff &by) {
  for (PwAff &value : bound.values)
    value = value + by;
  return bound;
}

LoopBounds::Bound LoopBounds::of(const Expr &bound, Intrinsic extremum,
                                 const SourceRange &where) {
  Expr known = knownLocals.withAffine(bound);
  Bound result;
  const Call *call = known.getIf<Call>();
  const Binary *sum = known.getIf<Binary>();
  if (call && call->fn == extremum) {
    for (const Expr &one : call->args) {
      Bound part = of(one, extremum, where);
      result.isAll = result.isAll && part.isAll;
      result.values.insert(result.values.end(), part.values.begin(),
                           part.values.end());
    }
  } else if (std::optional<PwAff> value = affine(known)) {
    result.values.push_back(*value);
  } else if (auto value = withProduct(known, where)) {
    result.values.push_back(*value);
  } else if (Expr local = knownLocals.valueOf(known)) {
    result = of(local, extremum, where);
  } else if (sum && sum->op == BinaryOp::Add && affine(sum->b)) {
    result = shifted(of(sum->a, extremum, where), *affine(sum->b));
  } else if (sum && sum->op == BinaryOp::Add && affine(sum->a)) {
    result = shifted(of(sum->b, extremum, where), *affine(sum->a));
  } else if (sum && sum->op == BinaryOp::Sub && affine(sum->b)) {
    result = shifted(of(sum->a, extremum, where), -*affine(sum->b));
  } else {
    result.isAll = false;
    for (const Expr &value : localBounds.of(known, extremum))
      result.values.push_back(*affine(value));
  }
  return result;
}

// The same wherever it is evaluated?
bool LoopBounds::isInvariantBound(const Expr &e) const {
  std::set<std::string> scalars, arrays;
  collectNames(e, scalars, arrays);
  return arrays.empty() && !narrows(e) &&
         std::all_of(
             scalars.begin(), scalars.end(),
             [&](const auto &name) { return names.isInvariant(name); }) &&
         affine(e);
}

// Of a polynomial of arguments: an affine value of these and of a scalar with
// its products, which the kernel computes before all else.
std::optional<PwAff> LoopBounds::withProduct(const Expr &e,
                                             const SourceRange &where) {
  auto value = Polynomial::of(e);
  if (!value)
    return std::nullopt;
  const std::set<std::string> mentioned = value->names();
  if (!std::all_of(mentioned.begin(), mentioned.end(), [&](const auto &name) {
        return names.isInvariant(name);
      }))
    return std::nullopt;
  auto [products, rest] = value->productsAndRest();
  PwAff affineRest = rest.affine();
  Expr scalar = constantProducts.find(products);
  if (!scalar) {
    scalar = names.makeTemporary("product", e.type(), where);
    Instruction insn;
    insn.body = assign(
        scalar, rest.isZero()
                    ? e
                    : fold(e - fromAffine(affineRest, poly::Set::universe(),
                                          e.type())));
    insn.id = names.instructionId(insn.assigneeNames().front());
    insn.range = where;
    constantProducts.add(products, scalar, std::move(insn));
  }
  return PwAff::name(scalar.getIf<VarRef>()->name) + affineRest;
}
