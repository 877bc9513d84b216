// What map_parallel decides: which loops go to which hardware axes.
#ifndef LOOPYC_LIB_LOWER_MAPPING_MAPPINGPLAN_H
#define LOOPYC_LIB_LOWER_MAPPING_MAPPINGPLAN_H

#include "loopyc/Analysis/DependenceMemo.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Lower/MapParallel.h"
#include "loopyc/Support/Diagnostic.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// One loop on group axis `axis`, in parts of which those of one iteration
// are left out:
//   i + align = sweep, group, beside, item     item < block: on l.0
//                                 beside < sideBySide: in a work-item
//                                 group < mostGroups, if that is not 0
// Or on no group axis (-1): i = sweep, item, the item on l.`itemAxis`, or all
// of the loop there if there is no block (0).
struct LoopMapping {
  std::string iname;
  int axis = 0;
  int64_t block = 1;
  int64_t mostGroups = 0;
  int64_t sideBySide = 1;
  int itemAxis = 0;
  int64_t align = 0;
};

// Ids of instructions that a global barrier is to stand between.
struct LaunchEnd {
  std::string before, after;
};

// Loops, each on an axis of its own or in a nest of its own; and where nests
// inside stay serial, what that needs and why.
struct MappingWay {
  std::vector<LoopMapping> loops;
  std::vector<LaunchEnd> ends = {};
  std::vector<SerialLoop> serial = {};
  // Not worth a launch of its own: for a kernel that has no other nest.
  bool isForLoneNest = false;
  // Arrays of which the blocks of the loops go through local memory.
  std::vector<std::string> staged = {};
};

// A nest and its ways to run on the device, the best one first.
struct NestMapping {
  std::string loop; // the outermost
  SourceRange range;
  bool isScan = false; // whose tiles hand values on
  std::vector<MappingWay> ways;
};

struct MappingPlan {
  std::vector<NestMapping> nests;
  // Around nests that are not spread: beside others, all work-items would run
  // what these compute for themselves.
  std::vector<LaunchEnd> ends;
  // Why other nests stay as they are.
  std::vector<SerialLoop> serial;
};

class Planner;

class MappingPlanner {
public:
  // The kernel's rules and reductions must be expanded (inPlainInstructions).
  MappingPlanner(const Kernel &kernel, DependenceMemo &memo);
  ~MappingPlanner();

  MappingPlan plan();
  // What keeps the loop, which is around nests, from the device, where that is
  // not what the program means: a sequence of steps. `problem`: what becomes of
  // it instead.
  std::optional<Diagnostic> whyNotSpread(const std::string &iname,
                                         const std::string &problem);
  // Is the one loop in the other?
  bool isInside(const std::string &inner, const std::string &outer) const;
  // Is any loop around one of these?
  bool areInLoops(const std::vector<std::string> &inames) const;

private:
  std::unique_ptr<Planner> planner;
};

} // namespace loopyc

#endif
