#include "InlineScope.h"

#include "loopyc/Support/Match.h"

using namespace loopyc;
using namespace loopyc::frontend;

// Stands where an absent argument is mentioned, until it is known whether that
// is ever evaluated.
static const char *const absentMark = "#absent";

std::string frontend::quoted(const std::string &name) {
  return "'" + name + "'";
}

std::string frontend::absentIn(const Expr &e) {
  std::string name;
  walk(e, [&](const Expr &node) {
    const VarRef *var = node.getIf<VarRef>();
    size_t at = var ? var->name.find(absentMark) : std::string::npos;
    if (at != std::string::npos)
      name = var->name.substr(0, at);
    return name.empty();
  });
  return name;
}

static std::optional<bool> asLogical(const Expr &e) {
  const LogicalLit *literal = e.getIf<LogicalLit>();
  return literal ? std::optional(literal->value) : std::nullopt;
}

static std::optional<bool> compared(const Binary &node) {
  auto a = asInteger(node.a), b = asInteger(node.b);
  if (!a || !b)
    return std::nullopt;
  switch (node.op) {
  case BinaryOp::Eq:
    return *a == *b;
  case BinaryOp::Ne:
    return *a != *b;
  case BinaryOp::Lt:
    return *a < *b;
  case BinaryOp::Le:
    return *a <= *b;
  case BinaryOp::Gt:
    return *a > *b;
  case BinaryOp::Ge:
    return *a >= *b;
  default:
    return std::nullopt;
  }
}

// What constants decide; the node, where they do not.
static Expr simplified(const Expr &e) {
  if (const Select *select = e.getIf<Select>()) {
    if (auto condition = asLogical(select->condition))
      return *condition ? select->ifTrue : select->ifFalse;
  } else if (const Unary *unary = e.getIf<Unary>()) {
    if (auto value = asLogical(unary->a); value && unary->op == UnaryOp::Not)
      return Expr::logical(!*value, e.type());
  } else if (const Cast *cast = e.getIf<Cast>()) {
    if (auto value = asLogical(cast->a); value && e.type().isLogical())
      return Expr::logical(*value, e.type());
  } else if (const Binary *node = e.getIf<Binary>()) {
    if (auto value = compared(*node))
      return Expr::logical(*value, e.type());
    if (e.type().isInteger() && asInteger(node->a) && asInteger(node->b))
      return fold(e);
    if (node->op != BinaryOp::And && node->op != BinaryOp::Or)
      return e;
    const bool decisive = node->op == BinaryOp::Or;
    for (const auto &[one, other] :
         {std::pair(node->a, node->b), std::pair(node->b, node->a)})
      if (auto value = asLogical(one))
        return *value == decisive ? Expr::logical(decisive, e.type())
                                  : Expr::cast(other, e.type());
  }
  return e;
}

Expr InlineScope::translatedNode(const Expr &e) const {
  const VarRef *var = e.getIf<VarRef>();
  const ArrayRef *array = e.getIf<ArrayRef>();
  if (!var && !array)
    return simplified(e);
  const std::string &name = var ? var->name : array->name;
  const Meaning *meaning = find(name);
  if (!meaning && caller)
    throw UserError("not supported: " + quoted(name) + " in " + called);
  if (!meaning)
    return e;
  return match(
      *meaning, [&](const Expr &value) { return value; },
      [&](const StridedView &view) {
        return array ? view.element(array->subscripts) : e;
      },
      [&](const Absent &) { return Expr::var(name + absentMark, e.type()); },
      [&](const Callee &) { return e; });
}

Expr InlineScope::translated(const Expr &e) const {
  return rewrite(e, [&](const Expr &node) { return translatedNode(node); });
}

std::set<std::string> InlineScope::targetsOf(const std::string &name) const {
  std::set<std::string> result;
  const Meaning *meaning = find(name);
  if (!meaning)
    result.insert(name);
  else if (const Expr *value = std::get_if<Expr>(meaning))
    collectNames(*value, result, result);
  else if (const auto *view = std::get_if<StridedView>(meaning))
    result.insert(view->variable);
  return result;
}

UserError InlineScope::traced(UserError error) const {
  for (const InlineScope *scope = this; scope->caller; scope = scope->caller)
    error.note("in " + scope->called + ", which is called here", scope->call);
  return error;
}
