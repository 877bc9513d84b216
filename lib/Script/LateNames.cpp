#include "LateNames.h"

#include "llvm/Support/FileSystem.h"

#include <map>
#include <memory>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

// --- names of loopy

using AddNames = std::function<void(py::module_ &)>;

// By name; those that are bound together have one function, which is empty once
// it has been called. Not destroyed: the interpreter outlives static objects'
// destructors.
static auto &adders() {
  static auto *map = new std::map<std::string, std::shared_ptr<AddNames>>;
  return *map;
}

static std::vector<const char *> &names() {
  static std::vector<const char *> list;
  return list;
}

const std::vector<const char *> &script::lateNames() { return names(); }

void script::addLateNames(const std::vector<const char *> &added,
                          AddNames add) {
  auto shared = std::make_shared<AddNames>(std::move(add));
  for (const char *name : added) {
    names().push_back(name);
    adders().emplace(name, shared);
  }
}

py::object script::lateName(const std::string &name) {
  auto it = adders().find(name);
  // While they are being bound, pybind11 asks whether they are there.
  if (it == adders().end() || !*it->second)
    return {};
  AddNames add = std::move(*it->second);
  *it->second = nullptr;
  auto loopy = py::module_::import("loopy");
  add(loopy);
  return loopy.attr(name.c_str());
}

// --- modules

using MakeModule = std::function<py::module_()>;

static auto &makers() {
  static auto *map = new std::map<std::string, MakeModule>;
  return *map;
}

namespace {

// An importer that Python asks before it looks into folders, if none has the
// module, and after that.
struct LateModules {
  bool isLast;
};

} // namespace

// Is there a file that could be the module, or a place that is no folder?
static bool mayBeInstalled(const std::string &name) {
  for (py::handle entry : py::module_::import("sys").attr("path")) {
    std::string place = py::str(entry);
    if (place.empty() || llvm::sys::fs::exists(place + "/" + name) ||
        llvm::sys::fs::exists(place + "/" + name + ".py") ||
        llvm::sys::fs::is_regular_file(place))
      return true;
  }
  return false;
}

static py::object findSpec(py::object self, const std::string &name, py::object,
                           py::object) {
  if (!makers().count(name) ||
      (!self.cast<LateModules &>().isLast && mayBeInstalled(name)))
    return py::none();
  return py::module_::import("_frozen_importlib")
      .attr("ModuleSpec")(name, self, py::arg("is_package") = true);
}

static void addImporter() {
  py::class_<LateModules> importer(py::handle(), "LateModules");
  importer
      .def("find_spec", &findSpec, py::arg("name"), py::arg("path"),
           py::arg("target") = py::none())
      .def("create_module",
           [](LateModules &, py::object spec) {
             return makers().at(py::str(spec.attr("name")))();
           })
      .def("exec_module", [](LateModules &, py::object) {});
  py::object importers = py::module_::import("sys").attr("meta_path");
  importers.attr("insert")(-1, LateModules{false});
  importers.attr("append")(LateModules{true});
}

void script::addLateModule(const std::string &qualified, MakeModule make) {
  if (makers().empty())
    addImporter();
  makers().emplace(qualified, std::move(make));
}

py::object script::lateModule(const std::string &parent,
                              const std::string &name) {
  std::string qualified = parent + "." + name;
  if (!makers().count(qualified))
    return {};
  return py::module_::import(qualified.c_str());
}
