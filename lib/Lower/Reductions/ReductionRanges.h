// The ranges of inames that are reduced over, or that tell elements apart, and
// inames from 0 in their place.
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_REDUCTIONRANGES_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_REDUCTIONRANGES_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Over all iterations of the loops around.
struct InameRange {
  Expr low, count; // in the parameters
  // { iname - low }, as the only dimension `dim`.
  poly::Set offsets(const std::string &dim) const;

  poly::Set values; // over iname and parameters; flat
  std::string iname;
  poly::PwAff least;
};

// Throws UserError where it has no bounds.
InameRange rangeOf(const Kernel &kernel, const std::string &iname);

} // namespace loopyc

#endif
