#include "Callables.h"

#include "Arguments.h"
#include "LateNames.h"
#include "NumpyModule.h"
#include "PythonErrors.h"

#include "loopyc/KernelLanguage/DeclaredFunction.h"
#include "loopyc/KernelLanguage/MakeKernel.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::script;

using Preambles = std::map<std::string, std::vector<Preamble>>;

// Classes that scripts derive theirs from, so they are in Python.
static const char classes[] = R"python(
class TargetBase:
    """What code is written for. --target chooses; these say to
    generate_preambles which one it is."""

    def __repr__(self):
        return type(self).__name__ + "()"

    def __eq__(self, other):
        return type(self) is type(other)

    def __hash__(self):
        return hash(type(self))


class CFamilyTarget(TargetBase):
    pass


class CTarget(CFamilyTarget):
    pass


class CWithGNULibcTarget(CTarget):
    pass


class ExecutableCTarget(CTarget):
    pass


class ExecutableCWithGNULibcTarget(ExecutableCTarget):
    pass


class OpenCLTarget(CFamilyTarget):
    pass


class PyOpenCLTarget(OpenCLTarget):
    pass


class CudaTarget(CFamilyTarget):
    pass


class InKernelCallable:
    """What register_callable takes."""


class ScalarCallable(InKernelCallable):
    """A function in C of numbers, which has a number as its value.

    name                what calls it in kernels
    arg_id_to_dtype     {0: np.float64, -1: np.float64}: of its arguments by
                        number, and of its value
    name_in_target      the C function; without it, the name
    preamble            C text that defines it, for all targets or by target:
                        {"cuda": text, "opencl": text, "c": text}
    is_pure             its value is one of its arguments alone

    A class derived from this may find the types itself, in with_types, and the
    text in generate_preambles.

    >>> lp.ScalarCallable("twice", {0: np.float64, -1: np.float64},
    ...     preamble="LOOPYC_FUNCTION double twice(double x) {return 2*x;}")
    """

    def __init__(self, name, arg_id_to_dtype=None, arg_id_to_descr=None,
                 name_in_target=None, preamble=None, is_pure=True):
        self.name = name
        self.arg_id_to_dtype = arg_id_to_dtype
        self.arg_id_to_descr = arg_id_to_descr
        self.name_in_target = name_in_target
        self.preamble = preamble
        self.is_pure = is_pure

    def copy(self, **changes):
        """The same with other attributes."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.__dict__.update(changes)
        return other

    def with_types(self, arg_id_to_dtype, clbl_inf_ctx):
        """For arguments of these types: (self.copy(name_in_target=...,
        arg_id_to_dtype={0: ..., -1: ...}), clbl_inf_ctx)"""
        return self, clbl_inf_ctx

    def with_descrs(self, arg_id_to_descr, clbl_inf_ctx):
        return self.copy(arg_id_to_descr=arg_id_to_descr), clbl_inf_ctx

    def generate_preambles(self, target):
        """Yields ("10_key", text): texts in the order of their keys, each key
        once."""
        return ()

    def __repr__(self):
        return type(self).__name__ + "(" + repr(self.name) + ")"
)python";

static const std::vector<const char *> classNames = {
    "TargetBase",        "CFamilyTarget",
    "CTarget",           "CWithGNULibcTarget",
    "ExecutableCTarget", "ExecutableCWithGNULibcTarget",
    "OpenCLTarget",      "PyOpenCLTarget",
    "CudaTarget",        "InKernelCallable",
    "ScalarCallable"};

static void addClasses(py::module_ &module) {
  py::dict names;
  names["__name__"] = "loopy";
  names["__builtins__"] = py::module_::import("builtins");
  py::object made = py::reinterpret_steal<py::object>(
      PyRun_String(classes, Py_file_input, names.ptr(), names.ptr()));
  if (!made)
    throw py::error_already_set();
  for (const char *name : classNames)
    module.attr(name) = names[name];
}

void script::addCallableClasses() { addLateNames(classNames, &addClasses); }

static py::object classNamed(const char *name) {
  return py::module_::import("loopy").attr(name);
}

// --- the parts of a ScalarCallable

static py::object attribute(py::handle object, const char *name) {
  return py::hasattr(object, name) ? py::object(object.attr(name))
                                   : py::object(py::none());
}

// The targets for which code is written, and the class that stands for each.
static constexpr std::pair<const char *, const char *> targets[] = {
    {"c", "CTarget"}, {"opencl", "PyOpenCLTarget"}, {"cuda", "CudaTarget"}};

static std::string textIn(py::handle object, const std::string &what) {
  if (!PyUnicode_Check(object.ptr()))
    raiseTypeError(what + " must be a text, found " + shortReprOf(object));
  return bytesOf(object);
}

// "clamp", "10_clamp": (key, text), or text alone.
static void addPreambles(py::handle list, const std::string &function,
                         std::vector<Preamble> &to) {
  for (py::handle item : py::reinterpret_borrow<py::object>(list)) {
    if (!PyTuple_Check(item.ptr()) || PyTuple_Size(item.ptr()) != 2)
      raiseTypeError("the preambles of '" + function +
                     "' must be pairs of a key and a text, found " +
                     shortReprOf(item));
    auto pair = py::reinterpret_borrow<py::tuple>(item);
    const std::string what = "preamble of '" + function + "'";
    to.push_back({textIn(pair[0], "the key of a " + what),
                  textIn(pair[1], "a " + what)});
  }
}

static void addWritten(py::handle preamble, const std::string &function,
                       const std::string &key, Preambles &to) {
  const std::string what = "the preamble of '" + function + "'";
  if (preamble.is_none()) {
    to[""];
  } else if (!PyDict_Check(preamble.ptr())) {
    to[""] = {{key, textIn(preamble, what)}};
  } else {
    for (auto item : py::reinterpret_borrow<py::dict>(preamble)) {
      std::string target = textIn(item.first, "a target of " + what);
      bool isKnown = false;
      for (const auto &[name, cls] : targets)
        isKnown = isKnown || target == name;
      if (!isKnown)
        throw UserError(what + " is for target '" + target +
                        "', and targets are c, opencl and cuda");
      to[target] = {{key, textIn(item.second, what)}};
    }
  }
}

static bool isDerived(py::handle callable, const char *method) {
  return !py::type::of(callable).attr(method).is(
      classNamed("ScalarCallable").attr(method));
}

// A target for which it raises AssertionError or the like has none.
static void addGenerated(py::handle callable, const std::string &function,
                         Preambles &to) {
  for (const auto &[name, cls] : targets) {
    std::vector<Preamble> all;
    if (auto it = to.find(name); it != to.end())
      all = it->second;
    else if (auto other = to.find(""); other != to.end())
      all = other->second;
    try {
      py::object target = classNamed(cls)();
      addPreambles(callable.attr("generate_preambles")(target), function, all);
      to[name] = std::move(all);
    } catch (py::error_already_set &error) {
      if (!error.matches(PyExc_AssertionError) &&
          !error.matches(PyExc_NotImplementedError) &&
          !error.matches(classNamed("LoopyError")))
        throw;
      to.erase(name);
    }
  }
  to.erase("");
}

static Type typeAt(const py::dict &types, int id, const std::string &function) {
  std::string which =
      id < 0 ? "the value" : "argument " + std::to_string(id);
  py::int_ key(id);
  std::optional<Type> type =
      types.contains(key) ? toType(py::object(types[key])) : std::nullopt;
  if (!type)
    throw UserError("function '" + function + "': arg_id_to_dtype has no type "
                    "of " + which + ", as " + std::to_string(id) +
                    ": np.float64");
  if (!type->isAnyInteger() && !type->isReal())
    throw UserError("function '" + function + "': " + which + " is " +
                    type->str() + ", and functions in C are of integers and "
                    "real numbers");
  return *type;
}

static ExternalSignature signatureOf(py::handle callable,
                                     const std::string &function) {
  py::object given = attribute(callable, "arg_id_to_dtype");
  if (!PyMapping_Check(given.ptr()) || PyUnicode_Check(given.ptr()))
    throw UserError("function '" + function +
                    "' has no types; say them, as arg_id_to_dtype={0: "
                    "np.float64, -1: np.float64}");
  py::dict types(given);
  ExternalSignature signature;
  int arguments = 0;
  for (auto item : types) {
    int64_t id = integerOf(item.first, "the number of an argument");
    if (id < -1)
      throw UserError("function '" + function +
                      "' has several values, and one that kernels call in "
                      "expressions has one");
    arguments += id >= 0;
  }
  for (int id = 0; id < arguments; ++id)
    signature.arguments.push_back(typeAt(types, id, function));
  signature.result = typeAt(types, -1, function);
  py::object name = attribute(callable, "name_in_target");
  signature.nameInTarget =
      name.is_none() ? function : textIn(name, "name_in_target");
  if (!PyUnicode_IsIdentifier(py::str(signature.nameInTarget).ptr()))
    throw UserError("function '" + function + "': '" + signature.nameInTarget +
                    "' is no name in C");
  addWritten(attribute(callable, "preamble"), function, function,
             signature.preambles);
  if (isDerived(callable, "generate_preambles"))
    addGenerated(callable, function, signature.preambles);
  return signature;
}

// --- functions

namespace {

// Its class says which types it takes. Python, once started, is never ended, so
// that objects may be kept for as long as kernels are.
class PythonFunction : public ExternalFunction {
public:
  PythonFunction(std::string name, py::object callable)
      : ExternalFunction(std::move(name)), callable(std::move(callable)) {}

  ExternalSignature
  signatureFor(const std::vector<Argument> &arguments) const override {
    py::dict types;
    for (size_t i = 0; i < arguments.size(); ++i)
      types[py::int_(i)] = toPython(arguments[i].type);
    py::object result = callable.attr("with_types")(types, py::none());
    if (!PyTuple_Check(result.ptr()) || PyTuple_Size(result.ptr()) != 2)
      raiseTypeError("with_types of '" + name +
                     "' must return a pair, (self.copy(...), clbl_inf_ctx), "
                     "found " +
                     shortReprOf(result));
    py::object specialized = py::reinterpret_borrow<py::tuple>(result)[0];
    if (!py::isinstance(specialized, classNamed("ScalarCallable")))
      raiseTypeError("with_types of '" + name +
                     "' must return a ScalarCallable first, found " +
                     shortReprOf(specialized));
    ExternalSignature signature = signatureOf(specialized, name);
    if (signature.arguments.size() != arguments.size())
      throw UserError("function '" + name + "' takes " +
                      std::to_string(signature.arguments.size()) +
                      " arguments, not " + std::to_string(arguments.size()));
    return signature;
  }

private:
  py::object callable;
};

// What lp.register_preamble_generators adds.
class GeneratedPreambles : public ExternalFunction {
public:
  GeneratedPreambles(ExternalFunctionPtr inner, py::object generators)
      : ExternalFunction(inner->name), inner(std::move(inner)),
        generators(std::move(generators)) {}

  ExternalSignature
  signatureFor(const std::vector<Argument> &arguments) const override {
    return extended(inner->signatureFor(arguments));
  }

  ExternalSignature extended(ExternalSignature signature) const {
    Preambles all;
    for (const auto &[target, cls] : targets)
      if (const auto *own = signature.preamblesFor(target)) {
        std::vector<Preamble> &list = all[target];
        list = *own;
        for (py::handle generator : generators)
          addPreambles(
              generator(info(signature, classNamed(cls)())), name, list);
      }
    signature.preambles = std::move(all);
    return signature;
  }

private:
  // With the attributes that Loo.py's PreambleInfo has, as far as they are
  // known here.
  py::object info(const ExternalSignature &signature,
                  const py::object &target) const {
    py::object space = py::module_::import("types").attr("SimpleNamespace");
    py::list types;
    for (Type type : signature.arguments)
      types.append(toPython(type));
    py::object seen = space(
        py::arg("name") = name, py::arg("c_name") = signature.nameInTarget,
        py::arg("arg_dtypes") = py::tuple(types),
        py::arg("result_dtypes") = py::make_tuple(toPython(signature.result)));
    return space(py::arg("target") = target,
                 py::arg("seen_functions") = py::make_tuple(seen),
                 py::arg("seen_dtypes") = py::tuple(types));
  }

  ExternalFunctionPtr inner;
  py::object generators;
};

} // namespace

static void requireCallable(const std::string &name, py::handle callable) {
  if (py::object pure = attribute(callable, "is_pure");
      !pure.is_none() && PyObject_IsTrue(pure.ptr()) == 0)
    throw UserError(
        "register_callable: '" + name +
        "' is not pure, and expressions have no order in which it could be "
        "called; have it return what it computes, and assign that");
  if (language::isKnownFunction(name))
    throw UserError("register_callable: '" + name +
                    "' is a function that kernels have already; call yours by "
                    "another name, with name_in_target=\"" + name + "\"");
}

ExternalFunctionPtr script::externalFunction(const std::string &name,
                                             py::handle callable) {
  py::object base = classNamed("ScalarCallable");
  if (py::isinstance(callable, base)) {
    requireCallable(name, callable);
    if (isDerived(callable, "with_types"))
      return std::make_shared<PythonFunction>(
          name, py::reinterpret_borrow<py::object>(callable));
    return std::make_shared<language::DeclaredFunction>(
        name, std::vector<ExternalSignature>{signatureOf(callable, name)});
  }
  if (!PyList_Check(callable.ptr()) && !PyTuple_Check(callable.ptr()))
    return nullptr;
  std::vector<ExternalSignature> overloads;
  for (py::handle item : py::reinterpret_borrow<py::object>(callable)) {
    if (!py::isinstance(item, base) || isDerived(item, "with_types"))
      return nullptr;
    requireCallable(name, item);
    overloads.push_back(signatureOf(item, name));
    // Each has texts of its own.
    for (auto &[target, list] : overloads.back().preambles)
      for (Preamble &preamble : list)
        if (preamble.key == name)
          preamble.key += "_" + std::to_string(overloads.size() - 1);
  }
  if (overloads.empty())
    return nullptr;
  return std::make_shared<language::DeclaredFunction>(name,
                                                      std::move(overloads));
}

ExternalFunctionPtr script::withGenerators(ExternalFunctionPtr function,
                                           py::object generators) {
  return std::make_shared<GeneratedPreambles>(std::move(function),
                                              std::move(generators));
}

static Expr withGenerators(const Expr &e, const py::object &generators) {
  return rewrite(e, [&](const Expr &node) {
    const auto *call = node.getIf<ExternalCall>();
    if (!call)
      return node;
    auto function =
        std::make_shared<GeneratedPreambles>(call->function, generators);
    ExternalSignaturePtr signature = call->signature;
    if (signature)
      signature = std::make_shared<const ExternalSignature>(
          function->extended(*signature));
    return Expr::external(function, signature, call->args, node.type());
  });
}

Kernel script::withGenerators(const Kernel &kernel, py::object generators) {
  Kernel result = kernel;
  auto change = [&](const Expr &e) {
    return e ? ::withGenerators(e, generators) : e;
  };
  for (InstructionPtr &insn : result.instructions)
    insn = mapExprs(insn, change);
  for (SubstitutionRule &rule : result.rules)
    rule.value = change(rule.value);
  for (Origin &origin : result.origins)
    if (auto asMade = source::kernelAsMade(origin))
      source::setKernelAsMade(
          origin,
          std::make_shared<const Kernel>(withGenerators(*asMade, generators)));
  return result;
}
