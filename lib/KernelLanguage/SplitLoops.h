// Loops that open once for the writer of a temporary array and again for its
// reader, for that reads what other iterations wrote:
//
//   <> t[i] = a[i]                    all i, then
//   b[i] = t[i] + sum(k, t[k])        all i
//
// A dependence acts within the loops that both are in (seed 001, rule 2), which
// would leave t[k] unset; that the writer is done first is the only order in
// which the array has a meaning. It is what a barrier between work-items gives
// (seed 004, "Temporaries in local memory"). Of arguments, which have values
// from before, nothing is read into the text: there, it is a conflict.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_SPLITLOOPS_H
#define LOOPYC_LIB_KERNELLANGUAGE_SPLITLOOPS_H

#include "Builder.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace loopyc {
namespace language {

// By two statements, the first of which writes.
using SplitLoops = std::map<std::pair<size_t, size_t>, std::set<std::string>>;

SplitLoops splitLoops(const Building &building, const Kernel &kernel);

} // namespace language
} // namespace loopyc

#endif
