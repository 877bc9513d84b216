// For which sizes does every access stay inside the arrays as Fortran declares
// them?
#ifndef LOOPYC_LIB_CHECK_BOUNDS_H
#define LOOPYC_LIB_CHECK_BOUNDS_H

#include "Objects.h"
#include "Writers.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Values/Affine.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

class Bounds {
public:
  Bounds(const Kernel &kernel, const KernelObjects &objects);

  const Kernel &subject() const { return kernel; }
  const std::vector<AccessInfo> &everyAccess() const { return accesses; }
  InstanceSets &instanceSets() { return instances; }
  const Writers &allWriters() const { return writers; }

  // [n, m] -> { : all accesses whose place is known are inside }, for the sizes
  // that are given, and those that the declarations say if that can be.
  const poly::Set &safeSizes() const { return safe; }
  // ... and no array is empty, every statement runs at least once, and
  // accesses under conditions on data are inside, as far as that can be.
  const poly::Set &busySizes() const { return busy; }
  // Throws UserError where an access is outside its array at all sizes at which
  // it runs: the others would compare nothing.
  void requireSomeInside() const;

  // An access that leaves its array at these sizes, as it is written; "" if
  // none does. Sees extents that are not affine, too.
  std::string missAt(const Values &sizes);

  // About how many statement instances there are.
  double work(const Values &sizes);

  // Do data, or bounds that are not affine, decide what runs and where it
  // reads? The oracle may fail then at sizes that look safe.
  bool mayFail();

  // Does it matter what the object holds before the kernel runs? Not where the
  // kernel computes each element before it reads it.
  bool takesValues(const Object &object);

private:
  void findSizes(const poly::Set &allowed);
  void boundAccess(const AccessInfo &access);
  void exclude(const poly::Set &bad, const poly::Set &running);
  poly::Set asFewParts(poly::Set sizes, const poly::Set &running, size_t &parts,
                       bool *isChoice = nullptr) const;
  poly::Set withFewParts(poly::Set sizes, const poly::Set &running) const;
  void preferInside(const AccessInfo &access);
  poly::Set sizesOf(int instruction, const poly::Set &some) const;
  struct WithRanges;
  WithRanges withRanges(const Expr &value);
  std::optional<poly::Set> assignedValues(const Expr &reference);
  poly::Set valuesAssignedTo(const std::string &variable,
                             const Expr &reference);
  poly::Set counted(const poly::Set &begins, int step,
                    const poly::Names &around);
  bool isComputed(const AccessInfo &access);
  std::optional<poly::Set> valuesOf(const std::string &scalar,
                                    int instruction) const;
  poly::Set holding(const std::vector<Expr> &conditions, poly::Set runs) const;
  // Where nothing more is known of a subscript than its range, are those that
  // may be outside among them?
  enum class Ends { Exact, Possible };
  std::vector<poly::Set> missesByEnd(const AccessInfo &access,
                                     const Variable &array,
                                     const poly::Set &runs, Ends known);
  poly::Set missesOfLayout(const AccessInfo &access, const Variable &array,
                           const poly::Set &runs) const;
  poly::Set possibleInstances(int instruction);
  IsParameter isKnown() const; // not assigned by the kernel

  const Kernel &kernel;
  const KernelObjects &objects;
  std::vector<AccessInfo> accesses;
  InstanceSets instances;
  Writers writers;
  std::vector<const AccessInfo *> notAffine; // those with such extents
  const AccessInfo *alwaysOutside = nullptr; // if there is one
  bool hasChosen = false; // are there safe sizes that were left out?
  std::map<std::string, bool> taken; // by object, as far as asked for
  std::map<std::string, poly::Set> assigned; // by variable, likewise
  poly::Set safe, busy;
  size_t safeParts = 1, busyParts = 1; // when last looked for pairs to join
};

} // namespace check
} // namespace loopyc

#endif
