#include "loopyc/Poly/PlainSet.h"
#include "Check.h"
#include "Numbers.h"

#include "loopyc/Support/Integers.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/set.h>
#include <isl/val.h>

using namespace loopyc;
using namespace loopyc::poly;

static int64_t fitting(std::optional<int64_t> value) {
  if (!value)
    throw UserError("the numbers in an iteration domain exceed 64 bits; use "
                    "smaller constants");
  return *value;
}

// Takes `val`, an integer.
static int64_t numberOf(isl_val *val) {
  return fitting(integerOf(checked(val, "coefficient")));
}

int64_t PlainForm::at(const int64_t *values, size_t count) const {
  int64_t sum = constant;
  for (size_t i = 0; i < count; ++i)
    sum = fitting(
        integers::sum(sum, fitting(integers::product(factors[i], values[i]))));
  return sum;
}

// Takes `aff`: floor(aff) is the quotient.
static PlainPart::Quotient quotientOf(isl_aff *aff, size_t names,
                                      size_t before) {
  checked(aff, "quotient");
  PlainPart::Quotient result;
  isl_val *divisor = isl_aff_get_denominator_val(aff);
  auto scaled = [&](isl_val *factor) {
    return numberOf(isl_val_mul(factor, isl_val_copy(divisor)));
  };
  result.form.constant = scaled(isl_aff_get_constant_val(aff));
  for (size_t i = 0; i < names; ++i)
    result.form.factors.push_back(
        scaled(isl_aff_get_coefficient_val(aff, isl_dim_in, i)));
  for (size_t k = 0; k < before; ++k)
    result.form.factors.push_back(
        scaled(isl_aff_get_coefficient_val(aff, isl_dim_div, k)));
  result.divisor = numberOf(divisor);
  isl_aff_free(aff);
  return result;
}

static void addConstraint(isl_constraint *constraint, size_t names,
                          size_t quotients, PlainPart &part) {
  PlainForm form;
  form.constant = numberOf(isl_constraint_get_constant_val(constraint));
  for (size_t i = 0; i < names; ++i)
    form.factors.push_back(numberOf(
        isl_constraint_get_coefficient_val(constraint, isl_dim_set, i)));
  for (size_t k = 0; k < quotients; ++k)
    form.factors.push_back(numberOf(
        isl_constraint_get_coefficient_val(constraint, isl_dim_div, k)));
  bool isZero = checked(isl_constraint_is_equality(constraint), "constraint");
  (isZero ? part.zero : part.nonNegative).push_back(std::move(form));
}

static isl_stat appendPart(isl_basic_set *set, void *user) {
  auto &result = *static_cast<PlainSet *>(user);
  size_t names = result.names.size();
  size_t quotients = checkedSize(isl_basic_set_dim(set, isl_dim_div), "dim");
  PlainPart part;
  isl_local_space *space = isl_basic_set_get_local_space(set);
  for (size_t k = 0; k < quotients; ++k)
    part.quotients.push_back(
        quotientOf(isl_local_space_get_div(space, k), names, k));
  isl_local_space_free(space);
  isl_constraint_list *list = isl_basic_set_get_constraint_list(set);
  isl_basic_set_free(set);
  int n = checkedSize(isl_constraint_list_n_constraint(list), "constraints");
  for (int c = 0; c < n; ++c) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(list, c);
    addConstraint(constraint, names, quotients, part);
    isl_constraint_free(constraint);
  }
  isl_constraint_list_free(list);
  result.parts.push_back(std::move(part));
  return isl_stat_ok;
}

// Takes `set`, whose dimensions are the names.
static PlainSet toPlain(isl_set *set, const Names &names) {
  PlainSet result;
  result.names = names;
  isl_stat done =
      isl_set_foreach_basic_set(checked(set, "plain set"), appendPart, &result);
  isl_set_free(set);
  if (done == isl_stat_error)
    failed("plain set");
  return result;
}

static isl_set *overNames(const Set &set, const Names &names) {
  Set ordered = set.dropUnusedParams().withDims(names).dropUnusedParams();
  if (Names rest = ordered.params(); !rest.empty())
    throw InternalError("a plain set lacks the name '" + rest.front() + "'");
  return ordered.copy();
}

PlainSet poly::plainSet(const Set &set, const Names &names) {
  return toPlain(isl_set_compute_divs(overNames(set, names)), names);
}

PlainSet poly::plainHull(const Set &set, const Names &names) {
  return toPlain(isl_set_remove_divs(overNames(set, names)), names);
}

bool PlainSet::contains(const int64_t *values) const {
  auto holds = [&](const PlainPart &part, const int64_t *all) {
    for (const PlainForm &form : part.zero)
      if (form.at(all) != 0)
        return false;
    for (const PlainForm &form : part.nonNegative)
      if (form.at(all) < 0)
        return false;
    return true;
  };
  std::vector<int64_t> all;
  for (const PlainPart &part : parts) {
    if (part.quotients.empty()) {
      if (holds(part, values))
        return true;
      continue;
    }
    all.assign(values, values + names.size());
    for (const PlainPart::Quotient &quotient : part.quotients)
      all.push_back(fitting(integers::floorQuotient(
          quotient.form.at(all.data()), quotient.divisor)));
    if (holds(part, all.data()))
      return true;
  }
  return false;
}
