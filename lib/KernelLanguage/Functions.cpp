// Functions of the kernel language by their usual names.
#include "Arithmetic.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Support/CloseMatches.h"

#include <map>

using namespace loopyc;
using namespace loopyc::language;

namespace {

struct FunctionRow {
  const char *name;
  Intrinsic fn;
  size_t operands;
  enum Result { Floating, Same, Part } result; // of integers, float64 or Same
};

const FunctionRow rows[] = {
    {"sqrt", Intrinsic::Sqrt, 1, FunctionRow::Floating},
    {"exp", Intrinsic::Exp, 1, FunctionRow::Floating},
    {"log", Intrinsic::Log, 1, FunctionRow::Floating},
    {"log10", Intrinsic::Log10, 1, FunctionRow::Floating},
    {"sin", Intrinsic::Sin, 1, FunctionRow::Floating},
    {"cos", Intrinsic::Cos, 1, FunctionRow::Floating},
    {"tan", Intrinsic::Tan, 1, FunctionRow::Floating},
    {"asin", Intrinsic::Asin, 1, FunctionRow::Floating},
    {"acos", Intrinsic::Acos, 1, FunctionRow::Floating},
    {"atan", Intrinsic::Atan, 1, FunctionRow::Floating},
    {"atan2", Intrinsic::Atan2, 2, FunctionRow::Floating},
    {"sinh", Intrinsic::Sinh, 1, FunctionRow::Floating},
    {"cosh", Intrinsic::Cosh, 1, FunctionRow::Floating},
    {"tanh", Intrinsic::Tanh, 1, FunctionRow::Floating},
    {"asinh", Intrinsic::Asinh, 1, FunctionRow::Floating},
    {"acosh", Intrinsic::Acosh, 1, FunctionRow::Floating},
    {"atanh", Intrinsic::Atanh, 1, FunctionRow::Floating},
    {"erf", Intrinsic::Erf, 1, FunctionRow::Floating},
    {"erfc", Intrinsic::Erfc, 1, FunctionRow::Floating},
    {"tgamma", Intrinsic::Gamma, 1, FunctionRow::Floating},
    {"lgamma", Intrinsic::LogGamma, 1, FunctionRow::Floating},
    {"hypot", Intrinsic::Hypot, 2, FunctionRow::Floating},
    {"copysign", Intrinsic::Sign, 2, FunctionRow::Floating},
    {"round", Intrinsic::Anint, 1, FunctionRow::Floating},
    {"trunc", Intrinsic::Aint, 1, FunctionRow::Floating},
    {"min", Intrinsic::Min, 2, FunctionRow::Same},
    {"max", Intrinsic::Max, 2, FunctionRow::Same},
    {"fmin", Intrinsic::Min, 2, FunctionRow::Floating},
    {"fmax", Intrinsic::Max, 2, FunctionRow::Floating},
    {"abs", Intrinsic::Abs, 1, FunctionRow::Part},
    {"fabs", Intrinsic::Abs, 1, FunctionRow::Floating},
    {"real", Intrinsic::RealPart, 1, FunctionRow::Part},
    {"imag", Intrinsic::ImagPart, 1, FunctionRow::Part},
    {"conj", Intrinsic::Conj, 1, FunctionRow::Same},
};

// Written with others.
const std::map<std::string, size_t> composed = {
    {"pow", 2},   {"floor", 1}, {"ceil", 1},     {"isnan", 1}, {"isinf", 1},
    {"fmod", 2},  {"fma", 3},   {"isfinite", 1}, {"mad", 3},   {"rsqrt", 1},
    {"exp2", 1},  {"exp10", 1}, {"iand", 2},     {"ior", 2},   {"ieor", 2},
    {"inot", 1},  {"ishft", 2}, {"mod", 2}};

// As printed kernels have them, of which scripts make others.
const std::map<std::string, const char *> printed = {
    {"gamma", "tgamma"}, {"log_gamma", "lgamma"}, {"sign", "copysign"},
    {"anint", "round"},  {"aint", "trunc"},       {"aimag", "imag"},
    {"conjg", "conj"}};

Value floating(Value a) {
  if (!a.e.type().isFloating() && !isUnknown(a.e.type()))
    a = castTo(a, Type::real(8));
  a.flexible = false;
  return a;
}

// The same where integers have the function, too, and it will not be known
// which was meant: a product with 1.0 is a real number.
Value surelyFloating(const Value &a) {
  return isOpen(a.e.type()) ? combine(Operator::Mul, a, literal(1.0))
                            : floating(a);
}

bool isOfIntegersToo(Intrinsic fn) {
  return fn == Intrinsic::Min || fn == Intrinsic::Max || fn == Intrinsic::Abs;
}

bool isOfComplex(const FunctionRow &row) {
  switch (row.fn) {
  case Intrinsic::Sqrt:
  case Intrinsic::Exp:
  case Intrinsic::Log:
  case Intrinsic::Sin:
  case Intrinsic::Cos:
  case Intrinsic::Tan:
  case Intrinsic::Sinh:
  case Intrinsic::Cosh:
  case Intrinsic::Tanh:
  case Intrinsic::RealPart:
  case Intrinsic::ImagPart:
  case Intrinsic::Conj:
    return true;
  case Intrinsic::Abs:
    return row.result != FunctionRow::Floating; // not fabs
  default:
    return false;
  }
}

Value callRow(const FunctionRow &row, std::vector<Value> args) {
  for (Value &arg : args)
    if (arg.e.type().isLogical())
      arg = castTo(arg, Type::integer(4));
  if (args.size() == 2)
    unify(args[0], args[1]);
  if (!isOfComplex(row))
    requireNoComplex(args[0], row.name);
  if (row.result == FunctionRow::Floating)
    for (Value &arg : args)
      arg = isOfIntegersToo(row.fn) ? surelyFloating(arg) : floating(arg);
  Type type = args[0].e.type();
  if (row.fn == Intrinsic::Abs && type.isUnsigned() &&
      row.result != FunctionRow::Floating)
    return args[0];
  bool isReal = type.isReal() || type.isAnyInteger();
  if (row.fn == Intrinsic::RealPart && isReal)
    return isOpen(type) ? fixed(Expr::call(row.fn, {args[0].e}, type))
                        : args[0];
  if (row.fn == Intrinsic::ImagPart && isReal && !isOpen(type))
    return literal(int64_t(0));
  if (row.fn == Intrinsic::Conj && isReal && !isOpen(type))
    return args[0];
  std::vector<Expr> operands;
  for (const Value &arg : args)
    operands.push_back(arg.e);
  Type result =
      row.result == FunctionRow::Part && type.isComplex() ? type.part() : type;
  return fixed(Expr::call(row.fn, std::move(operands), result));
}

Value callNamed(const std::string &function, std::vector<Value> args) {
  const FunctionRow *row = std::begin(rows);
  while (row->name != function)
    ++row;
  return callRow(*row, std::move(args));
}

// The difference of infinities is no number.
Value isFinite(const Value &argument) {
  Value x = floating(argument);
  return combine(Operator::Eq, combine(Operator::Sub, x, x),
                 literal(int64_t(0)));
}

// floor(x): trunc(x), or one less where that is more.
Value rounded(const Value &argument, Operator beyond, Operator step) {
  Value x = floating(argument);
  Value whole = fixed(Expr::call(Intrinsic::Aint, {x.e}, x.e.type()));
  return choose(combine(beyond, whole, x),
                combine(step, whole, literal(int64_t(1))), whole);
}

Value callComposed(const std::string &function, std::vector<Value> args) {
  if (function == "iand")
    return combine(Operator::BitAnd, args[0], args[1]);
  if (function == "ior")
    return combine(Operator::BitOr, args[0], args[1]);
  if (function == "ieor")
    return combine(Operator::BitXor, args[0], args[1]);
  if (function == "inot")
    return bitNot(args[0]);
  if (function == "ishft")
    return shift(args[0], args[1]);
  if (function == "mod") {
    unify(args[0], args[1]);
    requireNoComplex(args[0], function);
    return fixed(Expr::binary(BinaryOp::Rem, args[0].e, args[1].e));
  }
  if (function == "pow")
    return combine(Operator::Power, floating(args[0]), args[1]);
  if (function == "floor")
    return rounded(args[0], Operator::Gt, Operator::Sub);
  if (function == "ceil")
    return rounded(args[0], Operator::Lt, Operator::Add);
  if (function == "isnan")
    return combine(Operator::Ne, args[0], args[0]);
  if (function == "isfinite")
    return isFinite(args[0]);
  if (function == "isinf")
    return combine(Operator::And, combine(Operator::Eq, args[0], args[0]),
                   combine(Operator::Eq, isFinite(args[0]),
                           literal(int64_t(0))));
  if (function == "rsqrt")
    return combine(Operator::Divide, literal(1.0),
                   callNamed("sqrt", std::move(args)));
  if (function == "exp2")
    return combine(Operator::Power, literal(2.0), floating(args[0]));
  if (function == "exp10")
    return combine(Operator::Power, literal(10.0), floating(args[0]));
  if (function == "fma" || function == "mad")
    return combine(Operator::Add, combine(Operator::Mul, args[0], args[1]),
                   args[2]);
  unify(args[0], args[1]); // fmod
  requireNoComplex(args[0], function);
  Value a = floating(args[0]), b = floating(args[1]);
  return fixed(Expr::binary(BinaryOp::Rem, a.e, b.e));
}

} // namespace

