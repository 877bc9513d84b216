#include "Check.h"
#include "Memo.h"
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

static PwAff makeConstant(int64_t value) {
  isl_aff *aff = isl_aff_val_on_domain(flatLocalSpace(),
                                       isl_val_int_from_si(context(), value));
  return PwAff(checked(isl_pw_aff_from_aff(aff), "constant"));
}

PwAff PwAff::constant(int64_t value) {
  static auto &memo = *new Memo<PwAff>;
  return memo({}, {}, std::to_string(value),
              [&] { return makeConstant(value); });
}

static PwAff makeName(const std::string &name) {
  isl_space *space = isl_space_set_alloc(context(), 1, 0);
  isl_id *id = isl_id_alloc(context(), name.c_str(), nullptr);
  space = isl_space_set_dim_id(space, isl_dim_param, 0, id);
  isl_aff *aff = isl_aff_var_on_domain(isl_local_space_from_space(space),
                                       isl_dim_param, 0);
  return PwAff(checked(isl_pw_aff_from_aff(aff), "name"));
}

PwAff PwAff::name(const std::string &name) {
  static auto &memo = *new Memo<PwAff>;
  return memo({}, {}, name, [&] { return makeName(name); });
}

template <typename Op>
static PwAff binary(const PwAff &a, const PwAff &b, Op op, const char *what) {
  static auto &memo = *new Memo<PwAff, PwAff, PwAff>;
  return memo(a, b, what,
              [&] { return PwAff(checked(op(a.copy(), b.copy()), what)); });
}

template <typename Op>
static Set compare(const PwAff &a, const PwAff &b, Op op, const char *what) {
  static auto &memo = *new Memo<Set, PwAff, PwAff>;
  return memo(a, b, what,
              [&] { return Set(checked(op(a.copy(), b.copy()), what)); });
}

// `what` with a number as the other operand.
template <typename Op>
static PwAff withNumber(const PwAff &a, int64_t number, const char *what,
                        Op op) {
  static auto &memo = *new Memo<PwAff, PwAff>;
  return memo(a, {}, what + std::to_string(number), [&] {
    isl_val *val = isl_val_int_from_si(context(), number);
    return PwAff(checked(op(a.copy(), val), what));
  });
}

PwAff PwAff::operator+(const PwAff &other) const {
  return binary(*this, other, isl_pw_aff_add, "add");
}
PwAff PwAff::operator-(const PwAff &other) const {
  return binary(*this, other, isl_pw_aff_sub, "sub");
}
PwAff PwAff::operator-() const {
  static auto &memo = *new Memo<PwAff, PwAff>;
  return memo(*this, {}, "",
              [&] { return PwAff(checked(isl_pw_aff_neg(copy()), "neg")); });
}
PwAff PwAff::scaled(int64_t factor) const {
  return withNumber(*this, factor, "scale", isl_pw_aff_scale_val);
}
PwAff PwAff::floorDiv(int64_t divisor) const {
  return withNumber(*this, divisor, "floor", [](isl_pw_aff *a, isl_val *by) {
    return isl_pw_aff_floor(isl_pw_aff_scale_down_val(a, by));
  });
}
PwAff PwAff::truncDiv(int64_t divisor) const {
  PwAff size = divisor < 0 ? -constant(divisor) : constant(divisor);
  PwAff quotient = binary(*this, size, isl_pw_aff_tdiv_q, "tdiv");
  return divisor < 0 ? -quotient : quotient;
}
PwAff PwAff::floorMod(int64_t divisor) const {
  return withNumber(*this, divisor, "mod", isl_pw_aff_mod_val);
}
PwAff PwAff::min(const PwAff &other) const {
  return binary(*this, other, isl_pw_aff_min, "min");
}
PwAff PwAff::max(const PwAff &other) const {
  return binary(*this, other, isl_pw_aff_max, "max");
}
PwAff PwAff::select(const Set &condition, const PwAff &ifTrue,
                    const PwAff &ifFalse) {
  PwAff yes = ifTrue.restrictTo(condition);
  PwAff no = ifFalse.restrictTo(condition.complement());
  return binary(yes, no, isl_pw_aff_union_add, "select");
}

Set PwAff::eq(const PwAff &o) const {
  return compare(*this, o, isl_pw_aff_eq_set, "eq");
}
Set PwAff::ne(const PwAff &o) const {
  return compare(*this, o, isl_pw_aff_ne_set, "ne");
}
Set PwAff::le(const PwAff &o) const {
  return compare(*this, o, isl_pw_aff_le_set, "le");
}
Set PwAff::lt(const PwAff &o) const {
  return compare(*this, o, isl_pw_aff_lt_set, "lt");
}
Set PwAff::ge(const PwAff &o) const {
  return compare(*this, o, isl_pw_aff_ge_set, "ge");
}
Set PwAff::gt(const PwAff &o) const {
  return compare(*this, o, isl_pw_aff_gt_set, "gt");
}

PwAff PwAff::restrictTo(const Set &domain) const {
  static auto &memo = *new Memo<PwAff, PwAff, Set>;
  return memo(*this, domain, "", [&] {
    return PwAff(checked(
        isl_pw_aff_intersect_domain(copy(), domain.flat().copy()),
        "restrict"));
  });
}
// isl sorts the pieces of what it coalesces where they are, in all copies: the
// form of other answers would depend on who has asked.
static isl_pw_aff *copyOfPieces(const PwAff &value) {
  isl_id *id = isl_id_alloc(context(), "copy", nullptr);
  return isl_pw_aff_reset_tuple_id(
      isl_pw_aff_set_tuple_id(value.copy(), isl_dim_in, id), isl_dim_in);
}

PwAff PwAff::gist(const Set &context) const {
  static auto &memo = *new Memo<PwAff, PwAff, Set>;
  return memo(*this, context, "", [&] {
    isl_pw_aff *simple =
        isl_pw_aff_gist(copyOfPieces(*this), context.flat().copy());
    return PwAff(checked(isl_pw_aff_coalesce(simple), "gist"));
  });
}
Set PwAff::domain() const {
  static auto &memo = *new Memo<Set, PwAff>;
  return memo(*this, {}, "",
              [&] { return Set(checked(isl_pw_aff_domain(copy()), "domain")); });
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
