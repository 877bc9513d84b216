// When loopyc itself is at fault: one message with the stage's name and a
// request to report, and exit status 70, for exceptions, aborts and crashes.
#ifndef LOOPYC_DRIVER_CRASHHANDLER_H
#define LOOPYC_DRIVER_CRASHHANDLER_H

namespace loopyc {
namespace driver {

constexpr int exitDone = 0;
constexpr int exitInputFault = 1;
constexpr int exitUsage = 2;
constexpr int exitInternalFault = 70;

// Signals, std::terminate, LLVM's fatal errors; for the calling thread, which
// is the one that translates. An overflow of the deep stack is an error in the
// input: exitInputFault.
void installCrashHandler();

// Says that loopyc is at fault and returns exitInternalFault.
int reportInternalFault(const char *what);

} // namespace driver
} // namespace loopyc

#endif
