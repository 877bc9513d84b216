// lp.Options: values of a kernel's options, by name.
#ifndef LOOPYC_LIB_SCRIPT_OPTIONSCLASS_H
#define LOOPYC_LIB_SCRIPT_OPTIONSCLASS_H

#include <pybind11/pybind11.h>

#include <map>
#include <string>

namespace loopyc {
namespace script {

using OptionValues = std::map<std::string, std::string>;

void addOptionsClass(pybind11::module_ &module);

pybind11::object optionsObject(OptionValues values);

// Adds what "write_code, index_dtype=int64", a list of such texts or an
// lp.Options says; false if it is none of these.
bool addOptions(pybind11::handle given, OptionValues &to);
// {name: value}
void addOptionValues(const pybind11::dict &given, OptionValues &to);

} // namespace script
} // namespace loopyc

#endif
