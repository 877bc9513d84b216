#include "TextInC.h"

#include "COperators.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace loopyc;
using namespace loopyc::check;

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
        [&](const Reduction &) { return unsupported(e); },
        [&](const ExternalCall &) { return unsupported(e); });
  }

private:
  static std::string unsupported(const Expr &e) {
    throw UserError("--init: '" + e.str() +
                    "' has no counterpart in the check program; use integer "
                    "and real arithmetic on i0, i1, ... and the parameters");
  }

  // (a + b + c), as C reads it anyway: compilers limit how deep parentheses
  // may be.
  std::string leftOperand(const Binary &b) const {
    std::string text = print(b.a);
    const auto *inner = b.a.getIf<Binary>();
    bool isChain = inner && inner->op == b.op &&
                   (b.op == BinaryOp::Add || b.op == BinaryOp::Mul);
    return isChain ? text.substr(1, text.size() - 2) : text;
  }

  std::string binary(const Expr &e, const Binary &b) const {
    std::string left = leftOperand(b), right = print(b.b);
    auto infix = [&](const char *op) {
      return "(" + left + " " + op + " " + right + ")";
    };
    auto function = [&](const char *fn) {
      return std::string(fn) + "(" + left + ", " + right + ")";
    };
    if (const char *op = infixOperator(b.op))
      return infix(op);
    switch (b.op) {
    case BinaryOp::FloorDiv:
      return function("floor_div");
    case BinaryOp::FloorMod:
      return function("floor_mod");
    case BinaryOp::Rem:
      return infix("%");
    case BinaryOp::Pow:
      return (e.type().isInteger() ? "(long)" : "") + function("pow");
    default:
      return unsupported(e);
    }
  }

  std::string call(const Expr &e, const Call &call) const {
    bool integer = e.type().isInteger();
    switch (call.fn) {
    case Intrinsic::Min:
    case Intrinsic::Max:
      return minMax(std::string(integer ? "long_" : "f") +
                        (call.fn == Intrinsic::Min ? "min" : "max"),
                    call.args);
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

  std::string minMax(const std::string &function,
                     const std::vector<Expr> &args) const {
    std::string best = print(args[0]);
    for (const Expr &arg : llvm::drop_begin(args))
      best = function + "(" + best + ", " + print(arg) + ")";
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
