#include "Evaluate.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::check;

static std::optional<int64_t> apply(BinaryOp op, int64_t a, int64_t b) {
  auto floored = [&] { return a / b - (a % b != 0 && (a < 0) != (b < 0)); };
  bool divides = op == BinaryOp::Div || op == BinaryOp::FloorDiv ||
                 op == BinaryOp::FloorMod || op == BinaryOp::Rem;
  if (divides && b == 0)
    return std::nullopt;
  switch (op) {
  case BinaryOp::Add:
    return a + b;
  case BinaryOp::Sub:
    return a - b;
  case BinaryOp::Mul:
    return a * b;
  case BinaryOp::Div:
    return a / b;
  case BinaryOp::FloorDiv:
    return floored();
  case BinaryOp::FloorMod:
    return a - b * floored();
  case BinaryOp::Rem:
    return a % b;
  case BinaryOp::Pow: {
    int64_t result = 1;
    for (int64_t k = 0; k < b && k < 64; ++k)
      result *= a;
    return result;
  }
  case BinaryOp::Eq:
    return a == b;
  case BinaryOp::Ne:
    return a != b;
  case BinaryOp::Lt:
    return a < b;
  case BinaryOp::Le:
    return a <= b;
  case BinaryOp::Gt:
    return a > b;
  case BinaryOp::Ge:
    return a >= b;
  case BinaryOp::And:
    return a && b;
  case BinaryOp::Or:
    return a || b;
  }
  return std::nullopt;
}

