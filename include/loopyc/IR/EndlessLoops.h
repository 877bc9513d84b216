// Loops that only a condition ends (Fortran's `do while`, `do` without a loop
// variable): an iname whose range nothing runs through, all of whose
// instructions have a guard that they change.
//
//   { [iteration] : 0 <= iteration < 2^62 }
//     if (going) x = x/2
//     if (going) going = x > 1
#ifndef LOOPYC_IR_ENDLESSLOOPS_H
#define LOOPYC_IR_ENDLESSLOOPS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <cstdint>
#include <string>

namespace loopyc {

constexpr int64_t endlessIterations = int64_t{1} << 62;

// { [iname] : 0 <= iname < 2^62 }
poly::Set endlessDomain(const std::string &iname);
bool isEndless(const Kernel &kernel, const std::string &iname);

// The work-items of a group would have to end it together, which none can know
// of the others.
UserError endsForAll(const std::string &iname, const SourceRange &first);

} // namespace loopyc

#endif
