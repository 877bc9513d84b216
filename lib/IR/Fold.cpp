// Integer arithmetic in one canonical form: a sum of products with integer
// coefficients,
//   c0 + sum_k c_k * (f_k1 * f_k2 * ...),
// terms with positive coefficients first, each part in alphabetical order.
#include "loopyc/IR/Expr.h"
#include "loopyc/Support/Match.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

using namespace loopyc;

namespace {

struct Term {
  int64_t coefficient = 1;
  std::vector<Expr> factors; // ordered by their text
};

struct Sum {
  int64_t constant = 0;
  std::vector<Term> terms;
};

// Products of sums with more terms than this stay products, and so do products
// of more factors.
constexpr size_t maxTerms = 64;

// Thrown where a number would not fit 64 bits: the expression stays as it is.
struct Overflow {};

// Longer sums find their like terms by text.
constexpr size_t shortSum = 16;

} // namespace

// The smallest number has no opposite, and is not used.
static int64_t fitting(std::optional<int64_t> value) {
  if (!value || *value == INT64_MIN)
    throw Overflow();
  return *value;
}
static int64_t plus(int64_t a, int64_t b) {
  return fitting(llvm::checkedAdd(a, b));
}
static int64_t times(int64_t a, int64_t b) {
  return fitting(llvm::checkedMul(a, b));
}

static void addTo(int64_t &sum, int64_t value) { sum = plus(sum, value); }

static bool sameFactors(const Term &a, const Term &b) {
  if (a.factors.size() != b.factors.size())
    return false;
  for (size_t i = 0; i < a.factors.size(); ++i)
    if (a.factors[i] != b.factors[i])
      return false;
  return true;
}

static std::string factorText(const Term &term) {
  std::string text;
  for (const Expr &factor : term.factors)
    text += factor.str() + "*";
  return text;
}

static void addTerm(Sum &sum, Term term) {
  for (Term &own : sum.terms)
    if (sameFactors(own, term)) {
      addTo(own.coefficient, term.coefficient);
      return;
    }
  sum.terms.push_back(std::move(term));
}

static void dropZeros(Sum &sum) {
  sum.terms.erase(
      std::remove_if(sum.terms.begin(), sum.terms.end(),
                     [](const Term &t) { return t.coefficient == 0; }),
      sum.terms.end());
}

// Like terms become one, where the first of them stands.
static void combine(Sum &sum) {
  std::vector<Term> terms = std::move(sum.terms);
  sum.terms.clear();
  if (terms.size() <= shortSum) {
    for (Term &term : terms)
      addTerm(sum, std::move(term));
  } else {
    std::unordered_map<std::string, size_t> places;
    for (Term &term : terms) {
      auto [place, isNew] = places.emplace(factorText(term), sum.terms.size());
      if (isNew)
        sum.terms.push_back(std::move(term));
      else
        addTo(sum.terms[place->second].coefficient, term.coefficient);
    }
  }
  dropZeros(sum);
}

// To be combined when all is there.
static void append(Sum &sum, Sum other, int64_t factor) {
  addTo(sum.constant, times(factor, other.constant));
  for (Term &term : other.terms) {
    term.coefficient = times(term.coefficient, factor);
    sum.terms.push_back(std::move(term));
  }
}

static Term product(const Term &a, const Term &b) {
  Term result = a;
  result.coefficient = times(result.coefficient, b.coefficient);
  result.factors.insert(result.factors.end(), b.factors.begin(),
                        b.factors.end());
  std::stable_sort(
      result.factors.begin(), result.factors.end(),
      [](const Expr &x, const Expr &y) { return x.str() < y.str(); });
  return result;
}

static Sum product(const Sum &a, const Sum &b) {
  Sum result;
  result.constant = times(a.constant, b.constant);
  for (const Term &x : a.terms) {
    Term scaled = x;
    scaled.coefficient = times(scaled.coefficient, b.constant);
    addTerm(result, scaled);
    for (const Term &y : b.terms)
      addTerm(result, product(x, y));
  }
  for (const Term &y : b.terms) {
    Term scaled = y;
    scaled.coefficient = times(scaled.coefficient, a.constant);
    addTerm(result, scaled);
  }
  dropZeros(result);
  return result;
}

// --- back to an expression

static Expr productExpr(const Term &term, int64_t coefficient, Type type) {
  Expr result;
  if (coefficient != 1)
    result = Expr::integer(coefficient, type);
  for (const Expr &factor : term.factors)
    result =
        result ? Expr::binary(BinaryOp::Mul, result, factor, type) : factor;
  return result;
}

