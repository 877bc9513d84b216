// Each variable in the schedule: its accesses in order, its values in storage
// that is theirs for as long as they live, and in the copy of who reads them.
#ifndef LOOPYC_LIB_VERIFY_STORAGE_H
#define LOOPYC_LIB_VERIFY_STORAGE_H

#include "Pairs.h"

namespace loopyc {
namespace verify {

void verifyStorage(const std::map<std::string, UsedVariable> &variables,
                   Pairs &pairs);

} // namespace verify
} // namespace loopyc

#endif
