// What few scripts use is made when it is asked for first, since making all of
// it took as long as translating a small kernel does: names of module `loopy`,
// and modules.
#ifndef LOOPYC_LIB_SCRIPT_LATENAMES_H
#define LOOPYC_LIB_SCRIPT_LATENAMES_H

#include <pybind11/pybind11.h>

#include <functional>
#include <string>
#include <vector>

namespace loopyc {
namespace script {

// `add` binds all of `names` in module `loopy`.
void addLateNames(const std::vector<const char *> &names,
                  std::function<void(pybind11::module_ &)> add);
// Of `loopy`, as it is in the module from now on; null if it is no late name.
pybind11::object lateName(const std::string &name);
// All of them, made or not.
const std::vector<const char *> &lateNames();

// Makes `import qualified` find a module where nothing else does.
void addLateModule(const std::string &qualified,
                   std::function<pybind11::module_()> make);
// `parent.name`, imported; null if there is none.
pybind11::object lateModule(const std::string &parent, const std::string &name);

} // namespace script
} // namespace loopyc

#endif
