// Where an iteration stands in the sequential order of a nest, as one number.
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_ITERATIONRANK_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_ITERATIONRANK_H

#include "loopyc/IR/Kernel.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// for j: for i:   rank = j*count_i + (i - low_i), in 64 bits. The loops are the
// values that the reference time has for them, i = 16*i_outer + i_inner.
class IterationRank {
public:
  // Of loops from outermost. Says `why` it has none: all but the first need
  // bounds that the host knows, unless there are two, of 32 bits each.
  static std::optional<IterationRank>
  of(const Kernel &kernel, const std::vector<Expr> &loops, std::string &why);

  static Type type() { return Type::integer(8); }
  Expr value() const;
  // The value of e in the iteration of that rank, if e is a loop's value, or
  // its negative, plus what is `fixed` for the nest; else null.
  Expr recovered(const Expr &e, const Expr &rank,
                 const std::function<bool(const Expr &)> &fixed) const;

private:
  struct Digit {
    Expr loop, low, count;
  };
  // Nothing if the host does not know the range of its values.
  static std::optional<Digit> digitOf(const Kernel &kernel, const Expr &loop,
                                      const poly::Names &params);
  Expr loopAt(size_t digit, const Expr &rank) const;
  std::vector<Digit> digits;
};

// Is the reference to another element in each iteration of the inames, whatever
// other names in its subscripts stand for? As far as affine subscripts show.
bool areElementsApart(const Kernel &kernel, const Expr &reference,
                      const std::vector<std::string> &inames);

} // namespace loopyc

#endif
