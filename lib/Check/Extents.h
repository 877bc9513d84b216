// How many elements the arrays of one run have.
#ifndef LOOPYC_LIB_CHECK_EXTENTS_H
#define LOOPYC_LIB_CHECK_EXTENTS_H

#include "IntegerRanges.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

class Extents {
public:
  // `inputs`: between which bounds random integers are chosen.
  Extents(const Bounds &bounds, const KernelObjects &objects,
          const Values &sizes, const std::map<std::string, IndexRange> &inputs);

  // The declared extents. The last one of an assumed-size array is what the
  // kernel needs. Throws UserError where that cannot be told.
  const std::vector<int64_t> &of(const Object &object);

private:
  int64_t declared(const Object &object, size_t axis) const;
  int64_t needed(const Object &object, size_t axis);
  std::map<size_t, int64_t> neededIndices(const std::string &array);

  const Bounds &bounds;
  Values sizes;
  IntegerRanges ranges;
  std::map<std::string, std::vector<int64_t>> known;
  std::set<std::string> inProgress;
};

} // namespace check
} // namespace loopyc

#endif
