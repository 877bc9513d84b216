// What loops keep in an element of an array, in a scalar.
#ifndef LOOPYC_LIB_LOWER_SCANS_RUNNINGSCALAR_H
#define LOOPYC_LIB_LOWER_SCANS_RUNNINGSCALAR_H

#include "Scans/NestEditor.h"

#include <string>
#include <vector>

namespace loopyc {

// What one value is known of for each iteration of the loops around.
poly::Names knownIn(const Kernel &kernel,
                    const std::vector<std::string> &around);

// Of the iterations around, those for which there are instances; none if they
// are all.
std::vector<Predicate> whereThereAre(const Kernel &kernel,
                                     const poly::Set &instances,
                                     const std::vector<std::string> &around);

// The scalar in the place of elements of the array. What a script says of that,
// it says of this.
Expr runningScalar(NestEditor &editor, const std::string &array, Type type,
                   const SourceRange &range);

// A step that belongs to the instruction.
Instruction stepOf(const Instruction &of, const std::string &suffix,
                   const std::vector<std::string> &inames, const Expr &to,
                   const Expr &from);

} // namespace loopyc

#endif
