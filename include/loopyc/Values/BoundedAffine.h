// Quasi-affine values of expressions that multiply an iname of few values by a
// parameter (as chunk_iname's n//4*i_outer does): one piece for each value.
#ifndef LOOPYC_VALUES_BOUNDEDAFFINE_H
#define LOOPYC_VALUES_BOUNDEDAFFINE_H

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Poly/Set.h"
#include "loopyc/Values/Interval.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {

class BoundedAffine {
public:
  explicit BoundedAffine(const Kernel &kernel);

  // toAffine(e), or piecewise by the values of its bounded inames (which may
  // have marks); nullopt if it is neither, or if it mentions a scalar that
  // the kernel assigns, which has no one value.
  std::optional<poly::PwAff> operator()(const Expr &e);

  // Do different values of the inames in `e` always give different values of
  // e? True for i, 16*i_outer + i_inner (0 <= i_inner < 16), for chunks of a
  // loop that lie one behind the other, and the like.
  bool isInjective(const Expr &e);

  // By inames of `a`, those of `b` that have their values wherever a = b, as
  // the words show: the digits of one sum in mixed radix, by other names
  // (16*i_outer + i_inner + n and 16*j_outer + j_inner + n). Empty where they
  // do not.
  std::map<std::string, std::string> counterparts(const Expr &a, const Expr &b);

private:
  bool mentionsData(const Expr &e) const;
  std::vector<std::string> inamesIn(const Expr &e) const;
  bool linearTerms(const Expr &e, std::optional<int64_t> factor,
                   std::map<std::string, int64_t> &terms) const;
  bool isMixedRadix(const Expr &e);
  using Digit = std::pair<int64_t, std::string>; // by size of the factor
  std::optional<std::vector<Digit>> digitsOf(const Expr &e) const;
  bool isRowOfChunks(const Expr &e, const std::string &chunk);
  // The values of an iname.
  Interval rangeOf(const std::string &iname);
  // An iname that a product multiplies by something not constant; null if none.
  Expr multipliedIname(const Expr &e);

  const Kernel &kernel;
  DomainIndex index;
  std::set<std::string> data; // what the kernel assigns
  std::map<std::string, Interval> ranges;
  std::map<std::string, bool> injective; // by the expression's text
};

} // namespace loopyc

#endif
