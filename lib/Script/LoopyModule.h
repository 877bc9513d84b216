// Module `loopy`, its submodules, and `numpy` where there is none.
#ifndef LOOPYC_LIB_SCRIPT_LOOPYMODULE_H
#define LOOPYC_LIB_SCRIPT_LOOPYMODULE_H

#include <pybind11/pybind11.h>

namespace loopyc {
namespace script {

// Makes the modules and enters them into sys.modules. Once in a process.
void addLoopyModules();

// Functions and classes of the seeds that this loopyc does not have; calling
// one is an error that says so.
void addMissingFunctions(pybind11::module_ &module);

} // namespace script
} // namespace loopyc

#endif
