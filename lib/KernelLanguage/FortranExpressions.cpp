#include "FortranExpressions.h"

#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <cmath>
#include <limits>

using namespace loopyc;
using namespace loopyc::language;

static std::string kindOf(Type type) {
  return std::to_string(type.isComplex() ? type.bytes / 2 : type.bytes);
}

[[noreturn]] static void refuse(const std::string &what) {
  throw UserError(what + ", which a procedure that Fortran calls cannot have");
}

static std::string literalText(const Expr &e) {
  const Type type = e.type();
  if (type.isUnsigned())
    refuse("an integer without a sign, " + e.str());
  if (const auto *n = e.getIf<RealLit>(); n && std::isnan(n->value))
    refuse("the number " + e.str());
  if (const auto *n = e.getIf<RealLit>(); n && std::isinf(n->value))
    return (n->value < 0 ? "(-1.0_" : "(1.0_") + kindOf(type) + "/0.0_" +
           kindOf(type) + ")"; // which the front end folds
  if (const auto *n = e.getIf<IntLit>(); n && n->value < 0) {
    // The least number has no literal.
    const std::string kind = "_" + kindOf(type);
    return n->value == std::numeric_limits<int64_t>::min()
               ? "(-" + std::to_string(std::numeric_limits<int64_t>::max()) +
                     kind + " - 1" + kind + ")"
               : "(-" + std::to_string(-(n->value + 1)) + kind + " - 1" + kind +
                     ")";
  }
  if (const auto *n = e.getIf<RealLit>(); n && std::signbit(n->value))
    return "(-" + fortran::fortranLiteral(Expr::real(-n->value, type)) + ")";
  return fortran::fortranLiteral(e);
}

const std::string &FortranExpressions::name(const std::string &own) const {
  return names.at(own);
}

std::string FortranExpressions::listed(const std::vector<Expr> &list) const {
  std::vector<std::string> parts;
  for (const Expr &e : list)
    parts.push_back(text(e));
  return fortran::commaJoined(parts);
}

std::string FortranExpressions::element(const ArrayRef &access) const {
  // a[()]: an argument without axes that is written
  return access.subscripts.empty()
             ? name(access.name)
             : name(access.name) + "(" + listed(access.subscripts) + ")";
}

std::string FortranExpressions::floorDivision(const std::string &a,
                                              const std::string &b) {
  return "((" + a + " - modulo(" + a + ", " + b + "))/" + b + ")";
}

std::string FortranExpressions::text(const Expr &e) const {
  return match(
      e->value, [&](const IntLit &) { return literalText(e); },
      [&](const RealLit &) { return literalText(e); },
      [&](const LogicalLit &) { return literalText(e); },
      [&](const ComplexLit &n) {
        if (!std::isfinite(n.re) || !std::isfinite(n.im))
          refuse("the number " + e.str());
        return literalText(e);
      },
      [&](const VarRef &n) { return name(n.name); },
      [&](const AxisRef &) -> std::string {
        throw InternalError("a position on the grid in a kernel's text");
      },
      [&](const ArrayRef &n) { return element(n); },
      [&](const Unary &n) {
        return (n.op == UnaryOp::Not ? "(.not. " : "(-") + text(n.a) + ")";
      },
      [&](const Binary &n) { return binary(e, n); },
      [&](const Call &n) { return call(e, n); },
      [&](const Cast &n) { return cast(e.type(), n.a); },
      [&](const Select &n) {
        return "merge(" + text(n.ifTrue) + ", " + text(n.ifFalse) + ", " +
               text(n.condition) + ")";
      },
      [&](const RuleCall &n) {
        const SubstitutionRule &rule = *kernel.findRule(n.rule);
        Substitution values;
        for (size_t i = 0; i < n.args.size(); ++i)
          values[rule.parameters[i]] = n.args[i];
        return text(substitute(rule.value, values));
      },
      [&](const Reduction &) -> std::string {
        throw InternalError("a reduction that is no loop");
      },
      [&](const ExternalCall &n) -> std::string {
        refuse("a function in C, '" + n.function->name + "'");
      });
}

std::string FortranExpressions::cast(Type to, const Expr &operand) const {
  const Type from = operand.type();
  const std::string value = text(operand), kind = kindOf(to);
  if (to.isUnsigned() || from.isUnsigned())
    refuse("an integer without a sign, " + operand.str());
  if (from.isLogical() && to.isLogical())
    return "logical(" + value + ", " + kind + ")";
  if (from.isLogical())
    return cast(to, Expr::select(operand, Expr::integer(1),
                                 Expr::integer(0)));
  if (to.isLogical())
    return "logical(" + value + " /= 0, " + kind + ")";
  if (to.isComplex())
    return "cmplx(" + value + ", kind=" + kind + ")";
  return (to.isInteger() ? "int(" : "real(") + value + ", " + kind + ")";
}

static const char *infixOf(BinaryOp op, bool areLogical) {
  switch (op) {
  case BinaryOp::Add:
    return " + ";
  case BinaryOp::Sub:
    return " - ";
  case BinaryOp::Mul:
    return "*";
  case BinaryOp::Div:
    return "/";
  case BinaryOp::Pow:
    return "**";
  case BinaryOp::Eq:
    return areLogical ? " .eqv. " : " == ";
  case BinaryOp::Ne:
    return areLogical ? " .neqv. " : " /= ";
  case BinaryOp::Lt:
    return " < ";
  case BinaryOp::Le:
    return " <= ";
  case BinaryOp::Gt:
    return " > ";
  case BinaryOp::Ge:
    return " >= ";
  case BinaryOp::And:
    return " .and. ";
  case BinaryOp::Or:
    return " .or. ";
  case BinaryOp::FloorDiv:
  case BinaryOp::FloorMod:
  case BinaryOp::Rem:
    return nullptr;
  }
  return nullptr;
}

std::string FortranExpressions::binary(const Expr &e, const Binary &b) const {
  const Type type = b.a.type();
  if (type.isUnsigned() || e.type().isUnsigned())
    refuse("an integer without a sign, " + e.str());
  const std::string left = text(b.a), right = text(b.b);
  if (const char *op = infixOf(b.op, type.isLogical()))
    return "(" + left + op + right + ")";
  if (b.op == BinaryOp::FloorDiv)
    return floorDivision(left, right);
  return (b.op == BinaryOp::Rem ? "mod(" : "modulo(") + left + ", " + right +
         ")";
}

std::string FortranExpressions::call(const Expr &e, const Call &call) const {
  const std::string list = listed(call.args), kind = ", " + kindOf(e.type());
  if (e.type().isUnsigned())
    refuse("an integer without a sign, " + e.str());
  switch (call.fn) {
  case Intrinsic::Floor:
  case Intrinsic::Ceiling:
  case Intrinsic::Nint:
  case Intrinsic::RealPart: // intrinsicName: real
    return std::string(intrinsicName(call.fn)) + "(" + list + kind + ")";
  case Intrinsic::MakeComplex:
    return "cmplx(" + list + ", kind=" + kindOf(e.type()) + ")";
  case Intrinsic::Inot:
    return "not(" + list + ")";
  case Intrinsic::Popcnt:
  case Intrinsic::Leadz:
  case Intrinsic::Trailz:
    return "int(" + std::string(intrinsicName(call.fn)) + "(" + list + ")" +
           kind + ")";
  case Intrinsic::IsNan:
    return "(" + list + " /= " + list + ")";
  case Intrinsic::Min:
  case Intrinsic::Max:
    if (call.args.size() == 1)
      return list;
    break;
  default:
    break;
  }
  return std::string(intrinsicName(call.fn)) + "(" + list + ")";
}
