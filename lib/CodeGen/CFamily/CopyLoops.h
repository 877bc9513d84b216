// Loops that fill temporaries from global memory, with as many iterations in
// each group, whatever of the footprint there is:
//
//   for (i = 0; 16*i + lid(0) < min(64, n - 64*gid(0)); ++i)  t[16*i + lid(0)] = a[...]
//     ->  for (i = 0; i < 4; ++i)
//           if (64*gid(0) + 16*i + lid(0) < n)  t[16*i + lid(0)] = a[...]
//
// A compiler unrolls the second, makes predicates of the conditions, and has
// all loads on their way at once. Nothing is loaded that was not.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_COPYLOOPS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_COPYLOOPS_H

#include "loopyc/Schedule/ScheduledKernel.h"

#include <map>

namespace loopyc {
namespace codegen {

struct CopyLoops {
  poly::Set domain; // flat: of constant loops
  Expr inside;      // the points of it at which the run is
  poly::Names loops;
};

// Of the runs whose loops are not constant where `facts` hold.
std::map<const StatementRun *, CopyLoops>
constantCopyLoops(const ScheduledKernel &kernel, const poly::Set &facts);

} // namespace codegen
} // namespace loopyc

#endif
