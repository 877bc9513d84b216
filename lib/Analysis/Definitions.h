// What a scalar certainly is where it is used.
#ifndef LOOPYC_LIB_ANALYSIS_DEFINITIONS_H
#define LOOPYC_LIB_ANALYSIS_DEFINITIONS_H

#include "loopyc/IR/Kernel.h"

#include <string>

namespace loopyc {

// The only assignment of a scalar, if it stands before its user in the same
// iteration, and happens whenever that runs; null if there is none.
const Instruction *definitionBefore(const Kernel &kernel,
                                    const std::string &scalar,
                                    const Instruction &user);

} // namespace loopyc

#endif