std::vector<std::string> language::functionNames() {
  std::vector<std::string> names;
  for (const FunctionRow &row : rows)
    names.push_back(row.name);
  for (const auto &[name, operands] : composed)
    names.push_back(name);
  for (const auto &[name, own] : printed)
    names.push_back(name);
  return names;
}

std::string language::functionNameOf(Intrinsic fn, bool ofReals) {
  std::string first;
  for (const FunctionRow &row : rows)
    if (row.fn == fn && ofReals && row.result == FunctionRow::Floating)
      return row.name;
    else if (row.fn == fn && first.empty())
      first = row.name;
  return first;
}

Value language::callOf(const std::string &function,
                       std::vector<Value> arguments,
                       const std::vector<std::string> &others) {
  auto require = [&](size_t operands) {
    if (arguments.size() != operands)
      throw UserError("'" + function + "' has " + std::to_string(operands) +
                      " operands, not " + std::to_string(arguments.size()));
  };
  auto alias = printed.find(function);
  for (const FunctionRow &row : rows)
    if ((alias == printed.end() ? function : alias->second) == row.name) {
      require(row.operands);
      return callRow(row, std::move(arguments));
    }
  auto found = composed.find(function);
  std::vector<std::string> known = functionNames();
  known.insert(known.end(), others.begin(), others.end());
  if (found == composed.end())
    throw UserError("'" + function +
                    "' is no function that kernels have, and no substitution "
                    "rule" +
                    suggestion(function, known) +
                    "; subscripts of arrays stand in [ ], a kernel that is "
                    "called is joined by lp.merge, and a function in C is made "
                    "known by lp.register_callable");
  require(found->second);
  return callComposed(function, std::move(arguments));
}
