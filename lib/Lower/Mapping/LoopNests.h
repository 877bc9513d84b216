// The loops of a kernel in its reference order: what stands in which.
#ifndef LOOPYC_LIB_LOWER_MAPPING_LOOPNESTS_H
#define LOOPYC_LIB_LOWER_MAPPING_LOOPNESTS_H

#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

struct LoopNest {
  // The loop's iname; "" where none stands for it alone: a loop that was split,
  // or whose iname other loops have, too.
  std::string iname;
  std::vector<std::string> inames; // of the loop
  int depth = 0;                   // number of loops around it
  const LoopNest *parent = nullptr;
  std::vector<int> instructions; // all inside
  std::vector<int> statements;   // those that stand in no loop inside
  std::vector<LoopNest> loops;   // in the order of the text

  bool isRoot() const { return !parent; }
  // Inames of the loops around it, and its own, outermost first.
  std::vector<std::string> path() const;
};

// The root stands for the kernel. Valid as long as it stays where it is.
class LoopNests {
public:
  explicit LoopNests(const Kernel &kernel);
  LoopNests(const LoopNests &) = delete;
  LoopNests &operator=(const LoopNests &) = delete;

  const LoopNest &root() const { return top; }

private:
  LoopNest top;
};

// The loop over the iname, this one or one inside; null if there is none.
const LoopNest *findLoop(const LoopNest &in, const std::string &iname);

} // namespace loopyc

#endif
