#include "KernelClass.h"

#include "Arguments.h"
#include "CodeClasses.h"
#include "ExpressionTexts.h"
#include "NumpyModule.h"
#include "OptionsClass.h"
#include "PythonErrors.h"
#include "Recipe.h"
#include "Remake.h"
#include "Session.h"
#include "ValueClasses.h"

#include "loopyc/Analysis/Dependences.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Transform/Common.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <pybind11/pybind11.h>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

using KernelPtr = std::shared_ptr<const Kernel>;

py::object script::toPython(KernelPtr kernel) {
  return py::cast(KernelHandle{std::move(kernel)});
}

py::object script::toPython(UnitHandle unit) {
  return py::cast(std::move(unit));
}

template <typename Handle> static const Handle *asHandle(py::handle object) {
  return py::isinstance<Handle>(object) ? &object.cast<const Handle &>()
                                        : nullptr;
}

const KernelHandle *script::asKernel(py::handle object) {
  return asHandle<KernelHandle>(object);
}

static const KernelHandle &kernelIn(py::handle given) {
  const KernelHandle *kernel = asKernel(given);
  if (!kernel)
    raiseTypeError("with_kernel: a kernel was expected, found " +
                   shortReprOf(given));
  return *kernel;
}
const UnitHandle *script::asUnit(py::handle object) {
  return asHandle<UnitHandle>(object);
}

// Lists of lists are as deep as this at most; one that holds itself is not.
static constexpr int deepestList = 100;

static bool appendKernels(py::handle object, int depth,
                          std::vector<KernelPtr> &all) {
  if (const KernelHandle *handle = asKernel(object)) {
    all.push_back(handle->kernel);
    return true;
  }
  if (const UnitHandle *unit = asUnit(object)) {
    all.insert(all.end(), unit->kernels.begin(), unit->kernels.end());
    return true;
  }
  if (const OpenHandle *open = asOpen(object))
    refuseOpen(*open);
  bool isList = PyList_Check(object.ptr()) || PyTuple_Check(object.ptr());
  if (!isList || depth == deepestList)
    return false;
  for (py::handle item : py::reinterpret_borrow<py::sequence>(object))
    if (!appendKernels(item, depth + 1, all))
      return false;
  return true;
}

std::optional<std::vector<KernelPtr>> script::kernelsOf(py::handle object) {
  std::vector<KernelPtr> all;
  if (!appendKernels(object, 0, all))
    return std::nullopt;
  return all;
}

// --- loopy.LoopKernel

std::string script::kernelText(const Kernel &kernel) {
  return kernelStr(kernel, dependencesStr(kernel, dependences(kernel)));
}

static py::list instructionList(const KernelHandle &handle) {
  py::list list;
  for (const InstructionPtr &insn : handle.kernel->instructions)
    list.append(toPython(handle.kernel, insn));
  return list;
}

static py::dict instructionsById(const KernelHandle &handle) {
  py::dict dict;
  for (const InstructionPtr &insn : handle.kernel->instructions)
    dict[py::str(insn->id)] = toPython(handle.kernel, insn);
  return dict;
}

static py::list argumentList(const KernelHandle &handle) {
  py::list list;
  for (const VariablePtr &var : handle.kernel->arguments)
    list.append(toPython(handle.kernel, var));
  return list;
}

static py::dict variableDict(const KernelPtr &kernel,
                             const std::vector<VariablePtr> &variables) {
  py::dict dict;
  for (const VariablePtr &var : variables)
    dict[py::str(var->name)] = toPython(kernel, var);
  return dict;
}

static py::dict inameDict(const KernelHandle &handle) {
  py::dict dict;
  for (const std::string &iname : handle.kernel->inames())
    dict[py::str(iname)] = handle.kernel->tagOf(iname).str();
  return dict;
}

