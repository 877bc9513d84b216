// Expressions with names of their own.
#include "loopyc/Script/Text.h"

#include "OwnNames.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::script;

static Expr bufferExpression(const std::string &text,
                             const std::vector<std::string> &own,
                             const Kernel &kernel, Type type) {
  return text.empty()
             ? Expr()
             : parseExpr(text,
                         withoutReductions(resolverWith(own, type, kernel)),
                         type);
}

Expr script::readInitExpression(const std::string &text, const Kernel &kernel,
                                Type type) {
  return bufferExpression(text, {"base"}, kernel, type);
}

Expr script::readStoreExpression(const std::string &text, const Kernel &kernel,
                                 Type type) {
  return bufferExpression(text, {"base", "buffer"}, kernel, type);
}

Expr script::readInteger(const std::string &text, const Kernel &kernel) {
  return parseExpr(text, withoutReductions(namesOf(kernel)));
}

// A parameter's type is that of what stands in its place; subscripts and
// arguments of functions want an integer or a real number to be read.
static Expr formOf(const std::string &text,
                   const std::vector<std::string> &parameters,
                   const Kernel &kernel) {
  auto formWith = [&](Type type) {
    return parseExpr(text, resolverWith(parameters, type, kernel));
  };
  try {
    return formWith(Type::integer(4));
  } catch (const UserError &) {
    return formWith(Type::real(8));
  }
}

RuleTemplate
script::readRuleTemplate(const std::string &text,
                         const std::vector<std::string> &parameters,
                         const Kernel &kernel) {
  return {parameters, formOf(text, parameters, kernel), text};
}
