#include "loopyc/Values/SizeOrder.h"

#include "loopyc/IR/IntegerSum.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using Products = decltype(IntegerSum::terms);

static bool holds(const Set &condition, const Set &known) {
  return known.isSubset(condition);
}

static bool isAtLeast(const Expr &e, int64_t bound, const Set &known) {
  auto value = toAffine(e);
  return value && holds(value->ge(PwAff::constant(bound)), known);
}

static bool hasFactor(const IntegerTerm &product, const Expr &factor) {
  return std::find(product.factors.begin(), product.factors.end(), factor) !=
         product.factors.end();
}

// Divides by what all products have in common and is not negative.
static void divideByCommonFactors(Products &products, const Set &known) {
  if (products.empty())
    return;
  const IntegerFactors candidates = products.front().factors;
  for (const Expr &factor : candidates) {
    bool common = std::all_of(
        products.begin(), products.end(),
        [&](const IntegerTerm &product) { return hasFactor(product, factor); });
    if (!common || !isAtLeast(factor, 0, known))
      continue;
    for (IntegerTerm &product : products)
      product.factors.erase(
          std::find(product.factors.begin(), product.factors.end(), factor));
  }
}

// A name for a product of sizes, and what is known of it: it is no smaller than
// any factor whose fellows are positive.
static std::optional<PwAff> named(const IntegerFactors &factors, Set &known) {
  std::string name = auxiliaryName("product");
  for (const Expr &factor : factors) {
    if (!isAtLeast(factor, 0, known))
      return std::nullopt;
    name += " " + factor.str();
  }
  PwAff value = PwAff::name(name);
  Set facts = value.ge(PwAff::constant(0));
  for (size_t f = 0; f < factors.size(); ++f) {
    bool positive = true;
    for (size_t g = 0; g < factors.size(); ++g)
      positive = positive && (g == f || isAtLeast(factors[g], 1, known));
    if (positive)
      facts = facts.intersect(value.ge(*toAffine(factors[f])));
  }
  known = known.intersect(facts);
  return value;
}

bool loopyc::isAtLeast(const Expr &a, const Expr &b, const Set &given) {
  std::optional<IntegerSum> difference = asSum(a - b);
  if (!difference)
    return false;
  Products products = difference->terms;
  if (difference->constant != 0)
    products.push_back({difference->constant, {}});
  Set known = given;
  divideByCommonFactors(products, known);
  PwAff sum = PwAff::constant(0);
  for (const IntegerTerm &product : products) {
    std::optional<PwAff> value;
    if (product.factors.empty())
      value = PwAff::constant(1);
    else if (product.factors.size() == 1)
      value = toAffine(product.factors.front());
    else
      value = named(product.factors, known);
    if (!value)
      return false;
    sum = sum + value->scaled(product.coefficient);
  }
  return holds(sum.ge(PwAff::constant(0)), known);
}
