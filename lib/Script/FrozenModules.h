// What the interpreter reads whenever it starts, as a part of the program.
#ifndef LOOPYC_LIB_SCRIPT_FROZENMODULES_H
#define LOOPYC_LIB_SCRIPT_FROZENMODULES_H

namespace loopyc {
namespace script {

// Before the interpreter starts.
void useFrozenModules();

} // namespace script
} // namespace loopyc

#endif
