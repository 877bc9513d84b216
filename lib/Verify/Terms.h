// Subscripts and times, each once: as numbers for whoever compares many, and
// as isl's values for whoever asks about a pair of points x and y. The names
// of y carry a mark.
#ifndef LOOPYC_LIB_VERIFY_TERMS_H
#define LOOPYC_LIB_VERIFY_TERMS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Poly/Set.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace loopyc {
namespace verify {

enum class Point { X, Y };

std::string nameAt(const std::string &name, Point point); // i, or i'

// i_inner + 16*i_outer, 0 <= i_inner < 16, as its digits i_outer, i_inner: one
// value of the term is one value of each.
struct Digits {
  std::vector<std::string> names; // of inames; the slowest first
  bool ascending = true;          // does it grow as they do, lexicographically?
};

class Terms {
public:
  // `positions` of hardware inames; `axes` are the names in them.
  Terms(const Kernel &kernel, const Substitution &positions,
        const poly::Names &axes);

  int add(const Expr &e); // null: -1, "any"
  const Expr &expr(int term) const { return list[term].expr; }
  std::optional<int64_t> literal(int term) const {
    return term < 0 ? std::nullopt : list[term].literal;
  }
  const std::optional<Digits> &digits(int term);
  // nullopt if it is not affine.
  const std::optional<poly::PwAff> &value(int term, Point at);
  // { x, y : a at `at` = (<) b at the other point }; null if not affine.
  const poly::Set &equal(int a, int b, Point at = Point::X);
  const poly::Set &less(int a, int b, Point at = Point::X);
  // The set with the names of one point given another mark.
  poly::Set marked(const poly::Set &set, Point from,
                   const std::string &mark) const;
  // What a scalar that the kernel computes has no one value of.
  bool isData(const std::string &name) const { return data.count(name) > 0; }
  // The points at which a condition on inames and sizes holds, over axes'
  // names; nullopt if it is none.
  std::optional<poly::Set> condition(const Expr &e);

private:
  struct Term {
    Expr expr;
    std::optional<int64_t> literal;
    bool hasDigits = false, hasValue[2] = {};
    std::optional<Digits> digits;
    std::optional<poly::PwAff> value[2];
  };
  using Relations = std::map<std::tuple<int, int, Point>, poly::Set>;

  std::optional<poly::PwAff> affine(const Expr &e, Point at);
  std::optional<poly::PwAff> piecewise(const Expr &e, Point at);
  std::optional<poly::PwAff> plain(const Expr &e, Point at);
  std::optional<poly::PwAff> plain(const Binary &e, Point at);
  std::optional<poly::PwAff> plain(const Call &e, Point at);
  std::optional<poly::Set> holds(const Expr &e, Point at);
  std::optional<poly::Set> comparison(const Binary &e, Point at);
  std::optional<Digits> findDigits(const Expr &e);
  bool linear(const Expr &e, int64_t factor,
              std::map<std::string, int64_t> &terms) const;
  std::optional<std::pair<int64_t, int64_t>> range(const std::string &iname);

  const Kernel &kernel;
  const Substitution &positions;
  std::set<std::string> inames, data;
  std::map<std::string, int> domainOf;
  std::vector<Term> list;
  std::unordered_map<std::string, int> byText;
  Relations equals, lesses;
  std::map<std::string, std::optional<std::pair<int64_t, int64_t>>> ranges;
};

} // namespace verify
} // namespace loopyc

#endif
