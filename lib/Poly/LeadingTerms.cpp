#include "Check.h"
#include "Numbers.h"
#include "Polynomial.h"
#include "loopyc/Poly/PwQPolynomial.h"

#include <isl/aff.h>
#include <isl/polynomial.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <functional>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

using Visit = std::function<void(isl_term *)>; // which keeps the term

// Takes `val`. Throws UserError where 64 bits do not suffice.
Rational toRational(isl_val *val) {
  isl_val *divisor = isl_val_get_den_val(val);
  auto numerator = integerOf(isl_val_mul(val, isl_val_copy(divisor)));
  auto denominator = integerOf(divisor);
  if (!numerator || !denominator)
    throw UserError("a count exceeds 64 bits");
  return {*numerator, *denominator};
}

int exponent(isl_term *term, isl_dim_type type, int at) {
  return checkedSize(isl_term_get_exp(term, type, at), "exponent");
}

// One piece's polynomial as our own, by the names of `space`.
class TermConversion {
public:
  explicit TermConversion(const Names &names) : names(names) {}

  void add(isl_term *term) {
    Polynomial product(toRational(isl_term_get_coefficient_val(term)));
    for (size_t i = 0; i < names.size(); ++i)
      product = times(product, Polynomial(LinearForm::name(names[i])),
                      exponent(term, isl_dim_param, i));
    int divs = checkedSize(isl_term_dim(term, isl_dim_div), "dim");
    for (int k = 0; k < divs; ++k)
      if (int power = exponent(term, isl_dim_div, k)) {
        isl_aff *aff = isl_term_get_div(term, k);
        product = times(product, withoutFloors(aff), power);
        isl_aff_free(aff);
      }
    sum = sum + product;
  }

  Polynomial sum;

private:
  static Polynomial times(Polynomial product, const Polynomial &factor,
                          int power) {
    for (int i = 0; i < power; ++i)
      product = product * factor;
    return product;
  }

  // What the floor is of, with those in it.
  Polynomial withoutFloors(isl_aff *aff) const {
    Polynomial result(toRational(isl_aff_get_constant_val(aff)));
    for (size_t i = 0; i < names.size(); ++i)
      result = result +
               Polynomial(toRational(
                   isl_aff_get_coefficient_val(aff, isl_dim_param, i))) *
                   Polynomial(LinearForm::name(names[i]));
    int divs = checkedSize(isl_aff_dim(aff, isl_dim_div), "dim");
    for (int k = 0; k < divs; ++k) {
      Rational factor =
          toRational(isl_aff_get_coefficient_val(aff, isl_dim_div, k));
      if (factor.numerator == 0)
        continue;
      isl_aff *inner = isl_aff_get_div(aff, k);
      result = result + Polynomial(factor) * withoutFloors(inner);
      isl_aff_free(inner);
    }
    return result;
  }

  const Names &names;
};

isl_stat visitTerm(isl_term *term, void *user) {
  bool isDone = true;
  try {
    (*static_cast<Visit *>(user))(term);
  } catch (const UserError &) {
    isDone = false;
  }
  isl_term_free(term);
  return isDone ? isl_stat_ok : isl_stat_error;
}

isl_stat visitPiece(isl_set *domain, isl_qpolynomial *polynomial, void *user) {
  isl_stat done = isl_qpolynomial_foreach_term(polynomial, visitTerm, user);
  isl_set_free(domain);
  isl_qpolynomial_free(polynomial);
  return done;
}

Names parameters(isl_pw_qpolynomial *poly) {
  Names result;
  isl_space *space = isl_pw_qpolynomial_get_domain_space(poly);
  int n = checkedSize(isl_space_dim(space, isl_dim_param), "dim");
  for (int i = 0; i < n; ++i)
    result.push_back(isl_space_get_dim_name(space, isl_dim_param, i));
  isl_space_free(space);
  return result;
}

// Is the other one a multiple of it?
bool divides(const Monomial &one, const Monomial &other) {
  return std::all_of(one.begin(), one.end(), [&](const auto &factor) {
    auto its = other.find(factor.first);
    return its != other.end() && its->second >= factor.second;
  });
}

bool isLeading(const Monomial &monomial, const Polynomial &all) {
  return std::none_of(
      all.terms().begin(), all.terms().end(), [&](const auto &term) {
        return term.first != monomial && divides(monomial, term.first);
      });
}

// 3/2 * n^2 * m
std::string termStr(const Monomial &monomial, const Rational &factor) {
  std::string text;
  for (const auto &[name, power] : monomial)
    text += (text.empty() ? "" : " * ") + name +
            (power > 1 ? "^" + std::to_string(power) : "");
  std::string number = std::to_string(factor.numerator);
  if (factor.denominator != 1)
    number += "/" + std::to_string(factor.denominator);
  return text.empty() ? number : number == "1" ? text : number + " * " + text;
}

} // namespace

std::optional<std::string> PwQPolynomial::leadingTerms() const {
  if (!formula())
    return std::nullopt;
  Names names = parameters(ptr);
  TermConversion conversion(names);
  Visit visit = [&](isl_term *term) { conversion.add(term); };
  if (isl_pw_qpolynomial_foreach_piece(ptr, visitPiece, &visit) ==
      isl_stat_error)
    return std::nullopt;
  std::string text;
  size_t terms = 0;
  for (const auto &[monomial, factor] : conversion.sum.terms())
    if (isLeading(monomial, conversion.sum)) {
      text += (terms ? " + " : "") + termStr(monomial, factor);
      ++terms;
    }
  return terms > 1 ? "(" + text + ")" : terms ? text : "0";
}

int PwQPolynomial::degree() const {
  int most = 0, params = static_cast<int>(parameters(ptr).size());
  Visit visit = [&](isl_term *term) {
    int sum = 0;
    for (int i = 0; i < params; ++i)
      sum += exponent(term, isl_dim_param, i);
    int divs = checkedSize(isl_term_dim(term, isl_dim_div), "dim");
    for (int k = 0; k < divs; ++k)
      sum += exponent(term, isl_dim_div, k);
    most = std::max(most, sum);
  };
  checkedSize(isl_pw_qpolynomial_foreach_piece(ptr, visitPiece, &visit),
              "degree");
  return most;
}
