// Where data flows into temporaries of other kernels, the fused kernel and its
// sources differ: there, such a variable has no value. What depends on it
// cannot be compared with the sources (Origin::undefined).
#ifndef LOOPYC_LIB_TRANSFORM_UNDEFINEDINSOURCE_H
#define LOOPYC_LIB_TRANSFORM_UNDEFINEDINSOURCE_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {

class UndefinedInSource {
public:
  // The variables of a kernel that have no value, with what is to blame.
  using Reasons = std::map<std::string, std::string>;

  // To be called in the order in which the kernels run. `received`: the
  // temporaries that data flows into.
  void addKernel(const Kernel &kernel, const Reasons &received);

  // In the fused kernel's origins.
  void record(std::vector<Origin> &origins) const;

private:
  void addKnown(const std::vector<Origin> &origins);

  Reasons arguments;
  std::string run; // likewise of all that the sources do; "" if defined
};

} // namespace loopyc

#endif
