// An instruction that is said to be atomic is an update, x = x op e, which is
// seen only once the types in it are known: of another type than x, the sum is
// converted, and none. Until then it bears a tag, which no one sees.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_OPENATOMICS_H
#define LOOPYC_LIB_KERNELLANGUAGE_OPENATOMICS_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace language {

inline constexpr char openAtomic[] = " atomic";

// With its types, it may be one.
void settleAtomic(Instruction &insn);
// Throws UserError for one whose types are not known, or that is none.
void requireNoOpenAtomics(const Kernel &kernel);

} // namespace language
} // namespace loopyc

#endif
