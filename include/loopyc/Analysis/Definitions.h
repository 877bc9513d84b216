// What a scalar certainly is where it is used.
#ifndef LOOPYC_ANALYSIS_DEFINITIONS_H
#define LOOPYC_ANALYSIS_DEFINITIONS_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <set>
#include <string>

namespace loopyc {

// The assignment of a scalar that its user sees, if it is one of the same
// iteration that happens whenever the user runs; null if that is not certain.
const Instruction *definitionBefore(const Kernel &kernel,
                                    const std::string &scalar,
                                    const Instruction &user);

// Does the one run before the other, in each iteration in which that runs?
bool isCertainlyBefore(const Kernel &kernel, const Instruction &a,
                       const Instruction &b);

// What the instruction reads: in values, subscripts, conditions, and bounds of
// its loops.
std::set<std::string> namesRead(const Kernel &kernel, const Instruction &insn);

// Scalars that have one value wherever they are used: integers that are
// assigned once, outside of all loops and conditions and before their users,
// sums and products of arguments; or that the host so computes. With these.
//   i_hi = n*m;  for j ... for i in 0 .. i_hi - 1
std::map<std::string, Expr> constantScalars(const Kernel &kernel);

} // namespace loopyc

#endif
