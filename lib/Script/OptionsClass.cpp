#include "OptionsClass.h"

#include "Arguments.h"
#include "NumpyModule.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Parameters.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

namespace {

struct OptionsHandle {
  OptionValues values;
};

} // namespace

static bool isListed(py::handle value) {
  return PyList_Check(value.ptr()) || PyTuple_Check(value.ptr()) ||
         PyAnySet_Check(value.ptr());
}

// "a, b" of a list of names, too; a type by its name.
static std::string optionText(py::handle value) {
  if (!PyUnicode_Check(value.ptr()) && !PyBool_Check(value.ptr()))
    if (std::optional<Type> type = toType(value))
      return type->str();
  if (!isListed(value))
    return textOf(value);
  std::string text;
  for (py::handle item : py::reinterpret_borrow<py::iterable>(value))
    text += (text.empty() ? "" : ", ") + textOf(item);
  return text;
}

static py::object optionValue(const std::string &text) {
  if (text == "True" || text == "False")
    return py::bool_(text == "True");
  return py::str(text);
}

void script::addOptionValues(const py::dict &given, OptionValues &to) {
  for (auto item : given)
    to[textOf(item.first)] = optionText(item.second);
}

static bool addOption(py::handle given, OptionValues &to) {
  if (py::isinstance<OptionsHandle>(given)) {
    for (const auto &[name, value] : given.cast<const OptionsHandle &>().values)
      to[name] = value;
    return true;
  }
  if (!PyUnicode_Check(given.ptr()))
    return false;
  for (const std::string &text : splitNames(bytesOf(given))) {
    auto [name, value] = llvm::StringRef(text).split('=');
    bool isFlag = text.find('=') == std::string::npos;
    to[name.trim().str()] = isFlag ? "True" : value.trim().str();
  }
  return true;
}

bool script::addOptions(py::handle given, OptionValues &to) {
  if (!isListed(given))
    return addOption(given, to);
  for (py::handle item : py::reinterpret_borrow<py::iterable>(given))
    if (!addOption(item, to))
      return false;
  return true;
}

static py::object valueOf(const OptionsHandle &handle,
                          const std::string &name) {
  auto found = handle.values.find(name);
  return optionValue(found == handle.values.end() ? unsetOption(name)
                                                  : found->second);
}

static OptionsHandle madeOptions(py::args texts, py::kwargs values) {
  OptionsHandle handle;
  if (!addOptions(texts, handle.values))
    raiseTypeError("lp.Options takes names, texts NAME=VALUE and NAME=VALUE");
  addOptionValues(values, handle.values);
  for (const auto &[name, value] : handle.values)
    requireOption(name, value);
  return handle;
}

static std::string text(const OptionsHandle &handle) {
  std::string text;
  for (const auto &[name, value] : handle.values)
    text += (text.empty() ? "" : ", ") + name + "=" +
            textOf(py::repr(optionValue(value)));
  return "Options(" + text + ")";
}

static py::dict asDict(const OptionsHandle &handle) {
  py::dict dict;
  for (const auto &[name, value] : handle.values)
    dict[py::str(name)] = value;
  return dict;
}

void script::addOptionsClass(py::module_ &module) {
  using H = OptionsHandle;
  py::class_<H>(module, "Options",
                "Options(*names, **values): options of a kernel, as "
                "set_options takes them. Those that are not given have "
                "the values that they have unless they are set.")
      .def(py::init(&madeOptions))
      .def("__getattr__",
           [](const H &h, const std::string &name) {
             if (name.rfind("__", 0) == 0) // asked for by Python itself
               throw py::attribute_error(name);
             try {
               return valueOf(h, name);
             } catch (const UserError &error) { // for hasattr
               throw py::attribute_error(error.what());
             }
           })
      .def("__getitem__", &valueOf)
      .def("__contains__",
           [](const H &h, const std::string &name) {
             return h.values.count(name) > 0;
           })
      .def("__iter__", [](const H &h) { return py::iter(asDict(h)); })
      .def("__len__", [](const H &h) { return h.values.size(); })
      .def("__eq__",
           [](const H &a, py::object b) {
             if (py::isinstance<H>(b))
               return a.values == b.cast<const H &>().values;
             return PyDict_Check(b.ptr()) && asDict(a).equal(b);
           })
      .def("__str__", &text)
      .def("__repr__", &text);
}

py::object script::optionsObject(OptionValues values) {
  return py::cast(OptionsHandle{std::move(values)});
}
