// What a kernel reads and nothing sets. A kernel may be made without what sets
// a temporary: the script may add that, or fuse it with one that does. So
// making it warns, and whoever is about to generate code refuses it.
#ifndef LOOPYC_KERNELLANGUAGE_UNSET_H
#define LOOPYC_KERNELLANGUAGE_UNSET_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace language {

// Throws UserError at an instruction that reads a temporary to which none
// assigns, in a kernel that was made of texts alone.
void requireSetTemporaries(const Kernel &kernel);

} // namespace language
} // namespace loopyc

#endif
