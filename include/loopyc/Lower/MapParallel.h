// The plain automatic mapping: what a kernel without a script becomes.
//
//   do j; do i          j on g.1, i in blocks of 128 on g.0 and l.0
//   s = s + x(i)        i on at most 1024 groups of 128, parts summed up
//   do t; { nest; nest }  t on the host where the nests need launches
//
// The outermost loops that dependences leave parallel go to work-groups and
// work-items, that with unit stride to l.0. Whatever else there is stays as it
// is: loops that are tagged, what carries a dependence.
#ifndef LOOPYC_LOWER_MAPPARALLEL_H
#define LOOPYC_LOWER_MAPPARALLEL_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <functional>
#include <string>
#include <vector>

namespace loopyc {

// A loop that stays on one work-item, or on the host.
struct SerialLoop {
  std::string iname;
  Diagnostic why; // a warning, -Wserial
  // What it carries of that: "the flow dependence on ...".
  std::string conflict = {};
  bool isHelped = false; // does the warning say what would spread it?
};

struct ParallelMapping {
  Kernel kernel;
  // The transformations that make it, as a script writes them:
  //   knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
  std::vector<std::string> script;
  // What they take on trust, and where launches are cut.
  std::vector<std::string> remarks;
  // The loops that were spread over the device, by their inames in the kernel
  // that was given.
  std::vector<std::string> spread;
  std::vector<SerialLoop> serial;
  // Loops of the host with launches in each iteration, which is not what the
  // program asks for.
  std::vector<SerialLoop> onHost;
  // Both, in the order of the text.
  std::vector<SerialLoop> warnings() const;
};

// Lowers and schedules what may become the result (but for `serial`); throws
// UserError where that cannot be done.
using Attempt = std::function<void(const ParallelMapping &)>;

// Each nest in the best way that `attempt` takes; as it was, if it takes none.
// What was accepted last is the result; without an attempt, nothing is mapped.
ParallelMapping mapParallel(const Kernel &kernel, const Attempt &attempt);

} // namespace loopyc

#endif
