// Data of which each iteration of some loops has a copy of its own.
#ifndef LOOPYC_TRANSFORM_PRIVATIZE_H
#define LOOPYC_TRANSFORM_PRIVATIZE_H

#include "loopyc/Transform/Common.h"

#include <string>
#include <vector>

namespace loopyc {

//   do i: do s: w[s] = x[i + s]            do i: do s: w[s; i] = x[i + s]
//         do s: y[i] = y[i] + w[s]   ->          do s: y[i] = y[i] + w[s; i]
// Each iteration of the inames has a w of its own, of which no more are kept
// than live at once. What dataflow leaves open is asserted: that no iteration
// reads what another wrote, or what was there before, and that nothing after
// the loops reads what they wrote. Where dataflow shows the opposite, it is
// refused. In the place of an argument, or of what other loops use, too, stands
// a temporary.
Kernel privatize(const Kernel &kernel,
                 const std::vector<std::string> &variables,
                 const std::vector<std::string> &inames,
                 Remarks *remarks = nullptr);

//   w[s]  ->  w[s, i]
// The same with an element of memory for each iteration: the last iname varies
// fastest; one tagged vec is the component of a short vector. What has an axis
// of an iname gets no other. Without `variables`: all temporaries that
// instructions within the inames write.
Kernel privatizeTemporariesWithInames(const Kernel &kernel,
                                      const std::vector<std::string> &inames,
                                      std::vector<std::string> variables = {},
                                      Remarks *remarks = nullptr);

//   w[s, i]  ->  w[s]
// The way back, for axes of which each iteration uses an element of its own
// alone: refused where another's value would be read then. Without `variables`:
// all temporaries that have such an axis.
Kernel
unprivatizeTemporariesWithInames(const Kernel &kernel,
                                 const std::vector<std::string> &inames,
                                 std::vector<std::string> variables = {});

// Every reference to the variable as one to `name`, with more subscripts at
// position `at`.
InstructionPtr withCopies(const InstructionPtr &insn,
                          const std::string &variable, const std::string &name,
                          size_t at, const std::vector<Expr> &extra);

} // namespace loopyc

#endif
