#include "loopyc/Schedule/IgnoredSlabs.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

void loopyc::warnOfIgnoredSlabs(const Kernel &kernel) {
  for (const auto &[iname, slab] : kernel.slabs) {
    InameTag tag = kernel.tagOf(iname);
    if (!kernel.hasIname(iname) || tag.nesting() == LoopNesting::Loop ||
        tag.isGroup() || (slab.before == 0 && slab.after == 0))
      continue;
    warn("slabs",
         "kernel '" + kernel.name + "': the slabs (" +
             std::to_string(slab.before) + ", " + std::to_string(slab.after) +
             ") of iname '" + iname + "' are ignored, because it is tagged " +
             tag.str() +
             ": only a loop that runs in order, or groups, can have the first "
             "and last iterations apart, so all of its iterations keep their "
             "guards",
         kernel.range);
  }
}
