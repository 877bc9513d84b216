#include "Check.h"
#include "Numbers.h"
#include "loopyc/Poly/Set.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <cstdlib>

using namespace loopyc;
using namespace loopyc::poly;

isl_ctx *poly::context() {
  static isl_ctx *ctx = [] {
    isl_ctx *made = isl_ctx_alloc();
    isl_options_set_on_error(made, ISL_ON_ERROR_CONTINUE);
    return made;
  }();
  return ctx;
}

PwAff::PwAff(const PwAff &other) : ptr(isl_pw_aff_copy(other.ptr)) {}
PwAff::~PwAff() { isl_pw_aff_free(ptr); }
isl_pw_aff *PwAff::copy() const { return isl_pw_aff_copy(ptr); }

static isl_local_space *flatLocalSpace() {
  return isl_local_space_from_space(isl_space_set_alloc(context(), 0, 0));
}

PwAff PwAff::constant(int64_t value) {
  isl_aff *aff = isl_aff_val_on_domain(flatLocalSpace(),
                                       isl_val_int_from_si(context(), value));
  return PwAff(checked(isl_pw_aff_from_aff(aff), "constant"));
}

PwAff PwAff::name(const std::string &name) {
  isl_space *space = isl_space_set_alloc(context(), 1, 0);
  isl_id *id = isl_id_alloc(context(), name.c_str(), nullptr);
  space = isl_space_set_dim_id(space, isl_dim_param, 0, id);
  isl_aff *aff = isl_aff_var_on_domain(isl_local_space_from_space(space),
                                       isl_dim_param, 0);
  return PwAff(checked(isl_pw_aff_from_aff(aff), "name"));
}

PwAff PwAff::operator+(const PwAff &other) const {
  return PwAff(checked(isl_pw_aff_add(copy(), other.copy()), "add"));
}
PwAff PwAff::operator-(const PwAff &other) const {
  return PwAff(checked(isl_pw_aff_sub(copy(), other.copy()), "sub"));
}
PwAff PwAff::operator-() const {
  return PwAff(checked(isl_pw_aff_neg(copy()), "neg"));
}
PwAff PwAff::scaled(int64_t factor) const {
  isl_val *val = isl_val_int_from_si(context(), factor);
  return PwAff(checked(isl_pw_aff_scale_val(copy(), val), "scale"));
}
PwAff PwAff::floorDiv(int64_t divisor) const {
  isl_val *val = isl_val_int_from_si(context(), divisor);
  isl_pw_aff *quotient = isl_pw_aff_scale_down_val(copy(), val);
  return PwAff(checked(isl_pw_aff_floor(quotient), "floor"));
}
PwAff PwAff::truncDiv(int64_t divisor) const {
  PwAff size = divisor < 0 ? -constant(divisor) : constant(divisor);
  isl_pw_aff *quotient = isl_pw_aff_tdiv_q(copy(), size.copy());
  if (divisor < 0)
    quotient = isl_pw_aff_neg(quotient);
  return PwAff(checked(quotient, "tdiv"));
}
PwAff PwAff::floorMod(int64_t divisor) const {
  isl_val *val = isl_val_int_from_si(context(), divisor);
  return PwAff(checked(isl_pw_aff_mod_val(copy(), val), "mod"));
}
PwAff PwAff::min(const PwAff &other) const {
  return PwAff(checked(isl_pw_aff_min(copy(), other.copy()), "min"));
}
PwAff PwAff::max(const PwAff &other) const {
  return PwAff(checked(isl_pw_aff_max(copy(), other.copy()), "max"));
}
PwAff PwAff::select(const Set &condition, const PwAff &ifTrue,
                    const PwAff &ifFalse) {
  PwAff yes = ifTrue.restrictTo(condition);
  PwAff no = ifFalse.restrictTo(condition.complement());
  return PwAff(checked(isl_pw_aff_union_add(yes.copy(), no.copy()), "select"));
}

Set PwAff::eq(const PwAff &o) const {
  return Set(checked(isl_pw_aff_eq_set(copy(), o.copy()), "eq"));
}
Set PwAff::ne(const PwAff &o) const {
  return Set(checked(isl_pw_aff_ne_set(copy(), o.copy()), "ne"));
}
Set PwAff::le(const PwAff &o) const {
  return Set(checked(isl_pw_aff_le_set(copy(), o.copy()), "le"));
}
Set PwAff::lt(const PwAff &o) const {
  return Set(checked(isl_pw_aff_lt_set(copy(), o.copy()), "lt"));
}
Set PwAff::ge(const PwAff &o) const {
  return Set(checked(isl_pw_aff_ge_set(copy(), o.copy()), "ge"));
}
Set PwAff::gt(const PwAff &o) const {
  return Set(checked(isl_pw_aff_gt_set(copy(), o.copy()), "gt"));
}

PwAff PwAff::restrictTo(const Set &domain) const {
  return PwAff(checked(
      isl_pw_aff_intersect_domain(copy(), domain.flat().copy()), "restrict"));
}
PwAff PwAff::gist(const Set &context) const {
  return PwAff(checked(
      isl_pw_aff_coalesce(isl_pw_aff_gist(copy(), context.flat().copy())),
      "gist"));
}
Set PwAff::domain() const {
  return Set(checked(isl_pw_aff_domain(copy()), "domain"));
}

std::optional<int64_t> PwAff::asConstant() const {
  if (isl_pw_aff_n_piece(ptr) != 1 ||
      !checked(isl_pw_aff_is_cst(ptr), "is_cst"))
    return std::nullopt;
  return integerOf(isl_pw_aff_max_val(copy()));
}

Names PwAff::names() const {
  Names result;
  int n = checkedSize(isl_pw_aff_dim(ptr, isl_dim_param), "dim");
  for (int i = 0; i < n; ++i)
    if (checked(isl_pw_aff_involves_dims(ptr, isl_dim_param, i, 1),
                "involves"))
      result.push_back(isl_pw_aff_get_dim_name(ptr, isl_dim_param, i));
  return result;
}

std::string PwAff::str() const {
  char *text = checked(isl_pw_aff_to_str(ptr), "print");
  std::string result = text;
  std::free(text);
  return result;
}
