// For which sizes does every access stay inside the arrays as Fortran declares
// them, and which values may an integer array hold that others are subscripted
// with?
#ifndef LOOPYC_LIB_CHECK_BOUNDS_H
#define LOOPYC_LIB_CHECK_BOUNDS_H

#include "Objects.h"

#include "loopyc/Analysis/Accesses.h"

#include <map>
#include <string>

namespace loopyc {
namespace check {

class Bounds {
public:
  Bounds(const Kernel &kernel, const KernelObjects &objects);

  const Kernel &subject() const { return kernel; }
  const std::vector<AccessInfo> &everyAccess() const { return accesses; }

  // [n, m] -> { : all accesses whose place is known are inside }, for the sizes
  // that are given, and those that the declarations say if that can be.
  const poly::Set &safeSizes() const { return safe; }
  // ... and no array is empty, every statement runs at least once, and
  // accesses under conditions on data are inside, as far as that can be.
  const poly::Set &busySizes() const { return busy; }

  // An access that leaves its array at these sizes, as it is written; "" if
  // none does. Sees extents that are not affine, too.
  std::string missAt(const Values &sizes);

  struct Range {
    int64_t low = 1, high = 9;
  };
  // Of the integer arrays' values. Throws UserError that asks for --init where
  // none can be derived.
  std::map<std::string, Range> valueRanges(const Values &sizes);

  // About how many statement instances there are.
  double work(const Values &sizes);

  // Do data, or bounds that are not affine, decide what runs and where it
  // reads? The oracle may fail then at sizes that look safe.
  bool mayFail();

private:
  void findSizes(const poly::Set &allowed);
  void boundAccess(const AccessInfo &access);
  void preferInside(const AccessInfo &access);
  poly::Set misses(const AccessInfo &access, const Variable &array);
  Expr resolve(const Expr &e, int depth = 0) const;
  void requireNoDataInBounds();
  void narrow(const AccessInfo &access, const Values &sizes,
              std::map<std::string, Range> &ranges);

  const Kernel &kernel;
  const KernelObjects &objects;
  std::vector<AccessInfo> accesses;
  InstanceSets instances;
  std::vector<const AccessInfo *> notAffine; // those with such extents
  poly::Set safe, busy;
};

} // namespace check
} // namespace loopyc

#endif
