// The embedded Python: started once, never ended, independent of the
// environment and of installed packages' start-up code.
#ifndef LOOPYC_LIB_SCRIPT_INTERPRETER_H
#define LOOPYC_LIB_SCRIPT_INTERPRETER_H

namespace loopyc {
namespace script {

// Throws InternalError if Python cannot start.
void startPython();

} // namespace script
} // namespace loopyc

#endif
