// What the transformations that rewrite values have in common: who writes what
// they read, and what to say when a value would change.
#ifndef LOOPYC_LIB_TRANSFORM_DATAFLOW_H
#define LOOPYC_LIB_TRANSFORM_DATAFLOW_H

#include "loopyc/Analysis/ReferenceTimes.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <string>
#include <vector>

namespace loopyc {

// Does the expression read a variable that the kernel writes?
bool readsWritten(const Kernel &kernel, const Expr &value);
// Does an instruction, rule or domain mention the variable?
bool isMentioned(const Kernel &kernel, const std::string &variable);
// Removes the instruction and what others say of it.
void removeInstruction(Kernel &kernel, const std::string &id);

// "i = 0, k = 3": the inames, of the instance that the mark says, that the
// point knows.
std::string iterationStr(const std::vector<std::string> &inames,
                         const poly::Point &point, Mark mark = Mark::None);
// ", for example from (i = 0) to (i = 1)" for a pair of the relation; the
// sink's inames carry a prime.
std::string pairStr(const Kernel &kernel, const Instruction &source,
                    const Instruction &sink, const poly::Set &pairs);
// `value` (a phrase that names the value and its reader) changes in between.
UserError clobberError(const Kernel &kernel, const Clobber &clobber,
                       const std::string &value, const Instruction &reader,
                       const std::string &remedy = "");

} // namespace loopyc

#endif
