// --set NAME=VALUE: a Python literal, as ast.literal_eval takes it, without
// the time that importing ast costs.
#ifndef LOOPYC_LIB_SCRIPT_LITERAL_H
#define LOOPYC_LIB_SCRIPT_LITERAL_H

#include <pybind11/pybind11.h>

#include <string>

namespace loopyc {
namespace script {

// Numbers, strings, bytes, True, False, None, and tuples, lists, sets and
// dictionaries of these; anything else is the text itself, as a string.
pybind11::object literalOrString(const std::string &text);

} // namespace script
} // namespace loopyc

#endif
