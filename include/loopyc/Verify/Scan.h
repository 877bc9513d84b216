// All points of a set, by bounds of its own: no call of isl for a point.
#ifndef LOOPYC_VERIFY_SCAN_H
#define LOOPYC_VERIFY_SCAN_H

#include "loopyc/Poly/PlainSet.h"

#include <functional>
#include <vector>

namespace loopyc {
namespace verify {

struct Range {
  int64_t low = INT64_MIN, high = INT64_MAX;
};

// Enumerates { scanned : set } for values of the fixed names. Bounds come from
// rational projections, a name at a time; the set itself decides about each
// point.
class Scanner {
public:
  // The set may constrain only `fixed` and `scanned`.
  Scanner(const poly::Set &set, const poly::Names &fixed,
          const poly::Names &scanned);

  // `values` are those of the fixed names; `boxes` limit the first scanned
  // names. Points come in lexicographic order, as fixed and then scanned
  // values. Throws UserError where a name has no bound.
  using Visit = std::function<void(const int64_t *)>;
  void scan(const std::vector<int64_t> &values, const std::vector<Range> &boxes,
            const Visit &visit) const;

  bool contains(const int64_t *values) const { return set.contains(values); }

private:
  void level(size_t depth, std::vector<int64_t> &point,
             const std::vector<Range> &boxes, const Visit &visit) const;
  Range rangeAt(size_t depth, const std::vector<int64_t> &point,
                const std::vector<Range> &boxes) const;

  size_t fixedCount;
  poly::Names scanned;
  poly::PlainSet set;
  std::vector<poly::PlainSet> hulls; // by depth: over fixed, scanned[..depth]
};

} // namespace verify
} // namespace loopyc

#endif
