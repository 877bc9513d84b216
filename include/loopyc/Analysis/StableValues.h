// Whether an expression has one value at two statements: nothing in between
// writes what it reads.
#ifndef LOOPYC_ANALYSIS_STABLEVALUES_H
#define LOOPYC_ANALYSIS_STABLEVALUES_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {

class StableValues {
public:
  explicit StableValues(const Kernel &kernel);

  // Within one iteration of the first `depth` loops of the reference order,
  // which `a` and `b` have in common. Errs on the side of false.
  bool between(const Instruction &a, const Instruction &b, int depth,
               const Expr &value) const;

private:
  std::map<std::string, std::vector<const Instruction *>> writers;
};

} // namespace loopyc

#endif