static py::frozenset allInames(const KernelHandle &handle) {
  py::list list;
  for (const std::string &iname : handle.kernel->inames())
    list.append(iname);
  return py::frozenset(list);
}

static py::frozenset inameTags(const KernelHandle &handle,
                               const std::string &iname) {
  py::list list;
  InameTag tag =
      handle.kernel->tagOf(resolveIname(*handle.kernel, iname, "iname_tags"));
  if (!tag.isPlain())
    list.append(tag.str());
  return py::frozenset(list);
}

static py::list domainTexts(const KernelHandle &handle) {
  py::list list;
  for (const poly::Set &domain : handle.kernel->domains)
    list.append(textOfSet(domain.str()));
  return list;
}

static py::dict ruleDict(const KernelHandle &handle) {
  py::dict dict;
  for (const SubstitutionRule &rule : handle.kernel->rules) {
    std::string left = rule.name + "(";
    for (size_t i = 0; i < rule.parameters.size(); ++i)
      left += (i ? ", " : "") + rule.parameters[i];
    dict[py::str(rule.name)] = left + ") := " + rule.value.str();
  }
  return dict;
}

static py::list historyLines(const KernelHandle &handle) {
  py::list list;
  for (const HistoryEntry &entry : handle.kernel->history)
    list.append(entry.transformation + "(" + entry.arguments + ")");
  return list;
}

static py::object optionsOf(const KernelHandle &handle) {
  return optionsObject(handle.kernel->options.values);
}

static KernelHandle copied(const KernelHandle &handle, py::kwargs changes) {
  if (changes.size() != 1 || !changes.contains("name"))
    return changes.empty() ? handle : copiedWith(handle, changes);
  auto copy = std::make_shared<Kernel>(*handle.kernel);
  for (auto change : changes) {
    if (!PyUnicode_Check(change.second.ptr()))
      throw py::type_error("LoopKernel.copy: 'name' must be a string, found " +
                           shortReprOf(change.second));
    copy->name = bytesOf(change.second);
    if (!PyUnicode_IsIdentifier(change.second.ptr()) ||
        !llvm::all_of(copy->name, [](char c) { return llvm::isASCII(c); }))
      throw py::value_error("LoopKernel.copy: the name of a kernel must be an "
                            "identifier, found " +
                            shortReprOf(change.second));
  }
  return {copy, handle.made};
}

static py::tuple expressionTuple(const std::vector<Expr> &expressions) {
  py::list list;
  for (const Expr &e : expressions)
    if (std::optional<int64_t> value = asInteger(e))
      list.append(*value);
    else
      list.append(e.str());
  return py::tuple(list);
}

static py::tuple gridSize(const KernelHandle &handle) {
  ScheduledKernel scheduled =
      Session::current().host().scheduled(*handle.kernel);
  if (scheduled.launches)
    throw UserError(
        "kernel '" + handle.kernel->name + "' has " +
        std::to_string(launchesOf(scheduled).size()) +
        " launches, each with sizes of its own; --emit=stats lists them");
  std::vector<Expr> groups, locals;
  for (const HardwareAxis &axis : scheduled.axes)
    (axis.isGroup() ? groups : locals).push_back(axis.size);
  return py::make_tuple(expressionTuple(groups), expressionTuple(locals));
}

// --- a kernel as a translation unit of one: k, = fuse_kernels(...); k["name"]

static py::object itself(py::object kernel, py::object key) {
  const std::string &name = asKernel(kernel)->kernel->name;
  if (PyUnicode_Check(key.ptr())) {
    if (findName({name}, key.cast<std::string>()))
      return kernel;
    throw UserError("kernel '" + name + "' is not '" + key.cast<std::string>() +
                    "'");
  }
  if (long index = key.cast<long>(); index != 0 && index != -1)
    throw py::index_error("kernel " + std::to_string(index) +
                          " of a translation unit with 1 kernels");
  return kernel;
}

