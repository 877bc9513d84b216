#include "LocalBounds.h"

#include "ArrayViews.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

LocalBounds::LocalBounds(const Procedure &procedure,
                         std::function<bool(const Expr &)> isBound)
    : isBound(std::move(isBound)) {
  for (const Variable &variable : procedure.variables)
    if (variable.isTemporary() && variable.isScalar() &&
        variable.type.isInteger())
      assigned[variable.name];
  collect(procedure.body);
}

void LocalBounds::collect(const Block &block) {
  for (const Statement &statement : block) {
    if (const auto *s = std::get_if<AssignmentStatement>(&statement.value)) {
      const VarRef *var = s->assignee.getIf<VarRef>();
      auto known = var ? assigned.find(var->name) : assigned.end();
      if (known != assigned.end())
        known->second.push_back(s->value);
    } else if (const auto *loop = std::get_if<DoStatement>(&statement.value)) {
      assigned.erase(loop->variable);
    }
    forEachBlock(statement, [&](const Block &inner) { collect(inner); });
  }
}

// Of a value that is at least (at most) both.
LocalBounds::Bounds LocalBounds::anyOf(Bounds a, const Bounds &b) {
  a.values.insert(a.values.end(), b.values.begin(), b.values.end());
  a.isFree = a.isFree || b.isFree;
  return a;
}

// Of one that is either of two: of bounds that differ by a number, the one that
// holds for both.
LocalBounds::Bounds LocalBounds::bothOf(const Bounds &a, const Bounds &b,
                                        Intrinsic extremum) {
  if (a.isFree)
    return b;
  if (b.isFree)
    return a;
  Bounds result;
  for (const Expr &x : a.values)
    for (const Expr &y : b.values)
      if (auto difference = asInteger(indexDifference(x, y)))
        result.values.push_back(
            (*difference <= 0) == (extremum == Intrinsic::Max) ? x : y);
  return result;
}

// What is added to a local in its own assignment has no bound.
LocalBounds::Bounds LocalBounds::sumOf(const Binary &sum, Intrinsic extremum) {
  const bool isSum = sum.op == BinaryOp::Add;
  Intrinsic opposite =
      extremum == Intrinsic::Max ? Intrinsic::Min : Intrinsic::Max;
  Bounds a = boundsOf(sum.a, extremum),
         b = boundsOf(sum.b, isSum ? extremum : opposite);
  Bounds result;
  if (!a.isFree && !b.isFree)
    for (const Expr &x : a.values)
      for (const Expr &y : b.values)
        result.values.push_back(isSum ? indexSum(x, y) : indexDifference(x, y));
  return result;
}

LocalBounds::Bounds LocalBounds::boundsOf(const Expr &value,
                                           Intrinsic extremum) {
  const Call *call = value.getIf<Call>();
  if (call && call->fn != Intrinsic::Max && call->fn != Intrinsic::Min)
    return {};
  if (!call && isBound(value))
    return {{fold(value)}};
  if (const VarRef *var = value.getIf<VarRef>())
    return ofLocal(var->name, extremum);
  if (const Select *choice = value.getIf<Select>())
    return bothOf(boundsOf(choice->ifTrue, extremum),
                  boundsOf(choice->ifFalse, extremum), extremum);
  if (const auto *cast = value.getIf<Cast>();
      cast && cast->a.type().isInteger() &&
      cast->a.type().bytes <= value.type().bytes)
    return boundsOf(cast->a, extremum);
  if (const auto *sum = value.getIf<Binary>();
      sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub))
    return sumOf(*sum, extremum);
  if (!call)
    return {};
  Bounds result = boundsOf(call->args.front(), extremum);
  for (size_t k = 1; k < call->args.size(); ++k) {
    Bounds next = boundsOf(call->args[k], extremum);
    result = call->fn == extremum ? anyOf(std::move(result), next)
                                  : bothOf(result, next, extremum);
  }
  return result;
}

// What is assigned goes on from what was, where the local stands in it.
LocalBounds::Bounds LocalBounds::ofLocal(const std::string &name,
                                         Intrinsic extremum) {
  auto known = assigned.find(name);
  if (known == assigned.end())
    return {};
  if (!asked.insert(name).second)
    return {{}, true};
  Bounds result{{}, true};
  for (const Expr &value : known->second)
    result = bothOf(result, boundsOf(value, extremum), extremum);
  asked.erase(name);
  return result;
}
