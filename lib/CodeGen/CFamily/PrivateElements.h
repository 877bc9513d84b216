// Who reads what is in elements of private variables, as a schedule has it.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_PRIVATEELEMENTS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_PRIVATEELEMENTS_H

#include "loopyc/Schedule/ScheduledKernel.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// A run of statements with the loops around it.
struct PlacedRun {
  const StatementRun *run;
  poly::Names loops;
  std::vector<const ScheduleLoop *> nest;       // the same
  std::vector<const ScheduleLoop *> sequential; // of these, no ilp, unr or vec
  bool isVector = false;
};

// The variable that the reference is to; null if it is something else.
const std::string *nameOfReference(const Expr &ref);

class PrivateElements {
public:
  explicit PrivateElements(const ScheduledKernel &kernel);

  const std::vector<PlacedRun> &runs() const { return all; } // in order

  // May an instance of the kernel read what the assignee is at these points?
  // `loops`: the names there that are loops, not positions.
  bool areRead(const Expr &assignee, const poly::Set &points,
               const poly::Names &loops) const;

  // The outermost loops around all that touches what the run assigns, if none
  // of their iterations leaves a value to another:
  //   do block;  s(:) = 0;  do k: s(:) = s(:) + ...;  c(:) = s(:)
  poly::Names freshLoops(const StatementRun &run) const;

  // Those that the kernel computes, and may change meanwhile.
  poly::Names computedIn(const poly::Names &names) const;

  static poly::Names without(poly::Names loops, const poly::Names &outer);

private:
  void collect(const std::vector<ScheduleNode> &nodes, const PlacedRun &around);
  // { positions, parameters, subscripts } of the reference in the domain, for
  // any values that the kernel computes.
  std::optional<poly::Set> elements(const Expr &ref, const poly::Set &domain,
                                    const poly::Names &loops) const;
  const poly::Names &freshLoops(const std::string &name) const;
  poly::Names findFreshLoops(const std::string &name) const;
  bool beginsAfresh(const std::vector<const PlacedRun *> &users,
                    const poly::Names &outer, const std::string &name) const;

  const ScheduledKernel &kernel;
  std::vector<PlacedRun> all;
  mutable std::map<std::string, poly::Names> fresh; // by variable
};

} // namespace codegen
} // namespace loopyc

#endif
