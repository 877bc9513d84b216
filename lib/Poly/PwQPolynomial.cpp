#include "loopyc/Poly/PwQPolynomial.h"
#include "Check.h"
#include "NamedFloors.h"

#include <isl/aff.h>
#include <isl/point.h>
#include <isl/polynomial.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <cstdlib>
#include <set>

using namespace loopyc;
using namespace loopyc::poly;

static isl_pw_qpolynomial *constantOn(int64_t value) {
  isl_qpolynomial *poly = isl_qpolynomial_val_on_domain(
      isl_space_set_alloc(context(), 0, 0),
      isl_val_int_from_si(context(), value));
  return checked(isl_pw_qpolynomial_from_qpolynomial(poly), "constant");
}

PwQPolynomial::PwQPolynomial() : ptr(constantOn(0)) {}
PwQPolynomial::PwQPolynomial(const PwQPolynomial &other)
    : ptr(isl_pw_qpolynomial_copy(other.ptr)) {}
PwQPolynomial::~PwQPolynomial() { isl_pw_qpolynomial_free(ptr); }

PwQPolynomial PwQPolynomial::constant(int64_t value) {
  return PwQPolynomial(constantOn(value));
}

PwQPolynomial PwQPolynomial::from(const PwAff &value) {
  return PwQPolynomial(checked(isl_pw_qpolynomial_from_pw_aff(value.copy()),
                               "quasi-polynomial"));
}

PwQPolynomial PwQPolynomial::operator+(const PwQPolynomial &other) const {
  isl_pw_qpolynomial *sum = isl_pw_qpolynomial_add(
      isl_pw_qpolynomial_copy(ptr), isl_pw_qpolynomial_copy(other.ptr));
  return PwQPolynomial(
      checked(isl_pw_qpolynomial_coalesce(sum), "add counts"));
}

// With the parameters of `model` too: isl aligns them when it intersects and
// adds, but not when it multiplies.
static isl_pw_qpolynomial *alignedWith(isl_pw_qpolynomial *poly,
                                       isl_pw_qpolynomial *model) {
  isl_set *all = isl_set_universe(isl_pw_qpolynomial_get_domain_space(model));
  return isl_pw_qpolynomial_intersect_domain(isl_pw_qpolynomial_copy(poly),
                                             all);
}

PwQPolynomial PwQPolynomial::operator*(const PwQPolynomial &other) const {
  isl_pw_qpolynomial *left = alignedWith(ptr, other.ptr);
  isl_pw_qpolynomial *right = alignedWith(other.ptr, left);
  return PwQPolynomial(
      checked(isl_pw_qpolynomial_mul(left, right), "multiply counts"));
}

PwQPolynomial PwQPolynomial::scaled(int64_t factor) const {
  isl_val *val = isl_val_int_from_si(context(), factor);
  return PwQPolynomial(checked(
      isl_pw_qpolynomial_scale_val(isl_pw_qpolynomial_copy(ptr), val),
      "scale count"));
}

PwQPolynomial PwQPolynomial::dividedBy(int64_t divisor) const {
  isl_val *val = isl_val_int_from_si(context(), divisor);
  return PwQPolynomial(checked(
      isl_pw_qpolynomial_scale_down_val(isl_pw_qpolynomial_copy(ptr), val),
      "divide count"));
}

PwQPolynomial PwQPolynomial::restrictTo(const Set &domain) const {
  return PwQPolynomial(checked(
      isl_pw_qpolynomial_intersect_domain(isl_pw_qpolynomial_copy(ptr),
                                          domain.flat().copy()),
      "restrict count"));
}

PwQPolynomial PwQPolynomial::gist(const Set &facts) const {
  return PwQPolynomial(
      checked(isl_pw_qpolynomial_gist(isl_pw_qpolynomial_copy(ptr),
                                      facts.flat().copy()),
              "simplify count"));
}

bool PwQPolynomial::isZero() const {
  return checked(isl_pw_qpolynomial_is_zero(ptr), "is zero");
}

