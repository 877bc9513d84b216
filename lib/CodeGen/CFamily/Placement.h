// Where the kernel's private variables are declared.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_PLACEMENT_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_PLACEMENT_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"

#include <map>
#include <set>
#include <vector>

namespace loopyc {
namespace codegen {

// A scalar whose first access is an assignment, in the block that holds all
// other accesses too, is declared there:  float U1 = q[i];
// Every other variable is declared before the body; where a thread runs all
// work-items (axis loops in the tree), inside the loops over work-items if it
// is used in these alone, else with a copy for each work-item.
struct Placement {
  std::set<const Execute *> declaring;
  std::map<const Block *, std::vector<const Storage *>> atStart; // axis loops
  std::vector<const Storage *> atTop;

  // That of another block, of which one or this one is executed.
  void add(Placement other);
};

// Private scalars that a block sets as a whole before it reads them.
std::set<std::string> definedInside(KernelData &data, const Block &body);

// Also sets Storage::copies.
Placement placeVariables(KernelData &data, const Block &body);

} // namespace codegen
} // namespace loopyc

#endif
