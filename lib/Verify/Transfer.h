// Between what a call passes and a kernel's memory, through the layout that
// the kernel gives its arguments.
#ifndef LOOPYC_LIB_VERIFY_TRANSFER_H
#define LOOPYC_LIB_VERIFY_TRANSFER_H

#include "Memory.h"
#include "loopyc/Verify/Contents.h"

namespace loopyc {
namespace verify {

// The sizes under the kernel's names.
Sizes sizesFor(const Kernel &kernel, const Contents &contents,
               const ArgumentNames &names);

// Throw Fault where the layout leads outside of the array.
void loadArguments(const Contents &contents, const ArgumentNames &names,
                   const Layouts &layouts, const Sizes &sizes, Memory &memory);
// Tables of constants, whose memory is among the spaces.
void loadTables(const Layouts &layouts, Memory &memory);
void storeArguments(Memory &memory, const ArgumentNames &names,
                    const Layouts &layouts, const Sizes &sizes,
                    Contents &contents);

} // namespace verify
} // namespace loopyc

#endif