static std::optional<int64_t> evaluateCall(const Call &call,
                                           const Values &values) {
  std::vector<int64_t> args;
  for (const Expr &arg : call.args) {
    auto value = evaluate(arg, values);
    if (!value)
      return std::nullopt;
    args.push_back(*value);
  }
  switch (call.fn) {
  case Intrinsic::Abs:
    return std::abs(args[0]);
  case Intrinsic::Min:
    return *std::min_element(args.begin(), args.end());
  case Intrinsic::Max:
    return *std::max_element(args.begin(), args.end());
  case Intrinsic::Dim:
    return std::max<int64_t>(args[0] - args[1], 0);
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> check::evaluate(const Expr &e, const Values &values) {
  using Result = std::optional<int64_t>;
  if (!e)
    return std::nullopt;
  return match(
      e->value, [](const IntLit &l) -> Result { return l.value; },
      [](const LogicalLit &l) -> Result { return l.value; },
      [](const RealLit &) -> Result { return std::nullopt; },
      [](const ComplexLit &) -> Result { return std::nullopt; },
      [&](const VarRef &ref) -> Result {
        auto known = values.find(ref.name);
        return known == values.end() ? Result() : known->second;
      },
      [](const AxisRef &) -> Result { return std::nullopt; },
      [](const ArrayRef &) -> Result { return std::nullopt; },
      [&](const Unary &u) -> Result {
        auto a = evaluate(u.a, values);
        return !a ? Result() : u.op == UnaryOp::Neg ? -*a : !*a;
      },
      [&](const Binary &b) -> Result {
        auto left = evaluate(b.a, values), right = evaluate(b.b, values);
        return left && right ? apply(b.op, *left, *right) : Result();
      },
      [&](const Call &call) -> Result { return evaluateCall(call, values); },
      [&](const Cast &cast) -> Result {
        return e.type().isInteger() ? evaluate(cast.a, values) : Result();
      },
      [&](const Select &s) -> Result {
        auto condition = evaluate(s.condition, values);
        return !condition   ? Result()
               : *condition ? evaluate(s.ifTrue, values)
                            : evaluate(s.ifFalse, values);
      },
      [](const RuleCall &) -> Result { return std::nullopt; },
      [](const Reduction &) -> Result { return std::nullopt; });
}

namespace {

class Printer {
public:
  explicit Printer(const std::function<std::string(const std::string &)> &name)
      : name(name) {}

  std::string print(const Expr &e) const {
    return match(
        e->value,
        [](const IntLit &l) { return "(" + std::to_string(l.value) + "L)"; },
        [](const RealLit &l) {
          return llvm::formatv("{0:e17}", l.value).str();
        },
        [](const LogicalLit &l) { return std::string(l.value ? "1" : "0"); },
        [&](const ComplexLit &) { return unsupported(e); },
        [&](const VarRef &ref) { return name(ref.name); },
        [&](const AxisRef &) { return unsupported(e); },
        [&](const ArrayRef &) { return unsupported(e); },
        [&](const Unary &u) {
          return (u.op == UnaryOp::Neg ? "(-" : "(!") + print(u.a) + ")";
        },
        [&](const Binary &b) { return binary(e, b); },
        [&](const Call &call) { return this->call(e, call); },
        [&](const Cast &cast) {
          bool integer = e.type().isInteger() || e.type().isLogical();
          return (integer ? "((long)" : "((double)") + print(cast.a) + ")";
        },
        [&](const Select &s) {
          return "(" + print(s.condition) + " ? " + print(s.ifTrue) + " : " +
                 print(s.ifFalse) + ")";
        },
        [&](const RuleCall &) { return unsupported(e); },
        [&](const Reduction &) { return unsupported(e); });
  }

private:
  static std::string unsupported(const Expr &e) {
    throw UserError("--init: '" + e.str() +
                    "' has no counterpart in the check program; use integer "
                    "and real arithmetic on i0, i1, ... and the parameters");
  }

  std::string binary(const Expr &e, const Binary &b) const {
    std::string left = print(b.a), right = print(b.b);
    auto infix = [&](const char *op) {
      return "(" + left + " " + op + " " + right + ")";
    };
    auto function = [&](const char *fn) {
      return std::string(fn) + "(" + left + ", " + right + ")";
    };
    switch (b.op) {
    case BinaryOp::Add:
      return infix("+");
    case BinaryOp::Sub:
      return infix("-");
    case BinaryOp::Mul:
      return infix("*");
    case BinaryOp::Div:
      return infix("/");
    case BinaryOp::FloorDiv:
      return function("floor_div");
    case BinaryOp::FloorMod:
      return function("floor_mod");
    case BinaryOp::Rem:
      return infix("%");
    case BinaryOp::Pow:
      return (e.type().isInteger() ? "(long)" : "") + function("pow");
    case BinaryOp::Eq:
      return infix("==");
    case BinaryOp::Ne:
      return infix("!=");
    case BinaryOp::Lt:
      return infix("<");
    case BinaryOp::Le:
      return infix("<=");
    case BinaryOp::Gt:
      return infix(">");
    case BinaryOp::Ge:
      return infix(">=");
    case BinaryOp::And:
      return infix("&&");
    case BinaryOp::Or:
      return infix("||");
    }
    return unsupported(e);
  }

  std::string call(const Expr &e, const Call &call) const {
    bool integer = e.type().isInteger();
    switch (call.fn) {
    case Intrinsic::Min:
    case Intrinsic::Max:
      return minMax(call.fn == Intrinsic::Min ? "<" : ">", call.args);
    case Intrinsic::Abs:
      return (integer ? "labs(" : "fabs(") + print(call.args[0]) + ")";
    case Intrinsic::Floor:
      return "(long)floor(" + print(call.args[0]) + ")";
    case Intrinsic::Ceiling:
      return "(long)ceil(" + print(call.args[0]) + ")";
    case Intrinsic::Nint:
      return "lround(" + print(call.args[0]) + ")";
    case Intrinsic::Sqrt:
    case Intrinsic::Exp:
    case Intrinsic::Log:
    case Intrinsic::Sin:
    case Intrinsic::Cos:
    case Intrinsic::Tan:
      return std::string(intrinsicName(call.fn)) + "(" + print(call.args[0]) +
             ")";
    default:
      return unsupported(e);
    }
  }

  std::string minMax(const char *op, const std::vector<Expr> &args) const {
    std::string best = print(args[0]);
    for (const Expr &arg : llvm::drop_begin(args)) {
      std::string other = print(arg);
      best = "(" + best + " " + op + " " + other + " ? " + best + " : " +
             other + ")";
    }
    return best;
  }

  const std::function<std::string(const std::string &)> &name;
};

} // namespace

std::string
check::textInC(const Expr &e,
               const std::function<std::string(const std::string &)> &name) {
  return Printer(name).print(e);
}
