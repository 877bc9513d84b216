// What `do concurrent`, and directives for threads, assert of iterations, held
// against the dependences.
#ifndef LOOPYC_LIB_FRONTEND_CONCURRENTLOOPS_H
#define LOOPYC_LIB_FRONTEND_CONCURRENTLOOPS_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

struct ConcurrentLoop {
  std::vector<std::string> inames; // of its indices
  std::map<std::string, ReductionOp> reduced;
  SourceRange range;
  std::string construct = "do concurrent"; // that says so
  std::set<std::string> unsaid = {};       // variables of which it does not
};

// Warns where an iteration certainly uses, or overwrites, what another one
// assigns, and where a variable is reduced in another way than it says: loopyc
// goes by the dependences.
void checkConcurrentLoops(const Kernel &kernel,
                          const std::vector<ConcurrentLoop> &loops);

// Where data choose the element that a statement assigns, no dependences are
// known, and its iterations are believed to assign others each: as add_nosync
// says. Of statements in no other loops, for only then are their instances the
// iterations.
//   do concurrent (i = 1:n); a(ix(i)) = b(i); end do
Kernel withBelievedLoops(Kernel kernel,
                         const std::vector<ConcurrentLoop> &loops);

} // namespace frontend
} // namespace loopyc

#endif
