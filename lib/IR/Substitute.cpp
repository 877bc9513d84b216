// Expressions in the place of names.
#include "Fold.h"

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
  Substituter(const Substitution &by, const InamePlaces *places)
      : by(by), places(places) {}

  Expr run(const Expr &e, bool insideArithmetic) const {
    if (const auto *var = e.getIf<VarRef>()) {
      auto it = by.find(var->name);
      return it == by.end() ? e : ofType(it->second, e.type());
    }
    if (const auto *reduction = e.getIf<Reduction>())
      return places ? moved(*reduction, e) : insideOf(*reduction, e);
    bool integer = isIntegerArithmetic(e);
    std::vector<Expr> ops = operands(e);
    for (Expr &op : ops)
      op = run(op, integer);
    Expr result = ops.empty() ? e : withOperands(e, ops);
    if (result.same(e) || insideArithmetic || !integer)
      return result;
    return fold(result);
  }

private:
  // What the reduction binds stays.
  Expr insideOf(const Reduction &n, const Expr &e) const {
    Substitution free = by;
    for (const std::string &iname : n.inames)
      free.erase(iname);
    for (const auto &[name, value] : free)
      for (const std::string &iname : n.inames)
        if (mentions(n.value, name) && mentions(value, iname))
          throw UserError("in " + e.str() + ", '" + name +
                          "' stands for a value of the loop over '" + iname +
                          "', which is not the '" + iname +
                          "' of the reduction; duplicate the reduction's iname "
                          "first (duplicate_inames)");
    return withOperands(e, {Substituter(free, nullptr).run(n.value, false)});
  }

  Expr moved(const Reduction &n, const Expr &e) const {
    Expr value = run(n.value, false);
    std::vector<std::string> inames;
    for (const std::string &iname : n.inames) {
      auto place = places->find(iname);
      const std::vector<std::string> own = {iname};
      const auto &news = place == places->end() ? own : place->second;
      for (const std::string &now : news)
        if (std::find(inames.begin(), inames.end(), now) == inames.end())
          inames.push_back(now);
    }
    if (value.same(n.value) && inames == n.inames)
      return e;
    return Expr::reduction(n.op, inames, value);
  }

  const Substitution &by;
  const InamePlaces *places; // null: reductions bind what they bound
};

} // namespace

Expr loopyc::substitute(const Expr &e, const Substitution &by) {
  if (by.empty() || !e)
    return e;
  return Substituter(by, nullptr).run(e, false);
}

Expr loopyc::substituteInames(const Expr &e, const Substitution &by,
                              const InamePlaces &places) {
  if (by.empty() || !e)
    return e;
  return Substituter(by, &places).run(e, false);
}
