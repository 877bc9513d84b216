#include "loopyc/Poly/Set.h"
#include "Check.h"
#include "Memo.h"
#include "Numbers.h"
#include "ProjectParts.h"
#include "loopyc/Poly/Dims.h"
#include "loopyc/Support/Nesting.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <cstdlib>
#include <set>

using namespace loopyc;
using namespace loopyc::poly;

Set::Set(const Set &other) : ptr(isl_set_copy(other.ptr)) {}
Set::~Set() { isl_set_free(ptr); }
isl_set *Set::copy() const { return isl_set_copy(ptr); }

Set Set::parse(const std::string &text) {
  requireShallow(text, "the set");
  isl_set *set = isl_set_read_from_str(context(), text.c_str());
  if (!set) {
    const char *message = isl_ctx_last_error_msg(context());
    std::string reason = message ? message : "syntax error";
    isl_ctx_reset_error(context());
    throw UserError("the set '" + excerpt(text) +
                    "' is not in isl's notation (" + reason +
                    "); write, for example, '[n] -> { [i] : 0 <= i < n "
                    "}'");
  }
  if (checked(isl_set_is_params(set), "is_params"))
    set = isl_set_from_params(set);
  return Set(checked(set, "parse"));
}

static Set makeUniverse(const Names &dims) {
  isl_space *space = isl_space_set_alloc(context(), 0, dims.size());
  for (size_t i = 0; i < dims.size(); ++i)
    space = isl_space_set_dim_name(space, isl_dim_set, i, dims[i].c_str());
  return Set(checked(isl_set_universe(space), "universe"));
}

Set Set::universe(const Names &dims) {
  static auto &memo = *new Memo<Set>;
  return memo({}, {}, inOneWord(dims), [&] { return makeUniverse(dims); });
}

Set Set::empty() {
  static const Set &empty = *new Set(checked(
      isl_set_empty(isl_space_set_alloc(context(), 0, 0)), "empty"));
  return empty;
}

static Names namesOf(isl_set *set, isl_dim_type type) {
  Names result;
  int n = checkedSize(isl_set_dim(set, type), "dim");
  for (int i = 0; i < n; ++i) {
    const char *name = isl_set_get_dim_name(set, type, i);
    result.push_back(name ? name : "");
  }
  return result;
}

Names Set::dims() const { return namesOf(ptr, isl_dim_set); }
Names Set::params() const { return namesOf(ptr, isl_dim_param); }

Names Set::names() const {
  Names result = dims();
  for (std::string &name : params())
    result.push_back(std::move(name));
  return result;
}

bool poly::hasDim(const Set &set, const std::string &name) {
  return isl_set_find_dim_by_name(set.get(), isl_dim_set, name.c_str()) >= 0;
}

// Where a name sits in the set's space; isl_dim_all where it does not.
static std::pair<isl_dim_type, int> locate(isl_set *set,
                                           const std::string &name) {
  for (isl_dim_type type : {isl_dim_set, isl_dim_param}) {
    int pos = isl_set_find_dim_by_name(set, type, name.c_str());
    if (pos >= 0)
      return {type, pos};
  }
  return {isl_dim_all, -1};
}

bool Set::involves(const std::string &name) const {
  auto [type, pos] = locate(ptr, name);
  return type != isl_dim_all &&
         checked(isl_set_involves_dims(ptr, type, pos, 1), "involves");
}

static Set changeDims(const Set &given, const Names &wanted) {
  Names old = given.dims();
  if (old == wanted)
    return given;
  isl_set *set = given.copy();
  int n = checkedSize(isl_set_dim(set, isl_dim_set), "dim");
  if (n > 0) {
    int np = checkedSize(isl_set_dim(set, isl_dim_param), "dim");
    set = isl_set_move_dims(set, isl_dim_param, np, isl_dim_set, 0, n);
    for (int i = 0; i < n; ++i)
      set = isl_set_set_dim_name(set, isl_dim_param, np + i, old[i].c_str());
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    int pos = isl_set_find_dim_by_name(set, isl_dim_param, wanted[i].c_str());
    if (pos >= 0)
      set = isl_set_move_dims(set, isl_dim_set, i, isl_dim_param, pos, 1);
    else
      set = isl_set_insert_dims(set, isl_dim_set, i, 1);
    set = isl_set_set_dim_name(set, isl_dim_set, i, wanted[i].c_str());
  }
  return Set(checked(set, "withDims"));
}

