//   [n] -> { [i] : 0 <= i < n }, n = 8   ->   { [i] : 0 <= i < 8 }
// and 8 in the place of n in every expression.
#include "Variables.h"
#include "loopyc/IR/ExprParser.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Transform/Parameters.h"

#include <cmath>

using namespace loopyc;
using poly::Set;

static const char *const name = "fix_parameters";

// The literal as a value of the argument's declared type.
static Expr literalFor(const Variable &var, const Expr &value) {
  Type type = var.type;
  if (const auto *real = value.getIf<RealLit>()) {
    bool whole =
        real->value == std::floor(real->value) && std::fabs(real->value) < 9e15;
    if (type.isInteger() && whole)
      return Expr::integer(static_cast<int64_t>(real->value), type);
    if (type.isReal())
      return Expr::real(real->value, type);
    if (type.isComplex())
      return Expr::complex(real->value, 0.0, type);
  }
  if (value.getIf<IntLit>() && !type.isLogical())
    return convert(value, type);
  if (const auto *logical = value.getIf<LogicalLit>();
      logical && type.isLogical())
    return Expr::logical(logical->value, type);
  if (const auto *complex = value.getIf<ComplexLit>();
      complex && type.isComplex())
    return Expr::complex(complex->re, complex->im, type);
  throw UserError(std::string(name) + ": argument '" + var.name + "' is " +
                  type.fortran() + ", which cannot have the value " +
                  value.str());
}

static void requireNotFixed(const Kernel &kernel, const std::string &given) {
  std::vector<std::string> known;
  for (const auto &[parameter, value] : kernel.fixedParameters)
    known.push_back(parameter);
  if (const std::string *fixed = findName(known, given))
    throw UserError(std::string(name) + ": parameter '" + *fixed +
                    "' is fixed already, to " +
                    kernel.fixedParameters.at(*fixed).str());
}

static Expr checkedValue(const Kernel &kernel, const std::string &given,
                         const Expr &value) {
  requireNotFixed(kernel, given);
  VariablePtr var = resolveArgument(kernel, given, name);
  if (!var->isScalar())
    throw UserError(std::string(name) + ": argument '" + var->name +
                    "' must be a scalar, but it is an array");
  if (!var->isValue())
    throw UserError(std::string(name) + ": argument '" + var->name +
                    "' is written by the kernel, so it cannot be fixed");
  return literalFor(*var, value);
}

static Set fixedIn(const Set &set, const Substitution &values) {
  Set result = set;
  for (const std::string &param : set.params())
    if (auto it = values.find(param); it != values.end())
      if (auto integer = asInteger(it->second))
        result = result.fix(param, *integer).project({param});
  return result;
}

Kernel loopyc::fixParameters(const Kernel &kernel,
                             const std::map<std::string, Expr> &given) {
  Substitution values;
  for (const auto &[text, value] : given) {
    Expr literal = checkedValue(kernel, text, value);
    values[resolveArgument(kernel, text, name)->name] = literal;
  }
  Kernel result = kernel;
  result.assumptions = fixedIn(kernel.assumptions, values);
  if (result.assumptions.isEmpty() && !kernel.assumptions.isEmpty())
    throw UserError(std::string(name) +
                    ": the values contradict what kernel '" + kernel.name +
                    "' assumes, " + kernel.assumptions.str());
  for (Set &domain : result.domains)
    domain = fixedIn(domain, values);

  auto substituted = [](const Expr &e, const Substitution &by) {
    Expr replaced = substitute(e, by);
    return replaced.same(e) ? e : fold(replaced);
  };
  mapAllExprs(result, [&](const Expr &e) { return substituted(e, values); });
  for (size_t i = 0; i < kernel.rules.size(); ++i) {
    const SubstitutionRule &rule = kernel.rules[i];
    Substitution own = values;
    for (const std::string &parameter : rule.parameters)
      own.erase(parameter);
    result.rules[i].value = substituted(rule.value, own);
  }
  for (const auto &[param, literal] : values) {
    result.removeVariable(param);
    result.fixedParameters[param] = literal;
  }
  return result;
}
