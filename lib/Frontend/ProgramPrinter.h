// Programs as text for people, and for tests.
#ifndef LOOPYC_LIB_FRONTEND_PROGRAMPRINTER_H
#define LOOPYC_LIB_FRONTEND_PROGRAMPRINTER_H

#include "Program.h"

#include <string>

namespace loopyc {
namespace frontend {

// Procedures with their numbers, statements in the notation of expressions
// (elements of arrays from 0, in brackets) or of Fortran (array views, in
// parentheses), and behind '!' why a kernel cannot have them.
std::string programStr(const Program &program);

} // namespace frontend
} // namespace loopyc

#endif
