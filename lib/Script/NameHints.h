// What a script may have meant by a name that Python does not find:
//
//   knl.split_iname("i", 16)   =>  lp.split_iname(KERNEL, ...)
//   SORCE                      =>  SOURCE
//   t.go                       =>  t["go"]
#ifndef LOOPYC_LIB_SCRIPT_NAMEHINTS_H
#define LOOPYC_LIB_SCRIPT_NAMEHINTS_H

#include <pybind11/pybind11.h>

#include <string>

namespace loopyc {
namespace script {

// Behind the message of a NameError or AttributeError, whose traceback ends
// where it was raised; "" where there is nothing to say.
std::string nameHint(pybind11::handle exception, pybind11::handle trace);

} // namespace script
} // namespace loopyc

#endif