// "a, b", or names in a list, tuple or set.
static std::vector<std::string> entrypointNames(py::handle given) {
  std::vector<std::string> names;
  if (PyUnicode_Check(given.ptr()))
    return splitNames(bytesOf(given));
  bool isList = PyList_Check(given.ptr()) || PyTuple_Check(given.ptr()) ||
                PyAnySet_Check(given.ptr());
  if (isList)
    for (py::handle item : py::reinterpret_borrow<py::object>(given)) {
      isList = isList && PyUnicode_Check(item.ptr());
      if (isList)
        names.push_back(bytesOf(item));
    }
  if (!isList)
    throw py::type_error("with_entrypoints: expected names of kernels, as "
                         "\"a, b\" or as a list or set, found " +
                         shortReprOf(given));
  return names;
}

static py::object asEntrypoint(py::object kernel, py::object given) {
  const std::string &name = asKernel(kernel)->kernel->name;
  std::vector<std::string> names = entrypointNames(given);
  for (const std::string &wanted : names)
    if (!findName({name}, wanted))
      throw UserError("with_entrypoints: kernel '" + name + "' is not '" +
                      wanted + "'");
  if (names.empty())
    throw UserError("with_entrypoints: no kernel is named");
  return kernel;
}

static py::object refuseTarget(py::handle) {
  throw UserError("a kernel has no target in this loopyc: --target chooses");
}

static void refuseToRun(const KernelHandle &, py::args, py::kwargs) {
  throw UserError("a kernel cannot be called in a script: loopyc translates "
                  "kernels, and the generated launcher runs them; use "
                  "lp.auto_test_vs_ref or --check to test one");
}

static void addKernelClass(py::module_ &module) {
  auto gridSizeOf = [](const KernelHandle &handle, py::handle) {
    return gridSize(handle);
  };
  py::class_<KernelHandle>(module, "LoopKernel",
                           "One subroutine as loop domains, instructions and "
                           "data; never changes: transformations return new "
                           "ones.")
      .def_property_readonly(
          "name", [](const KernelHandle &h) { return h.kernel->name; })
      .def_property_readonly("instructions", &instructionList)
      .def_property_readonly("insns", &instructionList)
      .def_property_readonly("id_to_insn", &instructionsById)
      .def_property_readonly("inames", &inameDict)
      .def("all_inames", &allInames)
      .def("iname_tags", &inameTags)
      .def_property_readonly("args", &argumentList)
      .def_property_readonly("arg_dict",
                             [](const KernelHandle &h) {
                               return variableDict(h.kernel,
                                                   h.kernel->arguments);
                             })
      .def_property_readonly("temporary_variables",
                             [](const KernelHandle &h) {
                               return variableDict(h.kernel,
                                                   h.kernel->temporaries);
                             })
      .def_property_readonly("domains", &domainTexts)
      .def_property_readonly("domain_values",
                             [](const KernelHandle &h) {
                               py::list list;
                               for (const poly::Set &set : h.kernel->domains)
                                 list.append(setValue(set));
                               return list;
                             },
                             "The domains as values, lp.Set.")
      .def_property_readonly(
          "assumptions",
          [](const KernelHandle &h) { return h.kernel->assumptions.str(); })
      .def_property_readonly("substitutions", &ruleDict)
      .def_property_readonly("history", &historyLines)
      .def_property_readonly("options", &optionsOf)
      .def("copy", &copied)
      .def("get_grid_size_upper_bounds", gridSizeOf,
           py::arg("callables_table") = py::none(),
           "Sizes of the group and of the work-item axes, as two tuples. A "
           "table of functions is accepted: they are part of the kernel.")
      .def("get_grid_size_upper_bounds_as_exprs", gridSizeOf,
           py::arg("callables_table") = py::none())
      .def("__call__", &refuseToRun)
      .def("__len__", [](const KernelHandle &) { return 1; })
      .def("__iter__",
           [](py::object kernel) { return py::iter(py::make_tuple(kernel)); })
      .def("__getitem__", &itself)
      .def_property_readonly("default_entrypoint",
                             [](py::object kernel) { return kernel; })
      .def_property_readonly("entrypoints",
                             [](const KernelHandle &h) {
                               return py::frozenset(
                                   py::make_tuple(h.kernel->name));
                             })
      // Every function is an intrinsic, which needs no table.
      .def_property_readonly("callables_table",
                             [](const KernelHandle &) { return py::dict(); })
      .def("with_entrypoints", &asEntrypoint, py::arg("entrypoints"),
           "The kernel itself, as of a unit of one.")
      .def_property_readonly("target", &refuseTarget)
      .def("with_kernel",
           [](const KernelHandle &h, py::object given) {
             const KernelHandle &other = kernelIn(given);
             if (other.kernel->name != h.kernel->name)
               throw UserError("with_kernel: '" + other.kernel->name +
                               "' would stand in the place of '" +
                               h.kernel->name + "'");
             return given;
           },
           "The kernel itself, as of a unit of one.")
      .def(
          "stringify",
          [](const KernelHandle &h, bool dependencies) {
            return dependencies ? kernelText(*h.kernel) : kernelStr(*h.kernel);
          },
          py::arg("with_dependencies") = false)
      .def("__str__",
           [](const KernelHandle &h) { return kernelText(*h.kernel); })
      .def("__repr__",
           [](const KernelHandle &h) {
             return "<kernel " + h.kernel->name + ">";
           })
      .def("__eq__",
           [](const KernelHandle &a, py::object b) {
             const KernelHandle *other = asKernel(b);
             return other && other->kernel == a.kernel;
           })
      .def("__hash__", [](const KernelHandle &h) {
        return reinterpret_cast<size_t>(h.kernel.get());
      });
}

