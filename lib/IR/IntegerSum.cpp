#include "loopyc/IR/IntegerSum.h"

#include "loopyc/Support/Integers.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace loopyc;

// Longer sums find their like terms by text.
static constexpr size_t shortSum = 16;

int64_t loopyc::fitting(std::optional<int64_t> value) {
  if (!value || *value == INT64_MIN)
    throw IntegerOverflow();
  return *value;
}

static int64_t plus(int64_t a, int64_t b) {
  return fitting(integers::sum(a, b));
}

static int64_t times(int64_t a, int64_t b) {
  return fitting(integers::product(a, b));
}

static void addTo(int64_t &sum, int64_t value) { sum = plus(sum, value); }

static bool sameFactors(const IntegerTerm &a, const IntegerTerm &b) {
  if (a.factors.size() != b.factors.size())
    return false;
  for (size_t i = 0; i < a.factors.size(); ++i)
    if (a.factors[i] != b.factors[i])
      return false;
  return true;
}

static std::string factorText(const IntegerTerm &term) {
  std::string text;
  for (const Expr &factor : term.factors)
    text += factor.str() + "*";
  return text;
}

static void addTerm(IntegerSum &sum, IntegerTerm term) {
  for (IntegerTerm &own : sum.terms)
    if (sameFactors(own, term)) {
      addTo(own.coefficient, term.coefficient);
      return;
    }
  sum.terms.push_back(std::move(term));
}

static void dropZeros(IntegerSum &sum) {
  sum.terms.erase(
      std::remove_if(sum.terms.begin(), sum.terms.end(),
                     [](const IntegerTerm &t) { return t.coefficient == 0; }),
      sum.terms.end());
}

void loopyc::combine(IntegerSum &sum) {
  if (sum.terms.size() < 2)
    return dropZeros(sum);
  llvm::SmallVector<IntegerTerm, 3> terms = std::move(sum.terms);
  sum.terms.clear();
  if (terms.size() <= shortSum) {
    for (IntegerTerm &term : terms)
      addTerm(sum, std::move(term));
  } else {
    std::unordered_map<std::string, size_t> places;
    for (IntegerTerm &term : terms) {
      auto [place, isNew] = places.emplace(factorText(term), sum.terms.size());
      if (isNew)
        sum.terms.push_back(std::move(term));
      else
        addTo(sum.terms[place->second].coefficient, term.coefficient);
    }
  }
  dropZeros(sum);
}

void loopyc::append(IntegerSum &sum, IntegerSum other, int64_t factor) {
  addTo(sum.constant, times(factor, other.constant));
  for (IntegerTerm &term : other.terms) {
    term.coefficient = times(term.coefficient, factor);
    sum.terms.push_back(std::move(term));
  }
}

static bool hasLessText(const Expr &x, const Expr &y) {
  const auto *a = x.getIf<VarRef>(), *b = y.getIf<VarRef>();
  if (a && b && a->mark == Mark::None && b->mark == Mark::None)
    return a->name < b->name;
  return x.str() < y.str();
}

static IntegerTerm termProduct(const IntegerTerm &a, const IntegerTerm &b) {
  IntegerTerm result = a;
  result.coefficient = times(result.coefficient, b.coefficient);
  result.factors.append(b.factors.begin(), b.factors.end());
  if (!llvm::is_sorted(result.factors, hasLessText))
    llvm::stable_sort(result.factors, hasLessText);
  return result;
}

static IntegerSum scaled(IntegerSum sum, int64_t factor) {
  IntegerSum result;
  append(result, std::move(sum), factor);
  dropZeros(result);
  return result;
}

IntegerSum loopyc::product(const IntegerSum &a, const IntegerSum &b) {
  if (b.terms.empty())
    return scaled(a, b.constant);
  if (a.terms.empty())
    return scaled(b, a.constant);
  IntegerSum result;
  result.constant = times(a.constant, b.constant);
  for (const IntegerTerm &x : a.terms) {
    IntegerTerm scaled = x;
    scaled.coefficient = times(scaled.coefficient, b.constant);
    addTerm(result, scaled);
    for (const IntegerTerm &y : b.terms)
      addTerm(result, termProduct(x, y));
  }
  for (const IntegerTerm &y : b.terms) {
    IntegerTerm scaled = y;
    scaled.coefficient = times(scaled.coefficient, a.constant);
    addTerm(result, scaled);
  }
  dropZeros(result);
  return result;
}

