#include "loopyc/Source/Fortran/Text.h"

#include "loopyc/Source/Fortran/PublicVariables.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Support/Match.h"

#include "llvm/Support/FormatVariadic.h"

#include <cstdio>

using namespace loopyc;
using namespace loopyc::fortran;

// Free form has lines of at most 132 characters.
static constexpr size_t longestLine = 100;

// Where to break a line: between tokens, after a comma or a blank, outside
// character literals; the last such place that leaves at most `room`
// characters, or else the first. 0: none.
static size_t breakIn(const std::string &text, size_t room) {
  size_t cut = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size() && (i < room || cut == 0); ++i) {
    if (text[i] == '"')
      quoted = !quoted;
    if (!quoted && (text[i] == ' ' || text[i] == ','))
      cut = i + 1;
  }
  return cut < text.size() ? cut : 0;
}

void FortranText::line(const std::string &text) {
  mark();
  std::string indent(2 * depth, ' ');
  std::string rest = text;
  std::string start = indent;
  bool comment = text.rfind("!", 0) == 0;
  while (start.size() + rest.size() > longestLine) {
    size_t cut = breakIn(rest, longestLine - start.size());
    if (cut == 0)
      break;
    out += start + rest.substr(0, cut) + (comment ? "\n" : "&\n");
    rest = rest.substr(cut);
    start = indent + (comment ? "! " : "    ");
  }
  out += start + rest + "\n";
}

static std::string binaryText(const Binary &b) {
  std::string left = fortranIndex(b.a), right = fortranIndex(b.b);
  switch (b.op) {
  case BinaryOp::Add:
    return "(" + left + " + " + right + ")";
  case BinaryOp::Sub:
    return "(" + left + " - " + right + ")";
  case BinaryOp::Mul:
    return left + "*" + right;
  case BinaryOp::Div:
    return "(" + left + "/" + right + ")";
  case BinaryOp::FloorDiv:
    return "((" + left + " - modulo(" + left + ", " + right + "))/" + right +
           ")";
  case BinaryOp::FloorMod:
    return "modulo(" + left + ", " + right + ")";
  case BinaryOp::Rem:
    return "mod(" + left + ", " + right + ")";
  case BinaryOp::Pow:
    return "(" + left + "**" + right + ")";
  default:
    throw InternalError("an operation that a subscript of the stub lacks");
  }
}

// A condition on integers.
static std::string conditionText(const Expr &e) {
  if (const LogicalLit *literal = e.getIf<LogicalLit>())
    return literal->value ? ".true." : ".false.";
  if (const Unary *unary = e.getIf<Unary>(); unary && unary->op == UnaryOp::Not)
    return ".not. (" + conditionText(unary->a) + ")";
  const Binary *binary = e.getIf<Binary>();
  auto joined = [&](const char *op) {
    return "(" + conditionText(binary->a) + op + conditionText(binary->b) + ")";
  };
  auto compared = [&](const char *op) {
    return fortranIndex(binary->a) + op + fortranIndex(binary->b);
  };
  switch (binary ? binary->op : BinaryOp::Add) {
  case BinaryOp::And:
    return joined(" .and. ");
  case BinaryOp::Or:
    return joined(" .or. ");
  case BinaryOp::Eq:
    return compared(" == ");
  case BinaryOp::Ne:
    return compared(" /= ");
  case BinaryOp::Lt:
    return compared(" < ");
  case BinaryOp::Le:
    return compared(" <= ");
  case BinaryOp::Gt:
    return compared(" > ");
  case BinaryOp::Ge:
    return compared(" >= ");
  default:
    throw InternalError("a condition that the stub lacks: " + e.str());
  }
}

