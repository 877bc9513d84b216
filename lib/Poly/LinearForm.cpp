#include "LinearForm.h"
#include "Check.h"
#include "Numbers.h"

#include "loopyc/Support/Integers.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::poly;

[[noreturn]] static void tooLarge() {
  throw UserError("the numbers that counting these instances takes exceed 64 "
                  "bits; use smaller constants");
}

// The smallest number has no opposite, and is not used.
static int64_t fitting(std::optional<int64_t> value) {
  if (!value || *value == INT64_MIN)
    tooLarge();
  return *value;
}

int64_t poly::checkedAdd(int64_t a, int64_t b) {
  return fitting(integers::sum(a, b));
}
int64_t poly::checkedMul(int64_t a, int64_t b) {
  return fitting(integers::product(a, b));
}
int64_t poly::floorDiv(int64_t value, int64_t divisor) {
  return fitting(integers::floorQuotient(value, divisor));
}
int64_t poly::floorMod(int64_t value, int64_t divisor) {
  return fitting(integers::modulo(value, divisor));
}

int64_t LinearForm::coefficient(const std::string &name) const {
  auto term = terms.find(name);
  return term == terms.end() ? 0 : term->second;
}

LinearForm LinearForm::without(const std::string &name) const {
  LinearForm rest = *this;
  rest.terms.erase(name);
  return rest;
}

LinearForm LinearForm::substitute(const std::string &name,
                                  const LinearForm &by) const {
  int64_t factor = coefficient(name);
  return factor ? without(name) + by * factor : *this;
}

LinearForm LinearForm::operator+(const LinearForm &other) const {
  LinearForm sum = *this;
  sum.constant = checkedAdd(sum.constant, other.constant);
  for (const auto &[name, factor] : other.terms) {
    auto [term, isNew] = sum.terms.try_emplace(name, factor);
    if (!isNew)
      term->second = checkedAdd(term->second, factor);
    if (term->second == 0)
      sum.terms.erase(term);
  }
  return sum;
}

LinearForm LinearForm::operator-(const LinearForm &other) const {
  return *this + other * -1;
}

LinearForm LinearForm::operator*(int64_t factor) const {
  if (factor == 0)
    return {};
  LinearForm product = *this;
  product.constant = checkedMul(constant, factor);
  for (auto &[name, own] : product.terms)
    own = checkedMul(own, factor);
  return product;
}

void Polyhedron::substitute(const std::string &name, const LinearForm &by) {
  for (auto *list : {&equalities, &inequalities})
    for (LinearForm &form : *list)
      form = form.substitute(name, by);
}

bool Polyhedron::involves(const std::string &name) const {
  for (const auto *list : {&equalities, &inequalities})
    for (const LinearForm &form : *list)
      if (form.coefficient(name))
        return true;
  return false;
}

// --- to isl and back

static int64_t numberOf(isl_val *val) {
  return fitting(integerOf(checked(val, "coefficient")));
}

static isl_constraint *toConstraint(const LinearForm &form, bool isEquality,
                                    const Names &names,
                                    isl_local_space *space) {
  isl_constraint *result =
      isEquality
          ? isl_constraint_alloc_equality(isl_local_space_copy(space))
          : isl_constraint_alloc_inequality(isl_local_space_copy(space));
  auto number = [](int64_t value) {
    return isl_val_int_from_si(context(), value);
  };
  result = isl_constraint_set_constant_val(result, number(form.constant));
  for (size_t i = 0; i < names.size(); ++i)
    if (int64_t factor = form.coefficient(names[i]))
      result = isl_constraint_set_coefficient_val(result, isl_dim_set, i,
                                                  number(factor));
  return result;
}

static isl_basic_set *toIsl(const Polyhedron &polyhedron, const Names &names) {
  isl_space *space = isl_space_set_alloc(context(), 0, names.size());
  isl_basic_set *result = isl_basic_set_universe(isl_space_copy(space));
  isl_local_space *local = isl_local_space_from_space(space);
  for (const LinearForm &form : polyhedron.equalities)
    result = isl_basic_set_add_constraint(
        result, toConstraint(form, true, names, local));
  for (const LinearForm &form : polyhedron.inequalities)
    result = isl_basic_set_add_constraint(
        result, toConstraint(form, false, names, local));
  isl_local_space_free(local);
  return checked(result, "polyhedron");
}