// --- loopy.TranslationUnit

static std::vector<std::string> kernelNames(const UnitHandle &unit) {
  std::vector<std::string> names;
  for (const KernelPtr &kernel : unit.kernels)
    names.push_back(kernel->name);
  return names;
}

static KernelPtr at(const UnitHandle &unit, long index) {
  long count = static_cast<long>(unit.kernels.size());
  if (index < -count || index >= count)
    throw py::index_error("kernel " + std::to_string(index) +
                          " of a translation unit with " +
                          std::to_string(count) + " kernels");
  return unit.kernels[index < 0 ? index + count : index];
}

static KernelPtr named(const UnitHandle &unit, const std::string &name) {
  std::vector<std::string> names = kernelNames(unit);
  if (const std::string *found = findName(names, name))
    return unit.kernels[found - names.data()];
  if (auto reason = Session::current().host().whyNoKernel(name))
    throw UserError(std::vector<Diagnostic>{*reason});
  throw UserError("the translation unit has no kernel '" + name + "'" +
                  suggestion(name, names));
}

static const std::string *scheduleOf(const UnitHandle &unit,
                                     const KernelPtr &kernel) {
  auto it = unit.schedules.find(kernel);
  return it == unit.schedules.end() ? nullptr : &it->second;
}

static py::object handleOf(const UnitHandle &unit, const KernelPtr &kernel) {
  const std::string *schedule = scheduleOf(unit, kernel);
  if (!schedule)
    return toPython(kernel);
  LinearizedHandle handle;
  handle.kernel = kernel;
  handle.schedule = *schedule;
  return py::cast(std::move(handle));
}

static py::object item(const UnitHandle &unit, py::object key) {
  if (PyUnicode_Check(key.ptr()))
    return handleOf(unit, named(unit, bytesOf(key)));
  if (!PyLong_Check(key.ptr()))
    throw py::type_error("a translation unit is indexed by a name or a number, "
                         "not by " +
                         shortReprOf(key));
  return handleOf(unit, at(unit, integerOf(key, "the number of a kernel")));
}

