// What map_parallel decides: which loops go to which hardware axes.
#ifndef LOOPYC_LIB_LOWER_MAPPING_MAPPINGPLAN_H
#define LOOPYC_LIB_LOWER_MAPPING_MAPPINGPLAN_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loopyc {

// One loop on group axis `axis`, in parts of which those of one iteration
// are left out:
//   i = sweep, group, beside, item     item < block: on l.0
//                                      beside < sideBySide: in a work-item
//                                      group < mostGroups, if that is not 0
struct LoopMapping {
  std::string iname;
  int axis = 0;
  int64_t block = 1;
  int64_t mostGroups = 0;
  int64_t sideBySide = 1;
};

// A nest and its ways to run on the device, the best one first: loops, each on
// an axis of its own or in a nest of its own.
struct NestMapping {
  std::string loop; // the outermost
  SourceRange range;
  std::vector<std::vector<LoopMapping>> ways;
};

// Ids of instructions that a global barrier is to stand between.
struct LaunchEnd {
  std::string before, after;
};

struct MappingPlan {
  std::vector<NestMapping> nests;
  // Around nests that are not spread: beside others, all work-items would run
  // what these compute for themselves.
  std::vector<LaunchEnd> ends;
  // Why other nests stay as they are.
  std::vector<Diagnostic> serial;
};

// The kernel's rules and reductions must be expanded (inPlainInstructions).
MappingPlan planMapping(const Kernel &kernel);

} // namespace loopyc

#endif
