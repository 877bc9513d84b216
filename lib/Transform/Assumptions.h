// What a kernel assumes of its parameters, and one condition more.
#ifndef LOOPYC_LIB_TRANSFORM_ASSUMPTIONS_H
#define LOOPYC_LIB_TRANSFORM_ASSUMPTIONS_H

#include "loopyc/IR/Kernel.h"

#include <string>

namespace loopyc {

// In messages.
inline constexpr const char *assumeName = "assume";

// { parameters : assumptions and condition }, simplified: what is known already
// adds nothing. UserError if no values meet it: of the parameters' types, with
// what is assumed already, or with extents of arrays that are not negative; and
// if it is too complex to be decided. `text` is how the script wrote it.
poly::Set withCondition(const Kernel &kernel, const poly::Set &condition,
                        const std::string &text);

} // namespace loopyc

#endif
