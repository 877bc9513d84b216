// Expressions in the place of names.
#include "Fold.h"

using namespace loopyc;

// The replacement of a name, as an operand of the name's type.
static Expr ofType(const Expr &replacement, Type type) {
  bool integers = replacement.type().isInteger() && type.isInteger();
  return integers ? widened(replacement, type) : replacement;
}

namespace {

class Substituter {
public:
  explicit Substituter(const Substitution &by) : by(by) {}

  Expr run(const Expr &e, bool insideArithmetic) const {
    if (const auto *var = e.getIf<VarRef>()) {
      auto it = by.find(var->name);
      return it == by.end() ? e : ofType(it->second, e.type());
    }
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
  const Substitution &by;
};

} // namespace

Expr loopyc::substitute(const Expr &e, const Substitution &by) {
  if (by.empty() || !e)
    return e;
  return Substituter(by).run(e, false);
}
