//   [n] -> { [i] : 0 <= i < n }, n = 8   ->   { [i] : 0 <= i < 8 }
// and 8 in the place of n in every expression.
#include "Variables.h"
#include "loopyc/IR/ExprParser.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Transform/Parameters.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace loopyc;
using poly::Set;

static const char *const fixParametersName = "fix_parameters";

[[noreturn]] static void refuse(const Variable &var, const Expr &value,
                                const std::string &because = "") {
  throw UserError(std::string(fixParametersName) + ": argument '" + var.name +
                  "' is " + var.type.fortran() +
                  ", which cannot have the value " + value.str() + because);
}

// -2^31 <= value < 2^31 for integer(4).
static void requireInteger(const Variable &var, const Expr &literal) {
  int64_t value = *asInteger(literal);
  int bits = 8 * var.type.bytes;
  if (var.type.isUnsigned()) {
    if (value < 0 || !llvm::isUIntN(bits, static_cast<uint64_t>(value)))
      refuse(var, literal, "; its values are not negative");
    return;
  }
  if (bits < 64 && !llvm::isIntN(bits, value))
    refuse(var, literal,
           "; its values are " + std::to_string(llvm::minIntN(bits)) + " to " +
               std::to_string(llvm::maxIntN(bits)));
}

static void requireReal(const Variable &var, const Expr &literal,
                        double value) {
  bool single = var.type.bytes <= (var.type.isComplex() ? 8 : 4);
  double most = single ? static_cast<double>(std::numeric_limits<float>::max())
                       : std::numeric_limits<double>::max();
  if (!(std::fabs(value) <= most))
    refuse(var, literal,
           "; its values are finite, of at most " +
               llvm::formatv("{0:e2}", most).str());
}

static void requireInRange(const Variable &var, const Expr &literal) {
  if (literal.getIf<IntLit>())
    requireInteger(var, literal);
  if (const auto *real = literal.getIf<RealLit>())
    requireReal(var, literal, real->value);
  if (const auto *complex = literal.getIf<ComplexLit>()) {
    requireReal(var, literal, complex->re);
    requireReal(var, literal, complex->im);
  }
}

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
  refuse(var, value);
}

static void requireNotFixed(const Kernel &kernel, const std::string &given) {
  std::vector<std::string> known;
  for (const auto &[parameter, value] : kernel.fixedParameters)
    known.push_back(parameter);
  if (const std::string *fixed = findName(known, given))
    throw UserError(std::string(fixParametersName) + ": parameter '" + *fixed +
                    "' is fixed already, to " +
                    kernel.fixedParameters.at(*fixed).str());
}

static Expr checkedValue(const Kernel &kernel, const std::string &given,
                         const Expr &value) {
  requireNotFixed(kernel, given);
  VariablePtr var = resolveArgument(kernel, given, fixParametersName);
  if (!var->isScalar())
    throw UserError(std::string(fixParametersName) + ": argument '" +
                    var->name + "' must be a scalar, but it is an array");
  if (!var->isValue())
    throw UserError(std::string(fixParametersName) + ": argument '" +
                    var->name +
                    "' is written by the kernel, so it cannot be fixed");
  Expr literal = literalFor(*var, value);
  requireInRange(*var, literal);
  return literal;
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
    values[resolveArgument(kernel, text, fixParametersName)->name] = literal;
  }
  Kernel result = kernel;
  result.assumptions = fixedIn(kernel.assumptions, values);
  if (result.assumptions.isEmpty() && !kernel.assumptions.isEmpty())
    throw UserError(std::string(fixParametersName) +
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
