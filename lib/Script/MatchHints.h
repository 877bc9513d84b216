// What a query that selects nothing may have meant.
#ifndef LOOPYC_LIB_SCRIPT_MATCHHINTS_H
#define LOOPYC_LIB_SCRIPT_MATCHHINTS_H

#include "loopyc/Script/Match.h"

#include <string>

namespace loopyc {
namespace script {

// "; did you mean 'id:x_0'?" for names that the kernel has not; "" if it has
// all of them, or none that is like them.
std::string hintFor(const StackMatch &query, const Kernel &kernel);

} // namespace script
} // namespace loopyc

#endif
