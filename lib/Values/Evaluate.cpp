#include "loopyc/Values/Evaluate.h"

#include "loopyc/IR/IntegerOperations.h"
#include "loopyc/Support/Match.h"

using namespace loopyc;

static std::optional<int64_t> evaluateCall(const Call &call,
                                           const poly::Point &at) {
  std::vector<int64_t> args;
  for (const Expr &arg : call.args) {
    auto value = evaluate(arg, at);
    if (!value)
      return std::nullopt;
    args.push_back(*value);
  }
  return loopyc::apply(call.fn, args);
}

static std::optional<int64_t> valueOf(const std::string &name,
                                      const poly::Point &at) {
  auto known = at.find(name);
  return known == at.end() ? std::nullopt : std::optional(known->second);
}

std::optional<int64_t> loopyc::evaluate(const Expr &e, const poly::Point &at) {
  using Result = std::optional<int64_t>;
  if (!e || !(e.type().isInteger() || e.type().isLogical()))
    return std::nullopt;
  return match(
      e->value, [](const IntLit &l) -> Result { return l.value; },
      [](const LogicalLit &l) -> Result { return l.value; },
      [](const RealLit &) -> Result { return std::nullopt; },
      [](const ComplexLit &) -> Result { return std::nullopt; },
      [&](const VarRef &ref) -> Result { return valueOf(ref.str(), at); },
      [&](const AxisRef &ref) -> Result {
        return valueOf(ref.axis.str(), at);
      },
      [](const ArrayRef &) -> Result { return std::nullopt; },
      [&](const Unary &u) -> Result {
        auto a = evaluate(u.a, at);
        return a ? apply(u.op, *a) : a;
      },
      [&](const Binary &b) -> Result {
        auto left = evaluate(b.a, at), right = evaluate(b.b, at);
        return left && right ? apply(b.op, *left, *right) : Result();
      },
      [&](const Call &call) -> Result { return evaluateCall(call, at); },
      [&](const Cast &cast) -> Result { return evaluate(cast.a, at); },
      [&](const Select &s) -> Result {
        auto condition = evaluate(s.condition, at);
        return condition ? evaluate(*condition ? s.ifTrue : s.ifFalse, at)
                         : Result();
      },
      [](const RuleCall &) -> Result { return std::nullopt; },
      [](const Reduction &) -> Result { return std::nullopt; },
      [](const ExternalCall &) -> Result { return std::nullopt; });
}
