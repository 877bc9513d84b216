// A Procedure to a Kernel: loops become inames with domains, conditions
// become predicates, source order becomes the reference order.
//
//   do i = lo, hi, s      iname i, from 0; lo + s*i in the variable's place
//   if (c) ...            predicate c, by way of a temporary where a branch may
//                         change what c reads
//   a bound that is data  a temporary i_lo or i_hi, assigned before the loop
//   do; ...; end do       iname iteration, without an end; a flag guards what is
//                         inside
#ifndef LOOPYC_LIB_FRONTEND_KERNELBUILDER_H
#define LOOPYC_LIB_FRONTEND_KERNELBUILDER_H

#include "ConcurrentLoops.h"
#include "Program.h"
#include "loopyc/Frontend/Directives.h"
#include "loopyc/Frontend/Survey.h"
#include "loopyc/IR/Kernel.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// A loop of the main file.
struct SourceLoop {
  std::string iname;
  std::vector<std::string> around; // inames of the loops that it stands in
  int line = 0;
};

// What the kernel's loops say of themselves.
struct SaidOfLoops {
  std::vector<ConcurrentLoop> concurrent; // do concurrent
  std::vector<SourceLoop> loops;          // which directives may stand before
  // By inames: lines of the main file with the loops, or with the calls that
  // they came with; and the variables.
  std::map<std::string, LoopPlace> places;
};

// Throws UserError with the first reason that is recorded why there can be no
// kernel of the procedure. The indices of the regions that tag an instruction
// are added to `usedRegions`.
Kernel buildKernel(const Procedure &procedure,
                   const std::vector<TaggedRegion> &regions,
                   std::set<size_t> &usedRegions, SaidOfLoops *said = nullptr);

} // namespace frontend
} // namespace loopyc

#endif