Set Set::withDims(const Names &wanted) const {
  static auto &memo = *new Memo<Set, Set>;
  return memo(*this, {}, inOneWord(wanted),
              [&] { return changeDims(*this, wanted); });
}

template <typename Op>
static Set binary(const Set &a, const Set &b, Op op, const char *what) {
  static auto &memo = *new Memo<Set, Set, Set>;
  return memo(a, b, what, [&] {
    Names dims = a.dims();
    isl_set *result = op(a.flat().copy(), b.flat().copy());
    Set flat(checked(result, what));
    return dims.empty() ? flat : flat.withDims(dims);
  });
}

// What isl's `op` makes of the set as it is.
static Set unary(const Set &set, isl_set *op(isl_set *), const char *what) {
  static auto &memo = *new Memo<Set, Set>;
  return memo(set, {}, what,
              [&] { return Set(checked(op(set.copy()), what)); });
}

// Does isl's `test` hold for the sets, flat?
static bool holds(const Set &a, const Set &b, isl_bool test(isl_set *, isl_set *),
                  const char *what) {
  static auto &memo = *new Memo<bool, Set, Set>;
  return memo(a, b, what, [&] {
    return checked(test(a.flat().get(), b.flat().get()), what);
  });
}

static isl_basic_set *onlyPart(isl_set *set) {
  isl_basic_set_list *parts = isl_set_get_basic_set_list(set);
  isl_set_free(set);
  isl_basic_set *part = isl_basic_set_list_get_at(parts, 0);
  isl_basic_set_list_free(parts);
  return part;
}

// Of two sets of one part each, the constraints of both. isl's own asks whether
// that has points, at most of the cost, and few want to know.
static isl_set *intersection(isl_set *a, isl_set *b) {
  a = isl_set_align_params(a, isl_set_get_space(b));
  b = isl_set_align_params(b, isl_set_get_space(a));
  for (isl_set *set : {a, b})
    if (isl_set_n_basic_set(set) != 1 ||
        isl_set_plain_is_universe(set) != isl_bool_false)
      return isl_set_intersect(a, b);
  return isl_set_from_basic_set(
      isl_basic_set_intersect(onlyPart(a), onlyPart(b)));
}

Set Set::intersect(const Set &other) const {
  return binary(*this, other, intersection, "intersect");
}
Set Set::unite(const Set &other) const {
  return binary(*this, other, isl_set_union, "union");
}
Set Set::subtract(const Set &other) const {
  return binary(*this, other, isl_set_subtract, "subtract");
}
Set Set::gist(const Set &context) const {
  return binary(*this, context, isl_set_gist, "gist");
}
Set Set::complement() const {
  return unary(*this, isl_set_complement, "complement");
}
// A comparison takes as much; what takes more is not compared.
constexpr unsigned long mostToCompare = 200000;

// isl's own makes one part of two with divisions that has points of neither,
// now and then (0.27; SetTest has one): nothing is joined then.
static Set joined(const Set &set) {
  Set result(checked(isl_set_coalesce(set.copy()), "coalesce"));
  bool joins = checkedSize(isl_set_n_basic_set(result.get()), "parts") <
               checkedSize(isl_set_n_basic_set(set.get()), "parts");
  if (!joins || !checked(isl_set_involves_locals(set.get()), "involves locals"))
    return result;
  try {
    OperationLimit limit(mostToCompare);
    if (!result.isSubset(set))
      return set;
  } catch (const TooComplex &) {
  }
  return result;
}

