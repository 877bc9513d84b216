// The rule for make that -M and its relatives write: what an output depends
// on, in gcc's format.
#ifndef LOOPYC_DRIVER_DEPFILE_H
#define LOOPYC_DRIVER_DEPFILE_H

#include "loopyc/Driver/Options.h"

#include <string>
#include <vector>

namespace loopyc {
namespace driver {

// As gcc -MQ: what make would take for its own.
std::string quotedForMake(const std::string &text);

// `dependencies`: the input first, then the others; repetitions and, without
// `withSystem`, files of the system are left out. `outputs` are the targets
// where the options give none.
std::string depfileText(const DepfileOptions &options,
                        const std::vector<std::string> &outputs,
                        const std::vector<std::string> &dependencies);

} // namespace driver
} // namespace loopyc

#endif
