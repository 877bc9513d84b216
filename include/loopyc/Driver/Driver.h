// The loopyc command: from arguments to an exit status.
#ifndef LOOPYC_DRIVER_DRIVER_H
#define LOOPYC_DRIVER_DRIVER_H

namespace loopyc {
namespace driver {

// 0 done; 1 the input is at fault, and no output file was touched; 2 usage;
// 70 loopyc is at fault.
int runLoopyc(int argc, const char *const *argv);

} // namespace driver
} // namespace loopyc

#endif
