// Where something is asked whose answer is for no user to see, or will be asked
// again.
#ifndef LOOPYC_SUPPORT_NOWARNINGS_H
#define LOOPYC_SUPPORT_NOWARNINGS_H

#include "loopyc/Support/Diagnostic.h"

namespace loopyc {

// While it lives, warnings go nowhere (those of `warn`).
class NoWarnings {
public:
  NoWarnings() : engine(currentDiagnostics()) {
    setCurrentDiagnostics(nullptr);
  }
  ~NoWarnings() { setCurrentDiagnostics(engine); }
  NoWarnings(const NoWarnings &) = delete;
  NoWarnings &operator=(const NoWarnings &) = delete;

private:
  DiagnosticEngine *engine;
};

} // namespace loopyc

#endif
