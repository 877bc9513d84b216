// A script runs in loopyc's process, which ends with status 0 only where its
// outputs are complete: while the script runs, it can neither end the process
// as if that were so nor put another program in its place.
#ifndef LOOPYC_LIB_SCRIPT_PROCESSGUARD_H
#define LOOPYC_LIB_SCRIPT_PROCESSGUARD_H

namespace loopyc {
namespace script {

// os._exit, os.abort and os.exec* become errors of the script. Once, when
// Python has started.
void guardProcessFunctions();

// While one exists, an end of the process by other means (C's exit by ctypes,
// say) is an error, too.
class ProcessGuard {
public:
  ProcessGuard();
  ~ProcessGuard();
  ProcessGuard(const ProcessGuard &) = delete;

  // Ends a process that the script forked and that came out of it; only the
  // first goes on.
  static void endForked(bool failed);
};

} // namespace script
} // namespace loopyc

#endif