// `names` are those of the parameters, then of the dimensions. Takes `set`,
// which has no integer divisions.
static Polyhedron fromIsl(isl_basic_set *set, const Names &names) {
  Polyhedron result;
  size_t params = checkedSize(isl_basic_set_dim(set, isl_dim_param), "dim");
  isl_constraint_list *list = isl_basic_set_get_constraint_list(set);
  isl_basic_set_free(set);
  int n = checkedSize(isl_constraint_list_n_constraint(list), "constraints");
  for (int c = 0; c < n; ++c) {
    isl_constraint *constraint =
        isl_constraint_list_get_constraint(list, c);
    if (checkedSize(isl_constraint_dim(constraint, isl_dim_div), "dim") > 0)
      throw InternalError("isl: unexpected integer division in a polyhedron");
    LinearForm form;
    form.constant = numberOf(isl_constraint_get_constant_val(constraint));
    for (size_t i = 0; i < names.size(); ++i) {
      bool param = i < params;
      int64_t factor = numberOf(isl_constraint_get_coefficient_val(
          constraint, param ? isl_dim_param : isl_dim_set,
          param ? i : i - params));
      if (factor)
        form.terms[names[i]] = factor;
    }
    bool isEquality =
        checked(isl_constraint_is_equality(constraint), "constraint");
    (isEquality ? result.equalities : result.inequalities).push_back(form);
    isl_constraint_free(constraint);
  }
  isl_constraint_list_free(list);
  std::sort(result.equalities.begin(), result.equalities.end());
  std::sort(result.inequalities.begin(), result.inequalities.end());
  return result;
}

bool Polyhedron::simplify() {
  std::set<std::string> mentioned;
  for (const auto *list : {&equalities, &inequalities})
    for (const LinearForm &form : *list)
      for (const auto &[name, factor] : form.terms)
        mentioned.insert(name);
  Names names(mentioned.begin(), mentioned.end());
  isl_basic_set *set = toIsl(*this, names);
  if (checked(isl_basic_set_is_empty(set), "is_empty")) {
    isl_basic_set_free(set);
    return false;
  }
  set = isl_basic_set_detect_equalities(set);
  set = checked(isl_basic_set_remove_redundancies(set), "redundancies");
  *this = fromIsl(set, names);
  return true;
}

static isl_stat appendLifted(isl_basic_set *set, void *user) {
  auto &[parts, prefix, names] =
      *static_cast<std::tuple<std::vector<LiftedPolyhedron> &,
                              const std::string &, const Names &> *>(user);
  set = isl_basic_set_lift(set);
  if (!set)
    return isl_stat_error;
  LiftedPolyhedron part;
  Names all = names;
  int dims = checkedSize(isl_basic_set_dim(set, isl_dim_all), "dim");
  for (int i = names.size(); i < dims; ++i) {
    part.divisions.push_back(prefix + std::to_string(i - names.size()));
    all.push_back(part.divisions.back());
  }
  part.polyhedron = fromIsl(set, all);
  parts.push_back(std::move(part));
  return isl_stat_ok;
}

std::vector<LiftedPolyhedron>
poly::liftedParts(const Set &given, const std::string &division) {
  Set flat = given.flat();
  Names names = flat.params();
  isl_set *set = isl_set_make_disjoint(isl_set_compute_divs(
      isl_set_coalesce(flat.copy())));
  std::vector<LiftedPolyhedron> parts;
  std::tuple<std::vector<LiftedPolyhedron> &, const std::string &,
             const Names &>
      user(parts, division, names);
  isl_stat done = isl_set_foreach_basic_set(checked(set, "disjoint"),
                                            appendLifted, &user);
  isl_set_free(set);
  if (done == isl_stat_error)
    failed("lift");
  return parts;
}
