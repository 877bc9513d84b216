// Kernels that call kernels: joining them.
#include "Function.h"

#include "Callables.h"
#include "Callees.h"
#include "KernelClass.h"
#include "Recipe.h"

#include "loopyc/IR/CallMark.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;

namespace {

// What merge is given, lists and translation units taken apart.
class Joined {
public:
  explicit Joined(const char *function) : function(function) {}

  // Lists in lists are as deep as this at most; one that holds itself is not.
  static constexpr int deepestList = 100;

  bool add(py::handle object, int depth = 0) {
    if (const OpenHandle *open = asOpen(object)) {
      addAs(open->made->source.name, {open->made, nullptr});
      if (!open->made->isFunction)
        entries.push_back(py::reinterpret_borrow<py::object>(object));
      else
        functions.append(object);
      return true;
    }
    if (const KernelHandle *handle = asKernel(object)) {
      if (handle->made)
        addAs(handle->kernel->name, {handle->made, handle->kernel});
      if (handle->made && handle->made->isFunction)
        functions.append(object);
      else
        entries.push_back(py::reinterpret_borrow<py::object>(object));
      return true;
    }
    if (const UnitHandle *unit = asUnit(object)) {
      for (const auto &kernel : unit->kernels)
        entries.push_back(toPython(kernel));
      return true;
    }
    bool isList = PyList_Check(object.ptr()) || PyTuple_Check(object.ptr());
    if (!isList || depth == deepestList)
      return false;
    for (py::handle item : py::reinterpret_borrow<py::sequence>(object))
      if (!add(item, depth + 1))
        return false;
    return true;
  }

  // Under another name, too.
  void addAs(const std::string &name, const Callee &callee) {
    auto [it, isNew] = library.emplace(name, callee);
    if (!isNew && it->second.made != callee.made)
      throw UserError(std::string(function) + ": two kernels are named '" +
                      name +
                      "', and a call could mean either; give them "
                      "names, with name=");
  }

