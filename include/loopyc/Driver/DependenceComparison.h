// What lib/Analysis says of a kernel's dependences, measured by what a run in
// reference order shows: every conflict must follow from the relations, and
// where everything is affine, flow must be that of the values.
#ifndef LOOPYC_DRIVER_DEPENDENCECOMPARISON_H
#define LOOPYC_DRIVER_DEPENDENCECOMPARISON_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Verify/Reference.h"

#include <map>
#include <memory>
#include <string>

namespace loopyc {
namespace driver {

class DependenceComparison {
public:
  explicit DependenceComparison(const Kernel &kernel);
  ~DependenceComparison();

  // Throws UserError that names two instances.
  void examine(const verify::Trace &trace,
               const std::map<std::string, int64_t> &sizes);
  // Were all runs left out, because they have too many instances?
  bool leftOut() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace driver
} // namespace loopyc

#endif