Set Set::coalesce() const {
  static auto &memo = *new Memo<Set, Set>;
  return memo(*this, {}, "", [&] { return joined(*this); });
}
Set Set::removeRedundancies() const {
  return unary(*this, isl_set_remove_redundancies, "redundancies");
}
Set Set::simpleHull() const {
  return Set(checked(isl_set_from_basic_set(isl_set_simple_hull(copy())),
                     "simple hull"));
}

Set Set::dropUnusedParams() const {
  isl_set *set = copy();
  for (int i = checkedSize(isl_set_dim(set, isl_dim_param), "dim") - 1; i >= 0;
       --i)
    if (!checked(isl_set_involves_dims(set, isl_dim_param, i, 1), "involves"))
      set = isl_set_project_out(set, isl_dim_param, i, 1);
  return Set(checked(set, "drop params"));
}

static Set projectOut(const Set &given, const Names &names) {
  if (std::optional<Set> inParts = projectedInParts(given, names))
    return *inParts;
  isl_set *set = given.copy();
  for (const std::string &name : names) {
    auto [type, pos] = locate(set, name);
    if (type != isl_dim_all)
      set = isl_set_project_out(set, type, pos, 1);
  }
  return Set(checked(set, "project"));
}

Set Set::project(const Names &names) const {
  static auto &memo = *new Memo<Set, Set>;
  return memo(*this, {}, inOneWord(names),
              [&] { return projectOut(*this, names); });
}

static Set projectOutOthers(const Set &given, const Names &kept) {
  std::set<std::string> keep(kept.begin(), kept.end());
  Names gone;
  for (const std::string &name : given.names())
    if (!keep.count(name))
      gone.push_back(name);
  return given.project(gone);
}

Set Set::projectOnto(const Names &kept) const {
  static auto &memo = *new Memo<Set, Set>;
  return memo(*this, {}, inOneWord(kept),
              [&] { return projectOutOthers(*this, kept); });
}

static Set changeNames(const Set &given,
                       const std::map<std::string, std::string> &renamed) {
  Names newDims = given.dims();
  for (std::string &dim : newDims)
    if (auto it = renamed.find(dim); it != renamed.end())
      dim = it->second;
  isl_set *set = given.flat().copy();
  int n = checkedSize(isl_set_dim(set, isl_dim_param), "dim");
  for (int i = 0; i < n; ++i) {
    auto it = renamed.find(isl_set_get_dim_name(set, isl_dim_param, i));
    if (it == renamed.end())
      continue;
    isl_id *id = isl_id_alloc(context(), it->second.c_str(), nullptr);
    set = isl_set_set_dim_id(set, isl_dim_param, i, id);
  }
  return Set(checked(set, "rename")).withDims(newDims);
}

Set Set::rename(const std::map<std::string, std::string> &renamed) const {
  static auto &memo = *new Memo<Set, Set>;
  std::string words;
  for (const auto &[from, to] : renamed)
    words += from + '\n' + to + '\n';
  return memo(*this, {}, words, [&] { return changeNames(*this, renamed); });
}

Set Set::fix(const std::string &name, int64_t value) const {
  return equate(name, PwAff::constant(value));
}

Set Set::equate(const std::string &name, const PwAff &value) const {
  return intersect(PwAff::name(name).eq(value));
}

bool Set::isEmpty() const {
  static auto &memo = *new Memo<bool, Set>;
  return memo(*this, {}, "",
              [&] { return checked(isl_set_is_empty(ptr), "is_empty"); });
}
bool Set::isUniverse() const {
  return checked(isl_set_plain_is_universe(ptr), "is_universe");
}
bool Set::isSubset(const Set &other) const {
  return holds(*this, other, isl_set_is_subset, "is_subset");
}
bool Set::isEqual(const Set &other) const {
  return holds(*this, other, isl_set_is_equal, "is_equal");
}
bool Set::isDisjoint(const Set &other) const {
  return holds(*this, other, isl_set_is_disjoint, "is_disjoint");
}

