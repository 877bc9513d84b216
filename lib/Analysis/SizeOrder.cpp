#include "SizeOrder.h"

#include "loopyc/Analysis/Affine.h"
#include "loopyc/IR/SetNames.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

namespace {

struct Product {
  int64_t coefficient = 1;
  std::vector<Expr> factors;
};

using Products = std::vector<Product>;

} // namespace

static Products negated(Products products) {
  for (Product &product : products)
    product.coefficient = -product.coefficient;
  return products;
}

// Of a folded sum.
static Products productsOf(const Expr &e) {
  if (auto value = asInteger(e))
    return {{*value, {}}};
  if (const auto *n = e.getIf<Unary>(); n && n->op == UnaryOp::Neg)
    return negated(productsOf(n->a));
  const auto *n = e.getIf<Binary>();
  if (n && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub)) {
    Products sum = productsOf(n->a), rest = productsOf(n->b);
    if (n->op == BinaryOp::Sub)
      rest = negated(std::move(rest));
    sum.insert(sum.end(), rest.begin(), rest.end());
    return sum;
  }
  if (n && n->op == BinaryOp::Mul) {
    Products a = productsOf(n->a), b = productsOf(n->b);
    if (a.size() == 1 && b.size() == 1) {
      a[0].coefficient *= b[0].coefficient;
      a[0].factors.insert(a[0].factors.end(), b[0].factors.begin(),
                          b[0].factors.end());
      return a;
    }
  }
  return {{1, {e}}};
}

static bool holds(const Set &condition, const Set &known) {
  return known.isSubset(condition);
}

static bool isAtLeast(const Expr &e, int64_t bound, const Set &known) {
  auto value = toAffine(e);
  return value && holds(value->ge(PwAff::constant(bound)), known);
}

static bool hasFactor(const Product &product, const Expr &factor) {
  return std::find(product.factors.begin(), product.factors.end(), factor) !=
         product.factors.end();
}

// Divides by what all products have in common and is not negative.
static void divideByCommonFactors(Products &products, const Set &known) {
  const std::vector<Expr> candidates = products.front().factors;
  for (const Expr &factor : candidates) {
    bool common = std::all_of(
        products.begin(), products.end(),
        [&](const Product &product) { return hasFactor(product, factor); });
    if (!common || !isAtLeast(factor, 0, known))
      continue;
    for (Product &product : products)
      product.factors.erase(
          std::find(product.factors.begin(), product.factors.end(), factor));
  }
}

// A name for a product of sizes, and what is known of it: it is no smaller than
// any factor whose fellows are positive.
static std::optional<PwAff> named(const std::vector<Expr> &factors,
                                  Set &known) {
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
  Products products = productsOf(fold(a - b));
  Set known = given;
  divideByCommonFactors(products, known);
  PwAff sum = PwAff::constant(0);
  for (const Product &product : products) {
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
