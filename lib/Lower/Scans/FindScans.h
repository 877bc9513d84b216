// Which running values of loops are scans over parallel inames.
#ifndef LOOPYC_LIB_LOWER_SCANS_FINDSCANS_H
#define LOOPYC_LIB_LOWER_SCANS_FINDSCANS_H

#include "Scans/RunningUpdate.h"
#include "loopyc/IR/Kernel.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// A scalar s that iterations change by one kind of function, and read. Of the
// loops that it runs through, by the components of reference times,
//
//   around, group, outer, item, ...
//   around, group, outer, inner, item, ...      or item, inner
//
// those of `around` have a scan for each iteration; then each work-group runs
// through a part of its own, step by step in the loops `outer`, of which each
// work-item has consecutive iterations, or those of `inner` side by side. What
// comes within them is sequential.
struct Scan {
  std::string variable;
  Type type;
  Composition composition = Composition::linear(Type());
  std::vector<size_t> updates;    // indices of the instructions
  std::map<size_t, Expr> factors; // of the updates a*s + b
  std::vector<size_t> users;      // updates, and those that read it
  std::vector<size_t> operands;   // what the updates need in the iteration
  size_t depth = 0;               // number of loops around
  size_t loops = 0;               // ... and of those to the item's
  std::vector<std::string> around, outer;
  std::string group, item, inner; // "" if there is none
  bool isInnerInside = false;     // of the item's loop, or around it?
  bool looksBack = false;         // each group at those before it?

  // The reference time of its loops as far as it is common to all.
  ReferenceTime path(const Kernel &kernel) const;
};

// For a kernel whose loops are separate. Valid as long as it does not change.
class ScanFinder {
public:
  explicit ScanFinder(const Kernel &kernel);

  std::optional<Scan> find(size_t instruction) const;
  // Why what the instruction updates is none; "" where it is one, or is
  // nothing like it.
  std::string whyNot(size_t instruction) const;

private:
  friend class ScanSearch;
  const Kernel &kernel;
  // By variable: the instructions that assign or read it, or are in loops that
  // it bounds.
  std::map<std::string, std::vector<size_t>> users;
  std::vector<size_t> barriers; // global ones
  std::set<std::string> single; // inames on work-groups that have one value
};

} // namespace loopyc

#endif