// The extreme value of `name` over the set, every other name projected out.
static std::optional<int64_t> findExtreme(const Set &set,
                                          const std::string &name, bool upper) {
  Set values = set.projectOnto({name}).withDims({name});
  if (values.isEmpty())
    return std::nullopt;
  isl_local_space *space =
      isl_local_space_from_space(isl_set_get_space(values.get()));
  isl_aff *aff = isl_aff_var_on_domain(space, isl_dim_set, 0);
  isl_val *val = upper ? isl_set_max_val(values.get(), aff)
                       : isl_set_min_val(values.get(), aff);
  isl_aff_free(aff);
  return integerOf(val);
}

static std::optional<int64_t> extreme(const Set &set, const std::string &name,
                                      bool upper) {
  static auto &memo = *new Memo<std::optional<int64_t>, Set>;
  return memo(set, {}, (upper ? "max " : "min ") + name,
              [&] { return findExtreme(set, name, upper); });
}

std::optional<int64_t> Set::minConst(const std::string &name) const {
  return extreme(*this, name, false);
}
std::optional<int64_t> Set::maxConst(const std::string &name) const {
  return extreme(*this, name, true);
}
// For rational values of what the set's integer divisions stand for: these
// bound nothing by themselves (x <= 3e for some e).
static Set withoutDivisions(const Set &set, const std::string &name) {
  isl_set *shadow = isl_set_remove_divs(set.withDims({name}).copy());
  return Set(checked(shadow, "remove divisions"));
}

bool Set::boundedAbove(const std::string &name) const {
  Set s = withoutDivisions(*this, name);
  return checked(isl_set_dim_has_upper_bound(s.get(), isl_dim_set, 0),
                 "upper bound");
}
bool Set::boundedBelow(const std::string &name) const {
  Set s = withoutDivisions(*this, name);
  return checked(isl_set_dim_has_lower_bound(s.get(), isl_dim_set, 0),
                 "lower bound");
}

// A bound by a name that is projected out looks like one until isl takes the
// optimum.
static bool wasUnbounded() {
  const char *message = isl_ctx_last_error_msg(context());
  bool unbounded =
      message && std::string(message).find("unbounded") != std::string::npos;
  if (unbounded)
    isl_ctx_reset_error(context());
  return unbounded;
}

// What is projected out may leave "for some e", which isl takes for another
// condition each time that it meets it: a bound's domain doubles with each
// operation on it. With floors of the other names it knows it again.
static Set withNamedDivisions(const Set &set) {
  return Set(checked(isl_set_compute_divs(set.copy()), "compute divisions"));
}

// The cases of a bound, too, where isl chose it by "for some e".
static isl_stat addNamedCase(isl_set *domain, isl_aff *value, void *user) {
  auto **sum = static_cast<isl_pw_aff **>(user);
  isl_pw_aff *one = isl_pw_aff_alloc(isl_set_compute_divs(domain), value);
  *sum = *sum ? isl_pw_aff_union_add(*sum, one) : one;
  return *sum ? isl_stat_ok : isl_stat_error;
}

static isl_pw_aff *withNamedDivisions(isl_pw_aff *bound) {
  isl_pw_aff *sum = nullptr;
  if (isl_pw_aff_foreach_piece(bound, addNamedCase, &sum) < 0)
    sum = isl_pw_aff_free(sum);
  else if (!sum)
    return bound;
  isl_pw_aff_free(bound);
  return checked(sum, "compute divisions");
}

