// Integer sets and quasi-affine expressions, addressed by name.
//
// This is the only door to isl: a thin RAII layer over its C API. A Set is a
// union of polyhedra with divisibilities (Presburger set) over named integers.
// Some names are *dimensions* (printed `[n] -> { [i, j] : ... }`), the others
// are *parameters*. A set with no dimension is *flat*: all its names are
// parameters, and isl aligns those by name in every operation. Operations here
// accept any mixture: they work on flat sets and restore the left operand's
// dimensions.
//
// isl's errors become InternalError with isl's own message; text that a user
// wrote (parse) becomes UserError.
#ifndef LOOPYC_POLY_SET_H
#define LOOPYC_POLY_SET_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

struct isl_ctx;
struct isl_set;
struct isl_pw_aff;

namespace loopyc {
namespace poly {

// The one context of the process.
isl_ctx *context();

using Names = std::vector<std::string>;
using Point = std::map<std::string, int64_t>;

class Set;

// A piecewise quasi-affine expression over named integers:
//   [i, n] -> { [(floor((i + 1)/2))] : i < n }.
class PwAff {
public:
  PwAff() = default;
  explicit PwAff(isl_pw_aff *taken) : ptr(taken) {}
  PwAff(const PwAff &other);
  PwAff(PwAff &&other) noexcept : ptr(other.ptr) { other.ptr = nullptr; }
  PwAff &operator=(PwAff other) noexcept {
    std::swap(ptr, other.ptr);
    return *this;
  }
  ~PwAff();

  static PwAff constant(int64_t value);
  static PwAff name(const std::string &name);

  PwAff operator+(const PwAff &other) const;
  PwAff operator-(const PwAff &other) const;
  PwAff operator-() const;
  PwAff scaled(int64_t factor) const;
  PwAff floorDiv(int64_t divisor) const; // floor(this / divisor), divisor > 0
  PwAff truncDiv(int64_t divisor) const; // toward zero, as Fortran and C
  PwAff floorMod(int64_t divisor) const; // 0 <= result < divisor
  PwAff min(const PwAff &other) const;
  PwAff max(const PwAff &other) const;
  // condition ? ifTrue : ifFalse
  static PwAff select(const Set &condition, const PwAff &ifTrue,
                      const PwAff &ifFalse);

  Set eq(const PwAff &other) const;
  Set ne(const PwAff &other) const;
  Set le(const PwAff &other) const;
  Set lt(const PwAff &other) const;
  Set ge(const PwAff &other) const;
  Set gt(const PwAff &other) const;

  // The values where it is defined, intersected with `domain`.
  PwAff restrictTo(const Set &domain) const;
  // Simplified under the knowledge that `context` holds.
  PwAff gist(const Set &context) const;
  Set domain() const;
  std::optional<int64_t> asConstant() const;
  Names names() const;
  std::string str() const;

  isl_pw_aff *get() const { return ptr; }
  isl_pw_aff *copy() const;
  explicit operator bool() const { return ptr; }

private:
  isl_pw_aff *ptr = nullptr;
};

class Set {
public:
  Set() = default;
  explicit Set(isl_set *taken) : ptr(taken) {}
  Set(const Set &other);
  Set(Set &&other) noexcept : ptr(other.ptr) { other.ptr = nullptr; }
  Set &operator=(Set other) noexcept {
    std::swap(ptr, other.ptr);
    return *this;
  }
  ~Set();

  // isl's notation; throws UserError. `[n] -> { [i] : 0 <= i < n }`,
  // `[n] -> { : n >= 1 }`.
  static Set parse(const std::string &text);
  static Set universe(const Names &dims = {});
  static Set empty();

  Names dims() const;
  Names params() const; // those that the set's space lists
  Names names() const;  // dims, then params
  bool involves(const std::string &name) const; // constrained by it

  // The same points, with exactly `dims` as dimensions, in this order.
  Set withDims(const Names &dims) const;
  Set flat() const { return withDims({}); }

  Set intersect(const Set &other) const;
  Set unite(const Set &other) const;
  Set subtract(const Set &other) const;
  Set complement() const;
  Set gist(const Set &context) const;
  Set coalesce() const;
  Set simpleHull() const;        // a convex superset, without new constraints
  Set dropUnusedParams() const;  // from the space, not from the constraints
  Set removeRedundancies() const;

  // { x : exists `names` } : the names disappear, dimensions or parameters.
  Set project(const Names &names) const;
  // Only these names remain.
  Set projectOnto(const Names &names) const;
  Set rename(const std::map<std::string, std::string> &names) const;
  Set fix(const std::string &name, int64_t value) const;
  // { x : name = value }, `name` becoming a parameter if it is unknown.
  Set equate(const std::string &name, const PwAff &value) const;

  bool isEmpty() const;
  bool isUniverse() const; // plainly: no constraint is written
  bool isSubset(const Set &other) const;
  bool isEqual(const Set &other) const;
  bool isDisjoint(const Set &other) const;

  // Smallest and largest value of a name over the whole set (all other names
  // free); nullopt where unbounded or empty.
  std::optional<int64_t> minConst(const std::string &name) const;
  std::optional<int64_t> maxConst(const std::string &name) const;
  // ... as a function of the names in `of` (every other name is projected
  // out first). Undefined where there is no value. Throws UserError where
  // unbounded.
  PwAff minOf(const std::string &name, const Names &of) const;
  PwAff maxOf(const std::string &name, const Names &of) const;
  // Is it bounded from above (below) for any value of the other names?
  bool boundedAbove(const std::string &name) const;
  bool boundedBelow(const std::string &name) const;

  // Some point; names that the set does not constrain are absent or 0.
  std::optional<Point> sample() const;
  // The lexicographically smallest point in the order `order`, for fixed
  // remaining names.
  Set lexmin(const Names &order) const;
  Set lexmax(const Names &order) const;
  bool contains(const Point &point) const;

  std::string str() const;
  // As a relation: [n] -> { [i] -> [j] : ... }, `in` on the left, `out` on the
  // right, other names parameters.
  std::string relationStr(const Names &in, const Names &out) const;

  isl_set *get() const { return ptr; }
  isl_set *copy() const;
  explicit operator bool() const { return ptr; }

private:
  isl_set *ptr = nullptr;
};

} // namespace poly
} // namespace loopyc

#endif
