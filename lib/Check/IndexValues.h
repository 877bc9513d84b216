// Which values may integer arrays hold that others are subscripted with, and
// that bound loops?
//
//   do k = ptr(i), ptr(i+1) - 1;  s = s + a(k)*x(col(k));  end do
//   a(nnz), x(n):  col in [1, n], ptr in [1, nnz + 1], and increasing
//
// Of each access, the elements of such arrays get names e0, e1, ...; for the
// instances that leave their array, { e : subscript < 0 } and
// { e : subscript >= extent }, the ends are moved until no values in between
// are among them.
#ifndef LOOPYC_LIB_CHECK_INDEXVALUES_H
#define LOOPYC_LIB_CHECK_INDEXVALUES_H

#include "Bounds.h"

#include <map>
#include <string>

namespace loopyc {
namespace check {

struct IndexRange {
  int64_t low = 1, high = 9;
  // Where iterations of a loop begin, each where the one before ends: of some,
  // there are none, of others many.
  bool starts = false;
  // Where the next one in a list stands, p = next(p): along which axis, from 1.
  // Each value is less than its own subscript, so that lists end; `low` is the
  // end.
  int chain = 0;
  bool mirrored = false; // or from -high to -low

  bool operator==(const IndexRange &) const = default;
};

// `guarded`: with values, too, with which a condition on them keeps the access
// from happening, as 0 in if (right(f) > 0) s = s + q(right(f)).
// By array. Throws UserError that asks for --init where none can be derived.
std::map<std::string, IndexRange>
indexRanges(Bounds &bounds, const KernelObjects &objects, const Values &sizes,
            bool guarded);

} // namespace check
} // namespace loopyc

#endif