static PwAff findBound(const Set &set, const std::string &name, const Names &of,
                       bool upper) {
  Names kept = of;
  kept.push_back(name);
  Set s = withNamedDivisions(set.projectOnto(kept)).coalesce();
  auto unbounded = [&] {
    return UserError("the range of '" + name + "' has no " +
                     (upper ? "upper" : "lower") + " bound in " + set.str() +
                     "; bound it by an assumption or a loop limit");
  };
  if (upper ? !s.boundedAbove(name) : !s.boundedBelow(name))
    throw unbounded();
  isl_set *dims = s.withDims({name}).copy();
  isl_pw_aff *bound =
      upper ? isl_set_dim_max(dims, 0) : isl_set_dim_min(dims, 0);
  if (!bound && wasUnbounded())
    throw unbounded();
  bound = withNamedDivisions(checked(bound, "bound"));
  // isl gives it on the parameter space; ours live on the flat set space.
  isl_pw_aff *flat = isl_pw_aff_insert_domain(
      isl_pw_aff_coalesce(bound), isl_space_set_alloc(context(), 0, 0));
  return PwAff(checked(flat, "bound"));
}

static PwAff boundOf(const Set &set, const std::string &name, const Names &of,
                     bool upper) {
  static auto &memo = *new Memo<PwAff, Set>;
  return memo(set, {}, (upper ? "max " : "min ") + name + '\n' + inOneWord(of),
              [&] { return findBound(set, name, of, upper); });
}

PwAff Set::minOf(const std::string &name, const Names &of) const {
  return boundOf(*this, name, of, false);
}
PwAff Set::maxOf(const std::string &name, const Names &of) const {
  return boundOf(*this, name, of, true);
}

static std::optional<Point> findPoint(const Set &set) {
  Names all = set.names();
  isl_point *point = isl_set_sample_point(set.withDims(all).copy());
  if (!point || checked(isl_point_is_void(point), "void point")) {
    isl_point_free(point);
    return std::nullopt;
  }
  Point result;
  for (size_t i = 0; i < all.size(); ++i)
    if (auto v = integerOf(
            isl_point_get_coordinate_val(point, isl_dim_set, i)))
      result[all[i]] = *v;
  isl_point_free(point);
  return result;
}

std::optional<Point> Set::sample() const {
  static auto &memo = *new Memo<std::optional<Point>, Set>;
  return memo(*this, {}, "", [&] { return findPoint(*this); });
}

Set Set::lexmin(const Names &order) const {
  return unary(withDims(order), isl_set_lexmin, "lexmin").withDims(dims());
}
Set Set::lexmax(const Names &order) const {
  return unary(withDims(order), isl_set_lexmax, "lexmax").withDims(dims());
}

bool Set::contains(const Point &point) const {
  Set s = flat();
  for (const auto &[name, value] : point)
    s = s.fix(name, value);
  return !s.isEmpty();
}

static std::string print(const Set &set) {
  char *text = checked(isl_set_to_str(set.get()), "print");
  std::string result = text;
  std::free(text);
  return result;
}

std::string Set::str() const {
  static auto &memo = *new Memo<std::string, Set>;
  return memo(*this, {}, "", [&] { return print(*this); });
}

std::string Set::relationStr(const Names &in, const Names &out) const {
  isl_map *map = isl_map_from_range(withDims(out).copy());
  for (size_t i = 0; i < in.size(); ++i) {
    int pos = isl_map_find_dim_by_name(map, isl_dim_param, in[i].c_str());
    map = pos >= 0
              ? isl_map_move_dims(map, isl_dim_in, i, isl_dim_param, pos, 1)
              : isl_map_insert_dims(map, isl_dim_in, i, 1);
    map = isl_map_set_dim_name(map, isl_dim_in, i, in[i].c_str());
  }
  for (int i = checkedSize(isl_map_dim(map, isl_dim_param), "dim") - 1; i >= 0;
       --i)
    if (!checked(isl_map_involves_dims(map, isl_dim_param, i, 1), "involves"))
      map = isl_map_project_out(map, isl_dim_param, i, 1);
  char *text = checked(isl_map_to_str(map), "print");
  std::string result = text;
  std::free(text);
  isl_map_free(map);
  return result;
}
