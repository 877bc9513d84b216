// Expressions in the place of references.
#include "Fold.h"

#include "loopyc/IR/SharedSubstitution.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;

// The replacement of a name, as an operand of the name's type.
static Expr ofType(const Expr &replacement, Type type) {
  bool integers = replacement.type().isInteger() && type.isInteger();
  return integers ? widened(replacement, type) : replacement;
}

namespace {

class Substituter {
public:
  // `places` null: reductions bind what they bound.
  // `known`: what is the same in each of several expressions; or null.
  Substituter(const ReferenceValue &value, const InamePlaces *places,
              SharedSubstitution::Known *known = nullptr)
      : value(value), places(places), known(known) {}

  Expr run(const Expr &e, bool insideArithmetic) const {
    if (e.getIf<VarRef>() || e.getIf<AxisRef>()) {
      const Expr *replacement = value(e);
      return replacement ? ofType(*replacement, e.type()) : e;
    }
    if (const auto *reduction = e.getIf<Reduction>())
      return places ? moved(*reduction, e) : insideOf(*reduction, e);
    bool integer = isIntegerArithmetic(e);
    if (known && integer && !insideArithmetic)
      return shared(e);
    return inside(e, integer, insideArithmetic);
  }

private:
  Expr shared(const Expr &e) const {
    auto found = known->find(&*e);
    if (found == known->end())
      found = known->emplace(&*e, std::pair(e, inside(e, true, false))).first;
    return found->second.second;
  }

  Expr inside(const Expr &e, bool integer, bool insideArithmetic) const {
    std::vector<Expr> ops = operands(e);
    for (Expr &op : ops)
      op = run(op, integer);
    Expr result = ops.empty() ? e : withOperands(e, ops);
    if (result.same(e) || insideArithmetic || !integer)
      return result;
    return fold(result);
  }

  // What the reduction binds stays.
  Expr insideOf(const Reduction &n, const Expr &e) const {
    ReferenceValue free = [&](const Expr &reference) -> const Expr * {
      const auto *var = reference.getIf<VarRef>();
      bool isBound = var && var->mark == Mark::None &&
                     std::find(n.inames.begin(), n.inames.end(), var->name) !=
                         n.inames.end();
      return isBound ? nullptr : value(reference);
    };
    requireNotCaptured(n, e, free);
    return withOperands(e, {Substituter(free, nullptr).run(n.value, false)});
  }

  static void requireNotCaptured(const Reduction &n, const Expr &e,
                                 const ReferenceValue &free) {
    walk(n.value, [&](const Expr &node) {
      const auto *var = node.getIf<VarRef>();
      const Expr *replacement = var ? free(node) : nullptr;
      for (const std::string &iname : n.inames)
        if (replacement && mentions(*replacement, iname))
          throw UserError("in " + e.str() + ", '" + var->str() +
                          "' stands for a value of the loop over '" + iname +
                          "', which is not the '" + iname +
                          "' of the reduction; duplicate the reduction's iname "
                          "first (duplicate_inames)");
      return true;
    });
  }

  Expr moved(const Reduction &n, const Expr &e) const {
    Expr inside = run(n.value, false);
    std::vector<std::string> inames;
    for (const std::string &iname : n.inames) {
      auto place = places->find(iname);
      const std::vector<std::string> own = {iname};
      const auto &news = place == places->end() ? own : place->second;
      for (const std::string &now : news)
        if (std::find(inames.begin(), inames.end(), now) == inames.end())
          inames.push_back(now);
    }
    if (inside.same(n.value) && inames == n.inames)
      return e;
    return Expr::reduction(n.op, inames, inside);
  }

  const ReferenceValue &value;
  const InamePlaces *places;
  SharedSubstitution::Known *const known;
};

} // namespace

Expr loopyc::substituteReferences(const Expr &e, const ReferenceValue &value) {
  return e ? Substituter(value, nullptr).run(e, false) : e;
}

static ReferenceValue valuesOf(const Substitution &by) {
  return [&by](const Expr &reference) -> const Expr * {
    const auto *var = reference.getIf<VarRef>();
    if (!var || var->mark != Mark::None)
      return nullptr;
    auto known = by.find(var->name);
    return known == by.end() ? nullptr : &known->second;
  };
}

Expr loopyc::substitute(const Expr &e, const Substitution &by) {
  return by.empty() ? e : substituteReferences(e, valuesOf(by));
}

Expr SharedSubstitution::operator()(const Expr &e) {
  if (!e || by.empty())
    return e;
  ReferenceValue values = valuesOf(by);
  return Substituter(values, nullptr, &known).run(e, false);
}

Expr loopyc::substituteInames(const Expr &e, const Substitution &by,
                              const InamePlaces &places) {
  if (by.empty() || !e)
    return e;
  ReferenceValue values = valuesOf(by);
  return Substituter(values, &places).run(e, false);
}