static Expr productExpr(const IntegerTerm &term, int64_t coefficient,
                        Type type) {
  Expr result;
  if (coefficient != 1)
    result = Expr::integer(coefficient, type);
  for (const Expr &factor : term.factors)
    result =
        result ? Expr::binary(BinaryOp::Mul, result, factor, type) : factor;
  return result;
}

using TermList = llvm::SmallVector<const IntegerTerm *, 3>;

static TermList ordered(const IntegerSum &sum) {
  TermList result;
  for (const IntegerTerm &term : sum.terms)
    result.push_back(&term);
  if (result.size() < 2)
    return result;
  std::vector<std::pair<std::string, const IntegerTerm *>> keyed;
  keyed.reserve(result.size());
  for (const IntegerTerm *term : result)
    keyed.emplace_back((term->coefficient > 0 ? "+" : "-") + factorText(*term),
                       term);
  auto isBefore = [](const auto &a, const auto &b) {
    return a.first < b.first;
  };
  if (!llvm::is_sorted(keyed, isBefore))
    llvm::stable_sort(keyed, isBefore);
  for (size_t k = 0; k < keyed.size(); ++k)
    result[k] = keyed[k].second;
  return result;
}

Expr loopyc::toExpr(const IntegerSum &sum, Type type) {
  Expr result;
  auto append = [&](int64_t sign, const Expr &part) {
    result = Expr::binary(sign > 0 ? BinaryOp::Add : BinaryOp::Sub, result,
                          part, type);
  };
  for (const IntegerTerm *term : ordered(sum)) {
    int64_t c = term->coefficient;
    if (!result) {
      result = c == -1 ? Expr::unary(UnaryOp::Neg, productExpr(*term, 1, type))
                       : productExpr(*term, c, type);
      continue;
    }
    append(c > 0 ? 1 : -1, productExpr(*term, c > 0 ? c : -c, type));
  }
  if (!result)
    return Expr::integer(sum.constant, type);
  if (sum.constant != 0)
    append(sum.constant, Expr::integer(std::abs(sum.constant), type));
  return result;
}

IntegerSum loopyc::takeMultiples(IntegerSum &sum, int64_t divisor) {
  IntegerSum quotient, rest;
  for (IntegerTerm &term : sum.terms) {
    if (term.coefficient % divisor == 0) {
      term.coefficient /= divisor;
      quotient.terms.push_back(term);
    } else {
      rest.terms.push_back(term);
    }
  }
  quotient.constant = *integers::floorQuotient(sum.constant, divisor);
  rest.constant = *integers::modulo(sum.constant, divisor);
  sum = std::move(rest);
  return quotient;
}

// Without these factors, both ordered; null if it has not all of them.
static std::optional<IntegerFactors> without(const IntegerFactors &factors,
                                             IntegerFactors gone) {
  IntegerFactors rest;
  for (const Expr &factor : factors) {
    auto at = std::find(gone.begin(), gone.end(), factor);
    if (at == gone.end())
      rest.push_back(factor);
    else
      gone.erase(at);
  }
  if (!gone.empty())
    return std::nullopt;
  return rest;
}

IntegerSum loopyc::takeMultiples(IntegerSum &sum, const IntegerTerm &divisor) {
  IntegerSum quotient, rest;
  rest.constant = sum.constant;
  for (const IntegerTerm &term : sum.terms) {
    auto others = without(term.factors, divisor.factors);
    if (!others || term.coefficient % divisor.coefficient != 0) {
      rest.terms.push_back(term);
      continue;
    }
    int64_t coefficient = term.coefficient / divisor.coefficient;
    if (others->empty())
      quotient.constant = fitting(integers::sum(quotient.constant, coefficient));
    else
      quotient.terms.push_back({coefficient, std::move(*others)});
  }
  sum = std::move(rest);
  combine(quotient);
  return quotient;
}

size_t loopyc::mostFactors(const IntegerSum &sum) {
  size_t most = 0;
  for (const IntegerTerm &term : sum.terms)
    most = std::max(most, term.factors.size());
  return most;
}
