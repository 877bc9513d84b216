// Between C++'s errors and Python's: a UserError inside a function of module
// `loopy` is a loopy.LoopyError to the script, which may catch it; an exception
// that the script does not catch is a UserError at the script's line.
#ifndef LOOPYC_LIB_SCRIPT_PYTHONERRORS_H
#define LOOPYC_LIB_SCRIPT_PYTHONERRORS_H

#include "loopyc/Support/Diagnostic.h"

#include <pybind11/pybind11.h>

namespace loopyc {
namespace script {

class Session;

// loopy.LoopyError and its kin, added to the module.
void addErrorClasses(pybind11::module_ &module);

// Their kin by the seeds' names, in loopy.diagnostic.
void addDiagnosticClasses(pybind11::module_ &diagnostic);
// Raises the error as one of these.
[[noreturn]] void raiseAs(const char *name, const UserError &error);

// Sets the Python error that stands for the exception being handled; for
// catch (...) blocks between Python and C++.
void setPythonError() noexcept;

// What to throw from runScript for an exception that the script did not catch.
// Throws InternalError where it stands for one.
UserError uncaught(pybind11::error_already_set &error, const Session &session);

} // namespace script
} // namespace loopyc

#endif
