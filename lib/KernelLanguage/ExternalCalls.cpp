// Calls of functions in C: what their arguments are converted to, and what
// type they have.
#include "loopyc/KernelLanguage/DeclaredFunction.h"

#include "Arithmetic.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::language;

using Argument = ExternalFunction::Argument;

std::string language::typesStr(const std::vector<Argument> &arguments) {
  std::string text;
  for (const Argument &argument : arguments)
    text += (text.empty() ? "" : ", ") + argument.type.str();
  return "(" + text + ")";
}

static std::string typesStr(const std::vector<Type> &types) {
  std::vector<Argument> arguments;
  for (Type type : types)
    arguments.push_back({type});
  return language::typesStr(arguments);
}

// --- overloads

static bool hasType(const Argument &given, Type wanted) {
  return given.type == wanted;
}

static bool convertsTo(const Argument &given, Type wanted) {
  if (given.isLiteral && wanted.isReal())
    return given.type.isAnyInteger() || given.type.isReal();
  if (given.isLiteral && given.type.isAnyInteger())
    return wanted.isAnyInteger();
  return promoteLikeNumPy(given.type, wanted) == wanted;
}

template <typename Test>
static const ExternalSignature *
firstOf(const std::vector<ExternalSignature> &overloads,
        const std::vector<Argument> &given, Test test) {
  for (const ExternalSignature &overload : overloads) {
    bool fits = overload.arguments.size() == given.size();
    for (size_t i = 0; fits && i < given.size(); ++i)
      fits = test(given[i], overload.arguments[i]);
    if (fits)
      return &overload;
  }
  return nullptr;
}

ExternalSignature
DeclaredFunction::signatureFor(const std::vector<Argument> &given) const {
  const ExternalSignature *found = firstOf(overloads, given, hasType);
  if (!found)
    found = firstOf(overloads, given, convertsTo);
  if (found)
    return *found;
  std::string all;
  bool hasCount = false;
  for (const ExternalSignature &overload : overloads) {
    all += (all.empty() ? "" : " or ") + ::typesStr(overload.arguments);
    hasCount = hasCount || overload.arguments.size() == given.size();
  }
  throw UserError("function '" + name + "' takes " + all + ", not " +
                  language::typesStr(given) +
                  (hasCount ? "; convert with cast(np.float64, x) or the like"
                            : ""));
}

// --- a call

// A literal takes the type of what it meets, as in an operation: of the real
// arguments, if there are any.
static Type literalType(const Value &literal,
                        const std::vector<Value> &arguments) {
  Type type = literal.e.type();
  if (!type.isReal())
    return type;
  Type met = unknownType();
  for (const Value &other : arguments)
    if (!other.flexible && other.e.type().isReal())
      met = promoteLikeNumPy(met, other.e.type());
  return isUnknown(met) ? type : met;
}

Value language::externalCall(const ExternalFunctionPtr &function,
                             std::vector<Value> arguments) {
  std::vector<Expr> operands;
  std::vector<Argument> types;
  bool isAnyOpen = false, isAnyUnknown = false;
  for (Value &value : arguments) {
    if (value.e.type().isLogical()) // 0 or 1, as in an operation
      value = castTo(value, Type::integer(4));
    Type type = value.flexible ? literalType(value, arguments) : value.e.type();
    types.push_back({type, value.flexible});
    operands.push_back(value.e);
    isAnyOpen = isAnyOpen || isOpen(type);
    isAnyUnknown = isAnyUnknown || isUnknown(type);
  }
  // Literals stay what they are, until it is known what they meet.
  for (size_t i = 0; isAnyOpen && i < operands.size(); ++i)
    if (arguments[i].flexible)
      operands[i] = assignable(arguments[i], openType());
  if (isAnyOpen)
    return fixed(Expr::external(function, nullptr, std::move(operands),
                                isAnyUnknown ? unknownType() : openType()));
  ExternalSignature signature = function->signatureFor(types);
  for (size_t i = 0; i < operands.size(); ++i)
    operands[i] = assignable(arguments[i], signature.arguments.at(i));
  Type result = signature.result;
  return fixed(Expr::external(
      function, std::make_shared<const ExternalSignature>(std::move(signature)),
      std::move(operands), result));
}
