// Pairs of accesses to one storage that serves several values: the values of
// a temporary with reused axes, or of temporaries that share storage.
//
//   t[f; i], i reused: one element t[f] serves the values of all i.
#ifndef LOOPYC_LIB_SCHEDULE_STORAGEPAIRS_H
#define LOOPYC_LIB_SCHEDULE_STORAGEPAIRS_H

#include "LoopTree.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {

bool isReused(const Axis &axis);
bool hasReusedAxes(const Variable &var);

// Temporaries that lie in one storage, in the order in which they use it.
using StorageGroup = std::vector<VariablePtr>;

// Those that serve more than one value; `withPrivate`: groups of one private
// temporary, too.
std::vector<StorageGroup> storageGroups(const Kernel &kernel, bool withPrivate);

class StoragePairs {
public:
  StoragePairs(DependenceGraph &graph, const Placement &placement);

  // The accesses to the variable: indices in the graph's list.
  const std::vector<int> &accessesTo(const std::string &variable) const;

  // { x -> y' : accesses by one owner to one element of storage }, of equal
  // values of the reused axes that the two variables have in common, or of
  // differing ones. What is not affine is taken for both.
  poly::Set ofEqualValues(const Variable &from, const Variable &to, int source,
                          int sink);
  poly::Set ofDifferingValues(const Variable &from, const Variable &to,
                              int source, int sink);
  // The same element, whatever the values.
  poly::Set ofAnyValues(const Variable &from, const Variable &to, int source,
                        int sink);

private:
  struct Equality {
    poly::Set pairs; // a superset
    bool exact = true;
  };
  Equality equalValues(const Variable &from, const Variable &to,
                       const AccessInfo &source, const AccessInfo &sink) const;
  poly::Set sameStorage(const Variable &from, const Variable &to,
                        const AccessInfo &source, const AccessInfo &sink) const;
  poly::Set sameOwner(const Variable &var, const AccessInfo &source,
                      const AccessInfo &sink) const;

  DependenceGraph &graph;
  const Kernel &kernel;
  const Placement &placement;
  std::map<std::string, std::vector<int>> byVariable;
};

} // namespace loopyc

#endif
