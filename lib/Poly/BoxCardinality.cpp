#include "Check.h"
#include "loopyc/Poly/PlainSet.h"
#include "loopyc/Poly/PwQPolynomial.h"

#include <isl/set.h>

#include <cstdlib>
#include <tuple>

using namespace loopyc;
using namespace loopyc::poly;

// More would make a long formula, or a bad bound.
static constexpr size_t mostParts = 8;

namespace {

// A bound of the first name: form/divisor over the others.
struct Bound {
  PlainForm form; // without that name
  int64_t divisor = 1;

  // Short ones are better to read; of constants, the tighter.
  std::tuple<size_t, int64_t, int64_t> length() const {
    size_t terms = 0;
    int64_t sum = divisor;
    for (int64_t factor : form.factors) {
      terms += factor != 0;
      sum += std::abs(factor);
    }
    return {terms, sum, form.constant};
  }

  // Of `names`, without the first.
  PwQPolynomial value(const Names &names) const {
    PwQPolynomial sum = PwQPolynomial::constant(form.constant);
    for (size_t i = 0; i < form.factors.size(); ++i)
      if (form.factors[i] != 0)
        sum = sum + PwQPolynomial::from(PwAff::name(names[i + 1]))
                        .scaled(form.factors[i]);
    return sum.dividedBy(divisor);
  }
};

// From c*x + rest >= 0: of `sign`*x, an upper bound where c*sign < 0.
class Bounds {
public:
  explicit Bounds(const PlainPart &part) {
    for (const PlainForm &form : part.nonNegative)
      add(form, 1);
    for (const PlainForm &form : part.zero) {
      add(form, 1);
      add(form, -1);
    }
  }
  std::optional<Bound> upper, lower; // the opposite of the lower one

private:
  void add(const PlainForm &form, int64_t sign) {
    int64_t factor = form.factors.front() * sign;
    if (factor == 0)
      return;
    Bound bound;
    bound.divisor = std::abs(factor);
    bound.form.constant = form.constant * sign;
    for (size_t i = 1; i < form.factors.size(); ++i)
      bound.form.factors.push_back(form.factors[i] * sign);
    std::optional<Bound> &known = factor < 0 ? upper : lower;
    if (!known || bound.length() < known->length())
      known = std::move(bound);
  }
};

} // namespace

// Intersections may have parts without points.
static isl_stat appendPart(isl_basic_set *part, void *user) {
  Set one(isl_set_from_basic_set(part));
  if (!one.isEmpty())
    static_cast<std::vector<Set> *>(user)->push_back(std::move(one));
  return isl_stat_ok;
}

static std::vector<Set> partsOf(const Set &set) {
  std::vector<Set> parts;
  checkedSize(isl_set_foreach_basic_set(set.get(), appendPart, &parts),
              "parts");
  return parts;
}

static std::optional<PwQPolynomial> extent(const Set &part,
                                           const std::string &dim,
                                           const Names &params) {
  Names names{dim};
  names.insert(names.end(), params.begin(), params.end());
  PlainSet hull = plainHull(
      part.projectOnto(names).simpleHull().removeRedundancies(), names);
  if (hull.parts.size() != 1)
    return std::nullopt;
  Bounds bounds(hull.parts.front());
  if (!bounds.upper || !bounds.lower)
    return std::nullopt;
  return bounds.upper->value(names) + bounds.lower->value(names) +
         PwQPolynomial::constant(1);
}

static std::optional<PwQPolynomial>
boxAround(const Set &part, const Names &dims, const Names &params) {
  PwQPolynomial volume = PwQPolynomial::constant(1);
  for (const std::string &dim : dims) {
    std::optional<PwQPolynomial> own = extent(part, dim, params);
    if (!own)
      return std::nullopt;
    volume = volume * *own;
  }
  return volume;
}

std::optional<PwQPolynomial> poly::boxCardinality(const Set &given,
                                                  const Names &dims) {
  Set set = given.withDims(dims).coalesce();
  if (set.isEmpty())
    return PwQPolynomial();
  Names params = set.params();
  if (auto one = boxAround(set, dims, params))
    return one;
  std::vector<Set> parts = partsOf(set);
  if (parts.size() < 2 || parts.size() > mostParts)
    return std::nullopt;
  PwQPolynomial sum;
  for (const Set &part : parts) {
    auto box = boxAround(part, dims, params);
    if (!box)
      return std::nullopt;
    sum = sum + *box;
  }
  return sum;
}