static std::vector<Term> ordered(const std::vector<Term> &terms) {
  if (terms.size() < 2)
    return terms;
  std::vector<std::pair<std::string, Term>> keyed;
  for (const Term &term : terms) {
    keyed.emplace_back((term.coefficient > 0 ? "+" : "-") + factorText(term),
                       term);
  }
  std::stable_sort(
      keyed.begin(), keyed.end(),
      [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<Term> result;
  for (auto &[key, term] : keyed)
    result.push_back(std::move(term));
  return result;
}

static Expr toExpr(const Sum &sum, Type type) {
  Expr result;
  auto append = [&](int64_t sign, const Expr &part) {
    result = Expr::binary(sign > 0 ? BinaryOp::Add : BinaryOp::Sub, result,
                          part, type);
  };
  for (const Term &term : ordered(sum.terms)) {
    int64_t c = term.coefficient;
    if (!result) {
      result = c == -1 ? Expr::unary(UnaryOp::Neg, productExpr(term, 1, type))
                       : productExpr(term, c, type);
      continue;
    }
    append(c > 0 ? 1 : -1, productExpr(term, c > 0 ? c : -c, type));
  }
  if (!result)
    return Expr::integer(sum.constant, type);
  if (sum.constant != 0)
    append(sum.constant, Expr::integer(std::abs(sum.constant), type));
  return result;
}

// --- from an expression

static int64_t floorQuotient(int64_t a, int64_t b) {
  int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

static Sum linearize(const Expr &e);
static std::optional<Sum> linearizeIfFitting(const Expr &e);
static Expr foldAtom(const Expr &e);

static Sum atom(const Expr &e) {
  Sum sum;
  if (auto value = asInteger(e))
    sum.constant = fitting(*value);
  else
    sum.terms.push_back(Term{1, {e}});
  return sum;
}

// The part of `sum` whose coefficients `divisor` divides goes to `quotient`
// (divided), the rest stays.
static Sum takeMultiples(Sum &sum, int64_t divisor) {
  Sum quotient, rest;
  for (Term &term : sum.terms) {
    if (term.coefficient % divisor == 0) {
      term.coefficient /= divisor;
      quotient.terms.push_back(term);
    } else {
      rest.terms.push_back(term);
    }
  }
  quotient.constant = floorQuotient(sum.constant, divisor);
  rest.constant = sum.constant - quotient.constant * divisor;
  sum = std::move(rest);
  return quotient;
}

static Sum linearizeFloor(const Binary &n, Type type) {
  Sum dividend = linearize(n.a);
  Expr divisor = fold(n.b);
  auto value = asInteger(divisor);
  if (!value || *value <= 0)
    return atom(Expr::binary(n.op, toExpr(dividend, type), divisor, type));
  Sum quotient = takeMultiples(dividend, *value);
  bool isDiv = n.op == BinaryOp::FloorDiv;
  if (dividend.terms.empty()) // 0 <= remainder < divisor
    return isDiv ? quotient : dividend;
  if (*value == 1)
    return isDiv ? quotient : Sum();
  Sum rest = atom(Expr::binary(n.op, toExpr(dividend, type), divisor, type));
  if (!isDiv)
    return rest;
  append(quotient, std::move(rest), 1);
  combine(quotient);
  return quotient;
}

// Truncating division and its remainder: literals, and divisors +-1.
static Sum linearizeTruncated(const Binary &n, Type type) {
  Expr b = fold(n.b);
  std::optional<Sum> known = linearizeIfFitting(n.a);
  if (!known)
    return atom(Expr::binary(n.op, fold(n.a), b, type));
  const Sum &dividend = *known;
  Expr a = toExpr(dividend, n.a.type());
  auto x = asInteger(a), y = asInteger(b);
  bool isDiv = n.op == BinaryOp::Div;
  Sum result;
  if (x && y && *y != 0) {
    fitting(*x);
    result.constant = isDiv ? *x / *y : *x % *y;
    return result;
  }
  if (y && *y == 1)
    return isDiv ? dividend : result;
  if (y && *y > 0 && isDiv) {
    Sum rest = dividend;
    Sum quotient = takeMultiples(rest, *y);
    if (rest.terms.empty() && rest.constant == 0)
      return quotient;
  }
  return atom(Expr::binary(n.op, a, b, type));
}

static size_t mostFactors(const Sum &sum) {
  size_t most = 0;
  for (const Term &term : sum.terms)
    most = std::max(most, term.factors.size());
  return most;
}

static Sum linearizeProduct(const Binary &n, Type type) {
  Sum a = linearize(n.a), b = linearize(n.b);
  if (a.terms.size() * b.terms.size() <= maxTerms &&
      mostFactors(a) + mostFactors(b) <= maxTerms)
    return product(a, b);
  return atom(
      Expr::binary(BinaryOp::Mul, toExpr(a, type), toExpr(b, type), type));
}

// What is not a sum.
static Sum linearizeTerm(const Expr &e) {
  const auto *n = e.getIf<Binary>();
  if (!n)
    return atom(foldAtom(e));
  switch (n->op) {
  case BinaryOp::Mul:
    return linearizeProduct(*n, e.type());
  case BinaryOp::FloorDiv:
  case BinaryOp::FloorMod:
    return linearizeFloor(*n, e.type());
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return linearizeTruncated(*n, e.type());
  default:
    return atom(foldAtom(e));
  }
}

static void appendLinearized(Sum &sum, const Expr &e, int64_t factor) {
  const auto *n = e.getIf<Binary>();
  const auto *sign = e.getIf<Unary>();
  if (n && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub)) {
    appendLinearized(sum, n->a, factor);
    appendLinearized(sum, n->b, n->op == BinaryOp::Add ? factor : -factor);
  } else if (sign && sign->op == UnaryOp::Neg) {
    appendLinearized(sum, sign->a, -factor);
  } else {
    append(sum, linearizeTerm(e), factor);
  }
}

static Sum linearize(const Expr &e) {
  Sum sum;
  appendLinearized(sum, e, 1);
  combine(sum);
  return sum;
}

static std::optional<Sum> linearizeIfFitting(const Expr &e) {
  try {
    return linearize(e);
  } catch (const Overflow &) {
    return std::nullopt;
  }
}

// --- everything that is not integer arithmetic

static std::optional<bool> asLogical(const Expr &e) {
  const auto *literal = e.getIf<LogicalLit>();
  return literal ? std::optional<bool>(literal->value) : std::nullopt;
}

static bool isOne(const Expr &e) {
  const auto *literal = e.getIf<RealLit>();
  return literal && literal->value == 1.0;
}

static std::optional<bool> compare(BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
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
  default:
    return std::nullopt;
  }
}

static Expr foldLogical(const Binary &n, const Expr &e) {
  bool isAnd = n.op == BinaryOp::And;
  if (auto a = asLogical(n.a))
    return *a == isAnd ? n.b : n.a;
  if (auto b = asLogical(n.b))
    return *b == isAnd ? n.a : n.b;
  return e;
}

// x*1.0, 1.0*x and x/1.0 are x, exactly.
static Expr foldBinary(const Binary &n, const Expr &e) {
  if (n.op == BinaryOp::And || n.op == BinaryOp::Or)
    return foldLogical(n, e);
  auto a = asInteger(n.a), b = asInteger(n.b);
  if (a && b)
    if (auto value = compare(n.op, *a, *b))
      return Expr::logical(*value, e.type());
  if (e.type().isReal()) {
    if (n.op == BinaryOp::Mul && isOne(n.a))
      return n.b;
    if ((n.op == BinaryOp::Mul || n.op == BinaryOp::Div) && isOne(n.b))
      return n.a;
  }
  return e;
}

static Expr foldCast(const Cast &n, const Expr &e) {
  auto value = asInteger(n.a);
  if (value && e.type().isInteger())
    return Expr::integer(*value, e.type());
  constexpr int64_t exact = int64_t(1) << 24;
  if (value && e.type().isReal() && std::abs(*value) <= exact)
    return Expr::real(static_cast<double>(*value), e.type());
  return e;
}

static Expr foldExtremum(const Call &n, const Expr &e) {
  if ((n.fn != Intrinsic::Min && n.fn != Intrinsic::Max) ||
      !e.type().isInteger())
    return e;
  std::optional<int64_t> literal;
  std::vector<Expr> others;
  for (const Expr &arg : n.args) {
    if (auto value = asInteger(arg))
      literal = !literal                 ? *value
                : n.fn == Intrinsic::Min ? std::min(*literal, *value)
                                         : std::max(*literal, *value);
    else if (std::find(others.begin(), others.end(), arg) == others.end())
      others.push_back(arg);
  }
  if (literal)
    others.push_back(Expr::integer(*literal, e.type()));
  if (others.size() == 1)
    return others[0];
  return others.size() == n.args.size() ? e
                                        : Expr::call(n.fn, others, e.type());
}

static Expr foldPower(const Expr &e) {
  const auto *n = e.getIf<Binary>();
  if (!n || n->op != BinaryOp::Pow || !e.type().isInteger())
    return e;
  auto base = asInteger(n->a), exponent = asInteger(n->b);
  if (!base || !exponent || *exponent < 0 || *exponent > 62)
    return e;
  int64_t value = 1;
  for (int64_t i = 0; i < *exponent; ++i)
    if (__builtin_mul_overflow(value, *base, &value))
      return e;
  return Expr::integer(value, e.type());
}

static Expr foldAtom(const Expr &e) {
  std::vector<Expr> ops = operands(e);
  if (ops.empty())
    return e;
  for (Expr &op : ops)
    op = fold(op);
  Expr result = withOperands(e, ops);
  if (const auto *n = result.getIf<Binary>())
    return n->op == BinaryOp::Pow ? foldPower(result) : foldBinary(*n, result);
  if (const auto *n = result.getIf<Cast>())
    return foldCast(*n, result);
  if (const auto *n = result.getIf<Call>())
    return foldExtremum(*n, result);
  if (const auto *n = result.getIf<Select>())
    if (auto condition = asLogical(n->condition))
      return *condition ? n->ifTrue : n->ifFalse;
  if (const auto *n = result.getIf<Unary>(); n && n->op == UnaryOp::Not)
    if (auto value = asLogical(n->a))
      return Expr::logical(!*value, result.type());
  return result;
}

static bool isIntegerArithmetic(const Expr &e) {
  if (!e.type().isInteger())
    return false;
  if (const auto *n = e.getIf<Unary>())
    return n->op == UnaryOp::Neg;
  const auto *n = e.getIf<Binary>();
  return n && n->op != BinaryOp::Pow;
}

Expr loopyc::fold(const Expr &e) {
  if (!isIntegerArithmetic(e))
    return foldAtom(e);
  try {
    Expr result = toExpr(linearize(e), e.type());
    return result == e ? e : result;
  } catch (const Overflow &) {
    return e;
  }
}

// --- operators

std::optional<int64_t> loopyc::asInteger(const Expr &e) {
  if (e)
    if (const auto *literal = e.getIf<IntLit>())
      return literal->value;
  return std::nullopt;
}

static Expr widened(const Expr &e, Type type) {
  if (auto value = asInteger(e))
    return e.type() == type ? e : Expr::integer(*value, type);
  return Expr::cast(e, type);
}

static Expr arithmetic(BinaryOp op, const Expr &a, const Expr &b) {
  Type type = promote(a.type(), b.type());
  Expr x = widened(a, type), y = widened(b, type);
  return fold(Expr::binary(op, x, y, type));
}

Expr loopyc::operator+(const Expr &a, const Expr &b) {
  return arithmetic(BinaryOp::Add, a, b);
}
Expr loopyc::operator-(const Expr &a, const Expr &b) {
  return arithmetic(BinaryOp::Sub, a, b);
}
Expr loopyc::operator*(const Expr &a, const Expr &b) {
  return arithmetic(BinaryOp::Mul, a, b);
}
Expr loopyc::operator+(const Expr &a, int64_t b) {
  return b == 0 ? a : a + Expr::integer(b, a.type());
}
Expr loopyc::operator-(const Expr &a, int64_t b) {
  return b == 0 ? a : a - Expr::integer(b, a.type());
}
Expr loopyc::operator*(const Expr &a, int64_t b) {
  return b == 1 ? a : a * Expr::integer(b, a.type());
}
Expr loopyc::floorDiv(const Expr &a, int64_t b) {
  return arithmetic(BinaryOp::FloorDiv, a, Expr::integer(b, a.type()));
}
Expr loopyc::floorMod(const Expr &a, int64_t b) {
  return arithmetic(BinaryOp::FloorMod, a, Expr::integer(b, a.type()));
}

// --- substitution

// The replacement of a name, as an operand of the name's type.
static Expr ofType(const Expr &replacement, Type type) {
  bool integers = replacement.type().isInteger() && type.isInteger();
  return integers ? widened(replacement, type) : replacement;
}

namespace {

class Substituter {
public:
  explicit Substituter(const Substitution &by) : by(by) {}

  Expr run(const Expr &e, bool insideArithmetic) const {
    if (const auto *var = e.getIf<VarRef>()) {
      auto it = by.find(var->name);
      return it == by.end() ? e : ofType(it->second, e.type());
    }
    bool integer = isIntegerArithmetic(e);
    std::vector<Expr> ops = operands(e);
    for (Expr &op : ops)
      op = run(op, integer);
    Expr result = ops.empty() ? e : withOperands(e, ops);
    if (result.same(e) || insideArithmetic || !integer)
      return result;
    return fold(result);
  }

private:
  const Substitution &by;
};

} // namespace

Expr loopyc::substitute(const Expr &e, const Substitution &by) {
  if (by.empty() || !e)
    return e;
  return Substituter(by).run(e, false);
}
