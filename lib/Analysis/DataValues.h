// Which instances meet at an element, where bounds of loops or subscripts are
// data that the kernel leaves as they are:
//
//   do i; do k = start(i), start(i+1) - 1; y(k) = ...
//
// Values that are read of such arrays have names in the sets here, and what is
// known of them relates the names: one element has one value, and what a script
// asserts (assert_map), that start(i+1) is at most start(j) for j > i, say.
// Scalars that are assigned just before stand for what they are assigned, if that
// is known; others have one value as long as nothing assigns them.
#ifndef LOOPYC_LIB_ANALYSIS_DATAVALUES_H
#define LOOPYC_LIB_ANALYSIS_DATAVALUES_H

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Analysis/StableValues.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace loopyc {

class DataValues {
public:
  explicit DataValues(const Kernel &kernel);

  // { x -> y' : both run and touch one element }, or more; the universe if
  // nothing there is data, or nothing is known of it.
  poly::Set meeting(InstanceSets &sets, const AccessInfo &source,
                    const AccessInfo &sink) const;
  // Equal for accesses that are alike in this; "" if nothing there is data.
  std::string key(InstanceSets &sets, const AccessInfo &access) const;

private:
  // A value that is read: its array, and the element.
  struct Entry {
    std::string array, name;
    std::vector<poly::PwAff> element;
  };
  struct End {
    poly::Set runs; // with the values' names
    std::vector<std::optional<poly::PwAff>> location;
    std::vector<Entry> entries;
    std::map<std::string, std::string> scalars; // names of their values
    poly::Names names;                          // of all values
  };
  class Reader;
  const End &describe(InstanceSets &sets, const AccessInfo &access,
                      bool isSink) const;
  End described(InstanceSets &sets, const AccessInfo &access,
                bool isSink) const;
  poly::Set relate(const Entry &a, const Entry &b) const;
  poly::Set sameScalars(const End &from, const Instruction &source,
                        const End &to, const Instruction &sink) const;
  bool dependsOnData(InstanceSets &sets, const AccessInfo &access) const;

  const Kernel &kernel;
  const StableValues stable;
  std::set<std::string> written;
  // By instruction, reference, and whether it is the sink.
  mutable std::map<std::tuple<int, std::string, bool>, End> ends;
};

} // namespace loopyc

#endif
