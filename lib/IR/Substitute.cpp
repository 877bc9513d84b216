// Expressions in the place of references.
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
  explicit Substituter(const ReferenceValue &value) : value(value) {}

  Expr run(const Expr &e, bool insideArithmetic) const {
    if (e.getIf<VarRef>() || e.getIf<AxisRef>()) {
      const Expr *replacement = value(e);
      return replacement ? ofType(*replacement, e.type()) : e;
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
  const ReferenceValue &value;
};

} // namespace

Expr loopyc::substituteReferences(const Expr &e, const ReferenceValue &value) {
  return e ? Substituter(value).run(e, false) : e;
}

Expr loopyc::substitute(const Expr &e, const Substitution &by) {
  if (by.empty())
    return e;
  return substituteReferences(e, [&](const Expr &reference) -> const Expr * {
    const auto *var = reference.getIf<VarRef>();
    if (!var || var->mark != Mark::None)
      return nullptr;
    auto known = by.find(var->name);
    return known == by.end() ? nullptr : &known->second;
  });
}