std::string fortran::fortranIndex(const Expr &e) {
  if (const IntLit *literal = e.getIf<IntLit>())
    return literal->value < 0 ? "(" + std::to_string(literal->value) + "_8)"
                              : std::to_string(literal->value) + "_8";
  if (const VarRef *var = e.getIf<VarRef>())
    return "int(" + var->name + ", 8)";
  if (const Cast *cast = e.getIf<Cast>())
    return fortranIndex(cast->a);
  if (const Unary *unary = e.getIf<Unary>())
    return "(-" + fortranIndex(unary->a) + ")";
  if (const Binary *binary = e.getIf<Binary>())
    return binaryText(*binary);
  if (const Call *call = e.getIf<Call>();
      call && (call->fn == Intrinsic::Max || call->fn == Intrinsic::Min)) {
    std::vector<std::string> parts;
    for (const Expr &part : call->args)
      parts.push_back(fortranIndex(part));
    return std::string(call->fn == Intrinsic::Max ? "max" : "min") + "(" +
           commaJoined(parts) + ")";
  }
  if (const Select *select = e.getIf<Select>())
    return "merge(" + fortranIndex(select->ifTrue) + ", " +
           fortranIndex(select->ifFalse) + ", " +
           conditionText(select->condition) + ")";
  throw InternalError("an expression that no subscript of the stub has: " +
                      e.str());
}

static std::string realText(double value, int kind) {
  char digits[64];
  std::snprintf(digits, sizeof digits, kind == 4 ? "%.9g" : "%.17g", value);
  std::string text = digits;
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text + "_" + std::to_string(kind);
}

std::string fortran::fortranLiteral(const Expr &e) {
  int bytes = e.type().bytes;
  if (const IntLit *literal = e.getIf<IntLit>())
    return std::to_string(literal->value) + "_" + std::to_string(bytes);
  if (const RealLit *literal = e.getIf<RealLit>())
    return realText(literal->value, bytes);
  if (const LogicalLit *literal = e.getIf<LogicalLit>())
    return std::string(literal->value ? ".true." : ".false.") + "_" +
           std::to_string(bytes);
  if (const ComplexLit *literal = e.getIf<ComplexLit>())
    return "(" + realText(literal->re, bytes / 2) + ", " +
           realText(literal->im, bytes / 2) + ")";
  if (const Unary *unary = e.getIf<Unary>(); unary && unary->op == UnaryOp::Neg)
    return "(-" + fortranLiteral(unary->a) + ")";
  throw InternalError("no literal: " + e.str());
}

static std::string pathText(const HostValue &value) {
  std::string text;
  for (const std::string &name : value.path)
    text += (text.empty() ? "" : "%") + name;
  return text;
}

std::string fortran::askedTarget(const HostValue &value) {
  return value.kind == HostValue::Kind::IsPresent && !value.isOfModule()
             ? value.nameInModule
             : "";
}

// The inquiries may say anything of what is not allocated.
std::string fortran::existenceText(const HostValue &value) {
  const std::string path = pathText(value);
  switch (value.presence) {
  case HostValue::Presence::Allocatable:
    return "allocated(" + path + ")";
  case HostValue::Presence::Pointer:
    return "associated(" + path +
           (askedTarget(value).empty() ? "" : ", " + askedTarget(value)) + ")";
  case HostValue::Presence::Always:
  case HostValue::Presence::Optional:
    break;
  }
  return "present(" + path + ")";
}

// In the source's names.
static std::vector<Expr> subscriptsOf(const HostValue &element) {
  Substitution names;
  for (size_t k = 0; k < element.mentioned.size(); ++k)
    names[element.mentioned[k]] =
        Expr::var(hostValueText(element.origins[k]), Type::integer(8));
  std::vector<Expr> subscripts;
  for (const Expr &subscript : element.subscripts)
    subscripts.push_back(substitute(subscript, names));
  return subscripts;
}

// As people write it, where it is as short as that: "ng", "ng + 1".
static std::string subscriptText(const Expr &e) {
  if (const IntLit *literal = e.getIf<IntLit>())
    return std::to_string(literal->value);
  if (const VarRef *var = e.getIf<VarRef>())
    return var->name;
  const Binary *b = e.getIf<Binary>();
  const bool isSum = b && (b->op == BinaryOp::Add || b->op == BinaryOp::Sub) &&
                     b->a.getIf<VarRef>() && asInteger(b->b).value_or(-1) >= 0;
  return isSum
             ? subscriptText(b->a) + (b->op == BinaryOp::Add ? " + " : " - ") +
                   subscriptText(b->b)
             : fortranIndex(e);
}

