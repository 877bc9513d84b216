// Scalars that the kernel computes, and that bound its loops: the host knows
// them before a launch only where it can compute them, too.
#ifndef LOOPYC_LIB_LOWER_COMPUTEDSCALARS_H
#define LOOPYC_LIB_LOWER_COMPUTEDSCALARS_H

#include "loopyc/IR/Kernel.h"

#include <optional>
#include <set>
#include <string>

namespace loopyc {

// The parameters of the kernel that the host knows: everything in its domains
// but inames and data.
poly::Names sizeParameters(const Kernel &kernel);

// { iname, those that its bounds mention : it has this value }
poly::Set rangeSet(const Kernel &kernel, const std::string &iname);

class ComputedScalars {
public:
  explicit ComputedScalars(const Kernel &kernel) : kernel(kernel) {}

  // Parameters of the set that the kernel computes, and the host cannot.
  std::set<std::string> in(const poly::Set &set);
  // Those without which the iname has no end that the host knows.
  std::set<std::string> endsOf(const std::string &iname);
  // Scalars that the host computes, too.
  const std::set<std::string> &ofHost();

private:
  const Kernel &kernel;
  std::optional<std::set<std::string>> hosts; // once it was asked for
};

} // namespace loopyc

#endif
