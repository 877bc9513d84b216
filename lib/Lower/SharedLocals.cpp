#include "loopyc/Lower/SharedLocals.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

// Do copies stand in the place of an argument (privatize)? It lay in global
// memory before, and nothing asks for more.
static bool replacesArgument(const Kernel &kernel, const Variable &temp) {
  for (const Origin &origin : kernel.origins)
    for (const VariablePtr &dummy : origin.variables)
      if (origin.undefined.count(dummy->name) && dummy->range.known() &&
          dummy->range.str() == temp.range.str())
        return true;
  return false;
}

void loopyc::warnOfSharedLocals(const Kernel &kernel) {
  for (const VariablePtr &temp : kernel.temporaries) {
    if (temp->space != AddressSpace::Local || storageBytes(*temp) ||
        replacesArgument(kernel, *temp))
      continue;
    Expr elements = storageExtent(*temp);
    warn("local-memory",
         "kernel '" + kernel.name + "': the work-items of a group share '" +
             temp->name + "', but its size, " +
             (elements ? elements.str() : "an unknown number of") +
             " elements, is not known at compile time, as local memory wants "
             "it: it lies in global memory, with a part for each work-group; "
             "fix the sizes it depends on (fix_parameters), or " +
             (temp->declared.extents.empty()
                  ? "split the inames that it is swept over, so that those "
                    "inside a tile have constant ranges"
                  : "leave the loops around its uses to one work-item"),
         temp->range);
  }
}
