// What dependence graphs of one kernel in several states have in common: who
// asks for the dependences again when tags, barriers or memory have changed,
// makes one of these, and graphs made with it need not compute the same sets
// again. An entry is found by all words that it depends on, so it never grows
// stale.
#ifndef LOOPYC_ANALYSIS_DEPENDENCEMEMO_H
#define LOOPYC_ANALYSIS_DEPENDENCEMEMO_H

#include "loopyc/Poly/Set.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace loopyc {

class DependenceMemo {
public:
  // Of kernels with one surrounding: domains, assumptions, names that are
  // assigned, scalars that are products of arguments.
  struct Sets {
    // { i -> i' : conflict }, by instances, locations and order
    std::map<std::string, poly::Set> conflicts;
    // { t, e : the elements touched in iterations t }, and its number, by
    // instances, loops and subscripts
    std::map<std::string, std::pair<poly::Set, int>> footprints;
    std::map<std::string, int> footprintNumbers; // by their texts
    // Does the first contain the second? By the numbers of both.
    std::map<std::pair<int, int>, bool> covers;
  };

  std::shared_ptr<Sets> of(const std::string &surrounding) {
    std::shared_ptr<Sets> &known = bySurrounding[surrounding];
    if (!known)
      known = std::make_shared<Sets>();
    return known;
  }

private:
  std::map<std::string, std::shared_ptr<Sets>> bySurrounding;
};

} // namespace loopyc

#endif