// n(max(ng, lbound(n, 1)):min(ng, ubound(n, 1))), which is that element or
// empty.
static std::string elementSection(const HostValue &value) {
  const std::string path = pathText(value);
  std::vector<std::string> ranges;
  for (const Expr &subscript : subscriptsOf(value)) {
    const std::string at = fortranIndex(subscript),
                      axis = std::to_string(ranges.size() + 1) + ", 8)";
    std::string last = "ubound(" + path + ", " + axis;
    if (value.presence == HostValue::Presence::Allocatable ||
        value.presence == HostValue::Presence::Pointer)
      last =
          "merge(" + last + ", " + at + " - 1, " + existenceText(value) + ")";
    ranges.push_back("max(" + at + ", lbound(" + path + ", " + axis + "):min(" +
                     at + ", " + last + ")");
  }
  return path + "(" + commaJoined(ranges) + ")";
}

std::string fortran::hasElementText(const HostValue &value) {
  return "size(" + elementSection(value) + ") > 0";
}

static std::string elementText(const HostValue &value) {
  if (value.mayLack)
    return "sum(" + elementSection(value) + ")";
  std::vector<std::string> subscripts;
  for (const Expr &subscript : subscriptsOf(value))
    subscripts.push_back(subscriptText(subscript));
  return pathText(value) + "(" + commaJoined(subscripts) + ")";
}

std::string fortran::hostValueText(const HostValue &value) {
  const std::string path = pathText(value);
  if (value.kind == HostValue::Kind::Variable)
    return path;
  if (value.kind == HostValue::Kind::Element)
    return elementText(value);
  if (value.kind == HostValue::Kind::IsPresent)
    return "merge(1, 0, " + existenceText(value) + ")";
  bool isExtent = value.kind == HostValue::Kind::Extent;
  std::string inquiry = std::string(isExtent ? "size(" : "lbound(") + path +
                        ", " + std::to_string(value.axis + 1) + ")";
  if (value.presence == HostValue::Presence::Always ||
      value.presence == HostValue::Presence::Optional) // asked where it is
    return inquiry;
  return "merge(" + inquiry + (isExtent ? ", 0, " : ", 1, ") +
         existenceText(value) + ")";
}

// Several modules may have a function of that name.
static std::string localAccessor(const HostValue &value) {
  return accessorOf(value.path.front());
}

std::string fortran::useText(const HostValue &value) {
  const bool reached = isReached(value);
  const std::string name = reached ? localAccessor(value) : value.path.front(),
                    there = reached ? accessorOf(reachedVariable(value))
                                    : value.nameInModule;
  return value.module + ", only: " +
         (equalButForCase(there, name) ? name : name + " => " + there);
}

std::string fortran::pointerText(const Variable &variable,
                                 const HostValue &value) {
  const std::vector<std::string> colons(variable.declared.extents.size(), ":");
  return variable.type.fortran() + ", pointer :: " + value.path.front() +
         (colons.empty() ? "" : "(" + commaJoined(colons) + ")");
}

std::string fortran::pointToText(const HostValue &value) {
  return value.path.front() + " => " + localAccessor(value) + "()";
}

std::string fortran::useAllocatorText(const HostValue &value) {
  const std::string name = allocatorOf(value.path.front()),
                    there = allocatorOf(reachedVariable(value));
  return value.module + ", only: " +
         (there == name ? name : name + " => " + there);
}

std::string fortran::allocateText(const HostValue &value,
                                  const std::vector<std::string> &lower,
                                  const std::vector<std::string> &extents) {
  return "call " + allocatorOf(value.path.front()) + "([integer(8) :: " +
         commaJoined(lower) + "], [integer(8) :: " + commaJoined(extents) +
         "])";
}

std::string fortran::declarationText(const Variable &variable) {
  std::vector<std::string> bounds;
  for (size_t axis = 0; axis < variable.declared.extents.size(); ++axis) {
    const Expr &first = variable.declared.lowerBounds[axis];
    Expr last = fold(first + variable.declared.extents[axis] - 1);
    bounds.push_back(fortranIndex(first) + ":" + fortranIndex(last));
  }
  return variable.type.fortran() + " :: " + variable.name +
         (bounds.empty() ? "" : "(" + commaJoined(bounds) + ")");
}

std::string fortran::commaJoined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}
