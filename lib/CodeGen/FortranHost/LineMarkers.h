// Lines "# 12 "step.f90"" in stubs (-g), by which compilers, and so debuggers
// and messages of the runtime, name lines of the source for those of the stub.
#ifndef LOOPYC_LIB_CODEGEN_FORTRANHOST_LINEMARKERS_H
#define LOOPYC_LIB_CODEGEN_FORTRANHOST_LINEMARKERS_H

#include <string>

namespace loopyc {
namespace codegen {

// What follows is the line of the file; with the end of a line behind it.
std::string lineMarker(const std::string &file, int line);

// Generated lines, all of which stand for one line of the file.
std::string markedAs(const std::string &file, int line,
                     const std::string &text);

} // namespace codegen
} // namespace loopyc

#endif