static py::object defaultEntrypoint(const UnitHandle &unit) {
  if (unit.kernels.size() == 1)
    return handleOf(unit, unit.kernels.front());
  std::string names;
  for (const std::string &name : kernelNames(unit))
    names += (names.empty() ? "" : ", ") + name;
  throw UserError("default_entrypoint: the translation unit has " +
                  std::to_string(unit.kernels.size()) + " kernels (" + names +
                  "), not one; choose with t[\"NAME\"]");
}

static UnitHandle withKernel(const UnitHandle &unit, py::object given) {
  const KernelHandle &handle = kernelIn(given);
  UnitHandle result = unit;
  if (py::isinstance<LinearizedHandle>(given))
    result.schedules[handle.kernel] =
        given.cast<const LinearizedHandle &>().schedule;
  for (KernelPtr &kernel : result.kernels)
    if (kernel->name == handle.kernel->name) {
      kernel = handle.kernel;
      return result;
    }
  result.kernels.push_back(handle.kernel);
  return result;
}

static UnitHandle withEntrypoints(const UnitHandle &unit, py::object given) {
  std::vector<KernelPtr> chosen;
  for (const std::string &name : entrypointNames(given))
    chosen.push_back(named(unit, name));
  if (chosen.empty())
    throw UserError("with_entrypoints: no kernel is named");
  UnitHandle result;
  result.schedules = unit.schedules;
  for (const KernelPtr &kernel : unit.kernels)
    if (llvm::is_contained(chosen, kernel))
      result.kernels.push_back(kernel);
  return result;
}

static py::list kernelList(const UnitHandle &unit) {
  py::list list;
  for (const KernelPtr &kernel : unit.kernels)
    list.append(handleOf(unit, kernel));
  return list;
}

static py::iterator iterate(const UnitHandle &unit) {
  Session &session = Session::current();
  session.iteration = {session.here(), kernelNames(unit)};
  return py::iter(kernelList(unit));
}

static void addUnitClass(py::module_ &module) {
  py::class_<UnitHandle>(module, "TranslationUnit",
                         "The kernels of a source file, in its order.")
      .def("__len__", [](const UnitHandle &u) { return u.kernels.size(); })
      .def("__iter__", &iterate)
      .def("__getitem__", &item)
      .def("__contains__",
           [](const UnitHandle &u, const std::string &name) {
             return findName(kernelNames(u), name) != nullptr;
           })
      .def_property_readonly("default_entrypoint", &defaultEntrypoint)
      .def_property_readonly("entrypoints",
                             [](const UnitHandle &u) {
                               py::list names;
                               for (const std::string &name : kernelNames(u))
                                 names.append(name);
                               return py::frozenset(names);
                             })
      // Every function is an intrinsic, which needs no table.
      .def_property_readonly("callables_table",
                             [](const UnitHandle &) { return py::dict(); })
      .def_property_readonly("target", &refuseTarget)
      .def("with_kernel", &withKernel,
           "The unit with this kernel in the place of the one of its name.")
      .def("with_entrypoints", &withEntrypoints, py::arg("entrypoints"),
           "The unit of the kernels named (\"a, b\", or a list or set), in "
           "the source's order. There are no calls between kernels, so the "
           "others are not needed; their procedures stay on the host.")
      .def("__str__",
           [](const UnitHandle &u) {
             std::string text;
             for (const KernelPtr &kernel : u.kernels)
               text += kernelText(*kernel, scheduleOf(u, kernel));
             return text;
           })
      .def("__repr__", [](const UnitHandle &u) {
        std::string text;
        for (const std::string &name : kernelNames(u))
          text += (text.empty() ? "" : ", ") + name;
        return "<translation unit of " + text + ">";
      });
}

void script::addKernelClasses(py::module_ &module) {
  addKernelClass(module);
  addOpenKernelClass(module);
  addUnitClass(module);
}