  // Functions alone stay apart: they have no launches.
  py::object result() const {
    if (entries.empty())
      return functions;
    UnitHandle unit;
    for (const py::object &entry : entries)
      unit.kernels.push_back(closed(entry));
    for (size_t i = 0; i < unit.kernels.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (unit.kernels[i]->name == unit.kernels[j]->name)
          throw UserError(std::string(function) + ": two kernels are named '" +
                          unit.kernels[i]->name +
                          "'; give them names, with "
                          "name= or knl.copy(name=)");
    return toPython(std::move(unit));
  }

private:
  // What --check compares with calls functions as they were made.
  std::shared_ptr<const Kernel> closed(const py::object &entry) const {
    const OpenHandle *open = asOpen(entry);
    if (!open)
      return asKernel(entry)->kernel;
    std::set<std::string> called;
    addCalled(open->made->source, called);
    Kernel kernel = makeKernel(joined(*open->made, called, sourceAsItIs));
    bool isChanged = false;
    for (const std::string &name : called) {
      const Callee &callee = library.at(name);
      if (!callee.isChanged())
        continue;
      isChanged = true;
      kernel.history.insert(kernel.history.end(),
                            callee.kernel->history.begin(),
                            callee.kernel->history.end());
    }
    if (isChanged)
      kernel.origins =
          makeKernel(joined(*open->made, called, sourceAsMade)).origins;
    return std::make_shared<const Kernel>(std::move(kernel));
  }

  using SourceOf = language::KernelSource (*)(const Callee &, const char *);

  KernelRecipe joined(KernelRecipe recipe, const std::set<std::string> &called,
                      SourceOf sourceOf) const {
    for (const std::string &name : called) {
      recipe.source.functions.emplace(
          name, std::make_shared<const language::KernelSource>(
                    sourceOf(library.at(name), function)));
      addExternals(name, recipe.source);
    }
    return recipe;
  }

  // What a function calls, the caller does.
  void addExternals(const std::string &name,
                    language::KernelSource &caller) const {
    const language::KernelSource &callee = library.at(name).made->source;
    for (const auto &[called, external] : callee.externals) {
      auto [it, isNew] = caller.externals.emplace(called, external);
      if (!isNew && it->second != external)
        throw UserError(std::string(function) + ": kernels '" + caller.name +
                        "' and '" + name +
                        "' call different functions in C by the name '" +
                        called + "'");
    }
  }

  // Those that it calls, and those that these call.
  void addCalled(const language::KernelSource &source,
                 std::set<std::string> &called) const {
    for (const std::string &name : language::unknownFunctions(source)) {
      auto it = library.find(name);
      if (it != library.end() && called.insert(name).second)
        addCalled(it->second.made->source, called);
    }
  }

  const char *function;
  std::vector<py::object> entries;
  py::list functions;
  std::map<std::string, Callee> library;
};

py::object merge(const Arguments &args) {
  Joined joined("merge");
  if (!joined.add(args["translation_units"]))
    args.wrongType("translation_units", "a list of kernels");
  return joined.result();
}

std::optional<Callee> calleeOf(py::handle object) {
  if (const OpenHandle *open = asOpen(object))
    return Callee{open->made, nullptr};
  const KernelHandle *handle = asKernel(object);
  if (!handle || !handle->made)
    return std::nullopt;
  return Callee{handle->made, handle->kernel};
}

py::object registerExternal(const Arguments &args,
                            ExternalFunctionPtr function) {
  KernelRecipe recipe = languageRecipe(args, "translation_unit");
  const language::KernelSource &source = recipe.source;
  if (source.functions.count(function->name))
    throw UserError("register_callable: '" + function->name +
                    "' is a kernel that is called already");
  if (asKernel(args["translation_unit"]) &&
      source.externals.count(function->name))
    throw UserError("register_callable: '" + function->name +
                    "' is known already, and kernel '" + source.name +
                    "' is made with it");
  recipe.source.externals[function->name] = std::move(function);
  return withRecipe(args["translation_unit"], std::move(recipe));
}

// What Fortran calls stands in the places of calls since it was parsed.
void requireOwnLanguage(const Kernel &kernel) {
  for (const Origin &origin : kernel.origins)
    if (!source::kernelAsMade(origin))
      throw UserError("register_callable: kernel '" + kernel.name +
                      "' is Fortran's, which knew what it calls when it was "
                      "parsed; write lp.parse_fortran(SOURCE, FILENAME, "
                      "functions=[...])");
}

py::object registerCallable(const Arguments &args) {
  if (PyUnicode_Check(args["function_identifier"].ptr()))
    if (ExternalFunctionPtr function = externalFunction(
            args.str("function_identifier"), args["callable_"]))
      return registerExternal(args, std::move(function));
  Joined joined("register_callable");
  if (!joined.add(args["translation_unit"]))
    args.wrongType("translation_unit", "a kernel or a translation unit");
  // register_callable_kernel(caller, callee)
  py::handle caller = args["translation_unit"];
  if (!asOpen(caller))
    if (auto kernels = kernelsOf(caller))
      for (const auto &kernel : *kernels)
        requireOwnLanguage(*kernel);
  bool isNamed = PyUnicode_Check(args["function_identifier"].ptr());
  py::handle callable = args[isNamed ? "callable_" : "function_identifier"];
  std::optional<Callee> callee = calleeOf(callable);
  if (!callee)
    args.wrongType(isNamed ? "callable_" : "function_identifier",
                   "an lp.ScalarCallable, a list of these, or a kernel of "
                   "lp.make_function",
                   callable);
  joined.addAs(isNamed ? args.str("function_identifier")
                       : callee->made->source.name,
               *callee);
  return joined.result();
}

// What makeKernel notes of each kernel that is called.
constexpr char calledKernel[] = "register_callable_kernel";

std::vector<std::string> inlinedIn(py::handle object) {
  std::vector<std::string> names;
  auto kernels = kernelsOf(object);
  for (const auto &kernel : *kernels)
    for (const HistoryEntry &entry : kernel->history)
      if (entry.transformation == calledKernel)
        names.push_back(entry.arguments.substr(1, entry.arguments.size() - 2));
  return names;
}

// Without the marks by which code generation makes functions of calls.
std::shared_ptr<const Kernel> inlined(const Kernel &kernel,
                                      const std::string &function) {
  auto result = std::make_shared<Kernel>(kernel);
  for (InstructionPtr &insn : result->instructions) {
    std::optional<CallMark> mark = callMark(*insn);
    if (!mark || mark->function != function)
      continue;
    auto copy = std::make_shared<Instruction>(*insn);
    copy->tags = visibleTags(*insn);
    insn = std::move(copy);
  }
  return result;
}

py::object inlineCallable(const Arguments &args) {
  py::handle target = args["translation_unit"];
  if (!kernelsOf(target))
    args.wrongType("translation_unit", "a kernel or a translation unit");
  std::string name = args.str("function_name");
  std::vector<std::string> all = inlinedIn(target);
  if (std::find(all.begin(), all.end(), name) == all.end())
    throw UserError("inline_callable_kernel: no kernel '" + name +
                    "' is called" + suggestion(name, all));
  if (const UnitHandle *unit = asUnit(target)) {
    UnitHandle result = *unit;
    for (auto &kernel : result.kernels)
      kernel = inlined(*kernel, name);
    return toPython(std::move(result));
  }
  KernelHandle result = *asKernel(target);
  result.kernel = inlined(*result.kernel, name);
  return py::cast(std::move(result));
}

// Each kernel of a unit, or the one that there is.
py::object forEachKernel(const Arguments &args) {
  py::object transform = py::reinterpret_borrow<py::object>(args["transform"]);
  if (!PyCallable_Check(transform.ptr()))
    args.wrongType("transform", "a function from a kernel to a kernel");
  return py::cpp_function([transform](py::object target, py::args more,
                                      py::kwargs named) -> py::object {
    if (!asUnit(target))
      return transform(target, *more, **named);
    UnitHandle unit;
    for (const auto &kernel : asUnit(target)->kernels) {
      py::object result = transform(toPython(kernel), *more, **named);
      const KernelHandle *handle = asKernel(result);
      if (!handle)
        raiseTypeError("for_each_kernel: the function must return a kernel, "
                       "found " +
                       shortReprOf(result));
      unit.kernels.push_back(handle->kernel);
    }
    return toPython(std::move(unit));
  });
}

// --- rename_callable

KernelHandle renamed(const KernelHandle &handle, const std::string &name) {
  auto kernel = std::make_shared<Kernel>(*handle.kernel);
  kernel->name = name;
  KernelHandle result{kernel};
  if (handle.made) {
    auto recipe = std::make_shared<KernelRecipe>(*handle.made);
    recipe->source.name = name;
    result.made = std::move(recipe);
  }
  return result;
}

// Null where nothing has the name.
py::object renamedIn(py::handle object, const std::string &from,
                     const std::string &to) {
  if (const KernelHandle *handle = asKernel(object))
    return handle->kernel->name == from ? py::cast(renamed(*handle, to))
                                        : py::object();
  bool isList = PyList_Check(object.ptr()) || PyTuple_Check(object.ptr());
  const UnitHandle *unit = asUnit(object);
  if (unit) {
    UnitHandle result = *unit;
    bool any = false;
    for (auto &kernel : result.kernels)
      if (kernel->name == from) {
        kernel = renamed({kernel}, to).kernel;
        any = true;
      }
    return any ? toPython(std::move(result)) : py::object();
  }
  if (!isList)
    return py::object();
  py::list list;
  bool any = false;
  for (py::handle item : py::reinterpret_borrow<py::sequence>(object)) {
    py::object changed =
        asKernel(item) ? renamedIn(item, from, to) : py::object();
    any = any || changed;
    list.append(changed ? changed : py::reinterpret_borrow<py::object>(item));
  }
  return any ? py::object(list) : py::object();
}

py::object renameCallable(const Arguments &args) {
  py::handle target = args["translation_unit"];
  auto kernels = kernelsOf(target);
  if (!kernels)
    args.wrongType("translation_unit", "a kernel or a translation unit");
  std::string from = args.str("old_name"), to = args.str("new_name");
  if (!PyUnicode_IsIdentifier(args["new_name"].ptr()))
    throw UserError("rename_callable: '" + to + "' is no name");
  args.flag("existing_ok");
  std::vector<std::string> names;
  for (const auto &kernel : *kernels) {
    names.push_back(kernel->name);
    if (kernel->name == to)
      throw UserError("rename_callable: there is a kernel '" + to +
                      "' already");
  }
  if (py::object result = renamedIn(target, from, to))
    return result;
  // Its instructions are part of what called it.
  std::vector<std::string> inlined = inlinedIn(target);
  if (std::find(inlined.begin(), inlined.end(), from) != inlined.end())
    return py::reinterpret_borrow<py::object>(target);
  throw UserError("rename_callable: there is no kernel '" + from + "'" +
                  suggestion(from, names));
}

Function renameFunction() {
  return {"rename_callable",
          {},
          "Gives a kernel or a function another name, by which others call "
          "it. What is part of a caller already needs none.",
          {{"translation_unit", nullptr,
            "a kernel, a translation unit, or a list of functions"},
           {"old_name", nullptr, "the kernel"},
           {"new_name", nullptr, "its new name"},
           {"existing_ok", "False", "accepted with either value"}},
          "there is no such kernel; the new name is taken.",
          "",
          ObjectFunction(renameCallable)};
}

Function mergeFunction() {
  return {"merge",
          {},
          "Joins kernels with those that they call: a translation unit of the "
          "kernels, with the instructions of functions in the places of "
          "calls, of which code generation makes functions where they still "
          "stand together. Inames, temporaries and instructions of function f "
          "are named f_i, f_t, f_insn, and f_i_0 in a second call.\n\n"
          "    knl = lp.make_kernel(\"{ [i,j]: 0<=i,j<n }\", \"[j]: y[i,j] = "
          "twice([j]: x[i,j], n)\")\n"
          "    knl = lp.merge([knl, twice])",
          {{"translation_units", nullptr,
            "a list of kernels, functions and translation units"}},
          "two kernels have one name; a function is unknown, has other "
          "arguments or layouts than it was made with, calls itself, or is "
          "made with seq_dependencies where the caller is "
          "not; a call has not as many values and results as the function "
          "reads and writes arguments; a view has another number of axes, is "
          "smaller, or another type; what the function assumes need not hold.",
          "seed 001, 2.1",
          ObjectFunction(merge)};
}

Function registerFunction() {
  return {"register_callable",
          {"register_callable_kernel"},
          "Makes known what a kernel calls by this name: a function in C, of "
          "which an lp.ScalarCallable says types and text, or another kernel, "
          "as merge does. That a function in C is pure, its value one of its "
          "arguments' values alone, is asserted. Without a name, "
          "register_callable_kernel(caller, callee), it is the callee's "
          "own.\n\n"
          "    clamp = lp.ScalarCallable(\"clamp01\", {0: np.float32, -1: "
          "np.float32}, preamble=\"LOOPYC_FUNCTION float clamp01(float x) "
          "{ return fmin(fmax(x, 0.0f), 1.0f); }\")\n"
          "    knl = lp.make_kernel(\"{ [i]: 0<=i<n }\", \"y[i] = "
          "clamp01(2*x[i])\")\n"
          "    knl = lp.register_callable(knl, \"clamp01\", clamp)",
          {{"translation_unit", nullptr,
            "a kernel; of another kernel that it calls, or a translation unit"},
           {"function_identifier", nullptr, "the name that calls have"},
           {"callable_", "None",
            "an lp.ScalarCallable, a list of these with different types, or a "
            "kernel of lp.make_function",
            Names::Nothing, "callable"},
           {"redefining_not_ok", "True", "accepted with either value"}},
          "of kernels, as merge; of a function in C, it is not pure, all "
          "kernels have a function of the name, the types are those of no "
          "numbers, or a call has others.",
          "seed 001, 2.1",
          ObjectFunction(registerCallable)};
}

Function inlineFunction() {
  return {"inline_callable_kernel",
          {},
          "Calls of this function stand in the kernels' generated code as "
          "their instructions, and are no functions there. Transformations see "
          "the instructions either way.\n\n"
          "    knl = lp.inline_callable_kernel(lp.merge([knl, twice]), "
          "\"twice\")",
          {{"translation_unit", nullptr, "a kernel or a translation unit"},
           {"function_name", nullptr, "the function"}},
          "nothing calls it.",
          "seed 001, 2.1",
          ObjectFunction(inlineCallable)};
}

Function eachFunction() {
  return {"for_each_kernel",
          {},
          "Makes of a function from kernel to kernel one of translation units, "
          "which is called for each kernel; a decorator.",
          {{"transform", nullptr, "a function"}},
          "the function returns something else.",
          "",
          ObjectFunction(forEachKernel)};
}

} // namespace

FunctionGroup script::callFunctions() {
  return {"Kernels that call kernels",
          "An instruction calls a kernel with views of arrays, `[i]: y[i] = "
          "f([j]: x[j], n)`; see the page of the kernel language.",
          {mergeFunction(), registerFunction(), renameFunction(),
           inlineFunction(), eachFunction()}};
}
