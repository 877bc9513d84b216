// Between which bounds do a kernel's integers lie in one run, given its sizes
// and what its integer arrays hold?
//
//   row_ptr(i) in [1, 52]  =>  do j = row_ptr(i), row_ptr(i+1) - 1:  j <= 51
//
// An interval for each variable: of its initial values, joined with those of
// everything that is assigned to it.
#ifndef LOOPYC_LIB_CHECK_INTEGERRANGES_H
#define LOOPYC_LIB_CHECK_INTEGERRANGES_H

#include "IndexValues.h"
#include "loopyc/Values/Interval.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

class IntegerRanges {
public:
  // The extents of an object, for what --init makes of its elements.
  using ExtentsOf = std::function<std::vector<int64_t>(const Object &)>;

  IntegerRanges(const Kernel &kernel, const KernelObjects &objects,
                const Values &sizes, std::map<std::string, IndexRange> inputs,
                ExtentsOf extentsOf);

  // The values of `e` at all instances of the instruction.
  Interval of(const Expr &e, int instruction);

private:
  using Unknowns = std::map<std::string, Interval>;

  Interval ofVariable(const std::string &name);
  Interval initial(const std::string &name);
  Interval ofInit(const Object &object);
  void assigned(int instruction, Interval &values, Interval &steps);
  void addSteps(const Update &update, int instruction, Interval &steps);
  Interval instanceCount(int instruction);
  Interval byParts(const Expr &e, int instruction);
  poly::Set instances(int instruction);

  const Kernel &kernel;
  const KernelObjects &objects;
  Values sizes;
  std::map<std::string, IndexRange> inputs;
  ExtentsOf extentsOf;
  DomainIndex domains;
  std::map<std::string, Interval> known;
  std::set<std::string> inProgress;
};

} // namespace check
} // namespace loopyc

#endif