// The parameters that occur, those that stand for floors as well.
static Names parametersOf(isl_pw_qpolynomial *poly) {
  Names result;
  int n = checkedSize(isl_pw_qpolynomial_dim(poly, isl_dim_param), "dim");
  isl_space *space = isl_pw_qpolynomial_get_domain_space(poly);
  for (int i = 0; i < n; ++i)
    if (checked(isl_pw_qpolynomial_involves_dims(poly, isl_dim_param, i, 1),
                "involves"))
      result.push_back(isl_space_get_dim_name(space, isl_dim_param, i));
  isl_space_free(space);
  return result;
}

Names PwQPolynomial::names() const {
  Names result;
  std::set<std::string> seen;
  auto add = [&](const std::string &name) {
    if (seen.insert(name).second)
      result.push_back(name);
  };
  for (const std::string &name : parametersOf(ptr)) {
    const PwAff *floor = floorOfName(name);
    for (const std::string &own : floor ? floor->names() : Names{name})
      add(own);
  }
  return result;
}

// By way of a set, for affine expressions have no evaluation of their own.
static int64_t valueOf(const PwAff &value, const Point &point) {
  const std::string name = "value#";
  Set set = PwAff::name(name).eq(value);
  for (const auto &[given, number] : point)
    set = set.fix(given, number);
  std::optional<int64_t> result = set.minConst(name);
  if (!result)
    throw InternalError("isl: no value of " + value.str());
  return *result;
}

static Point withFloors(Point point, const Names &parameters) {
  Point given = point;
  for (const std::string &name : parameters)
    if (const PwAff *floor = floorOfName(name))
      point[name] = valueOf(*floor, given);
  return point;
}

// Takes `val`.
static std::string digits(isl_val *val) {
  char *text = checked(isl_val_to_str(checked(val, "value")), "value");
  std::string result = text;
  std::free(text);
  isl_val_free(val);
  return result;
}

std::string PwQPolynomial::valueAt(const Point &given) const {
  for (const std::string &name : names())
    if (!given.count(name))
      throw UserError("the count " + str() + " depends on '" + name +
                      "', which has no value here; give it one");
  Point point = withFloors(given, parametersOf(ptr));
  isl_space *space = isl_pw_qpolynomial_get_domain_space(ptr);
  isl_point *at = isl_point_zero(isl_space_copy(space));
  int n = checkedSize(isl_space_dim(space, isl_dim_param), "dim");
  for (int i = 0; i < n; ++i) {
    auto value = point.find(isl_space_get_dim_name(space, isl_dim_param, i));
    if (value != point.end())
      at = isl_point_set_coordinate_val(
          at, isl_dim_param, i, isl_val_int_from_si(context(), value->second));
  }
  isl_space_free(space);
  return digits(isl_pw_qpolynomial_eval(isl_pw_qpolynomial_copy(ptr), at));
}

std::optional<int64_t> PwQPolynomial::asConstant() const {
  if (!names().empty())
    return std::nullopt;
  return std::strtoll(valueAt({}).c_str(), nullptr, 10);
}

// Counts the pieces, and those of them that are not everywhere.
static isl_stat countPiece(isl_set *domain, isl_qpolynomial *poly, void *user) {
  auto &[pieces, partial] = *static_cast<std::pair<int, int> *>(user);
  ++pieces;
  if (isl_set_plain_is_universe(domain) != isl_bool_true)
    ++partial;
  isl_set_free(domain);
  isl_qpolynomial_free(poly);
  return isl_stat_ok;
}

std::optional<std::string> PwQPolynomial::formula() const {
  std::pair<int, int> counted;
  isl_pw_qpolynomial_foreach_piece(ptr, countPiece, &counted);
  if (counted.first == 0)
    return "0";
  if (counted.first > 1 || counted.second > 0)
    return std::nullopt;
  std::string text = str(); // [n] -> { 2 * n }
  const std::string open = "{ ", close = " }";
  size_t begin = text.find(open) + open.size();
  return text.substr(begin, text.rfind(close) - begin);
}

std::string PwQPolynomial::str() const {
  // On the parameters alone, so that no empty tuple is printed.
  isl_pw_qpolynomial *shown = isl_pw_qpolynomial_project_domain_on_params(
      isl_pw_qpolynomial_copy(ptr));
  char *text = checked(isl_pw_qpolynomial_to_str(shown), "print");
  isl_pw_qpolynomial_free(shown);
  std::string result = text;
  std::free(text);
  return result;
}
