#include "PythonErrors.h"

#include "loopyc/KernelLanguage/Errors.h"

#include "Arguments.h"
#include "NameHints.h"
#include "Session.h"

#include <frameobject.h>

#include <map>
#include <new>
#include <optional>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

static PyObject *loopyError = nullptr;
// loopyc's own faults pass through `except Exception`.
static PyObject *internalError = nullptr;
static const char *const diagnosticsName = "_diagnostics";
static const char *const capsuleName = "loopyc::UserError";

static PyObject *newClass(py::module_ &module, const char *name,
                          const char *doc, PyObject *base) {
  std::string qualified = std::string("loopy.") + name;
  PyObject *made =
      PyErr_NewExceptionWithDoc(qualified.c_str(), doc, base, nullptr);
  if (!made)
    throw py::error_already_set();
  module.attr(name) = py::handle(made);
  return made;
}

static void setLoopyError(const UserError &error, PyObject *type);

// The seeds' names. Of errors that none of these says, LoopyError is the class.
static std::map<std::string, PyObject *> diagnosticClasses;

static PyObject *diagnosticClass(const char *name) {
  if (diagnosticClasses.empty())
    py::module_::import("loopy.diagnostic");
  return diagnosticClasses.at(name);
}

void script::addDiagnosticClasses(py::module_ &diagnostic) {
  auto addTo = [&](const char *name, PyObject *baseClass, const char *doc) {
    std::string qualified = std::string("loopy.diagnostic.") + name;
    PyObject *made =
        PyErr_NewExceptionWithDoc(qualified.c_str(), doc, baseClass, nullptr);
    if (!made)
      throw py::error_already_set();
    diagnosticClasses[name] = made;
    diagnostic.attr(name) = py::handle(made);
  };
  auto add = [&](const char *name, const char *base, const char *doc) {
    addTo(name,
          base ? diagnosticClasses.at(base)
               : static_cast<PyObject *>(loopyError),
          doc);
  };
  add("TypeInferenceFailure", nullptr, "Types do not fit.");
  add("DependencyTypeInferenceFailure", "TypeInferenceFailure",
      "Never raised: TypeInferenceFailure is.");
  add("StaticValueFindingError", nullptr,
      "An array has no extent that is one for all sizes.");
  add("LoopyIndexError", nullptr, "An access is outside of its array.");
  add("DependencyCycleFound", nullptr, "Dependences allow no order.");
  add("VariableAccessNotOrdered", nullptr,
      "Nothing orders accesses that conflict.");
  add("AutomaticTestFailure", nullptr,
      "auto_test_vs_ref found a difference, or could not run.");
  for (const char *name :
       {"LoopyTypeError", "CannotBranchDomainTree", "MissingBarrierError",
        "MissingDefinitionError", "UnscheduledInstructionError",
        "ReductionIsNotTriangularError", "ExpressionNotAffineError",
        "ExpressionToAffineConversionError",
        "UnableToDetermineAccessRangeError", "ScheduleDebugInputError"})
    add(name, nullptr, "Never raised: LoopyError is.");
  py::object warning = diagnostic.attr("LoopyWarning");
  for (const char *name : {"ParameterFinderWarning", "LoopyAdvisory",
                           "WriteRaceConditionWarning"})
    addTo(name, warning.ptr(), "Never given: warnings are loopyc's own.");
}

void script::raiseAs(const char *name, const UserError &error) {
  setLoopyError(error, diagnosticClass(name));
  throw py::error_already_set();
}

void script::addErrorClasses(py::module_ &module) {
  loopyError = newClass(module, "LoopyError",
                        "A transformation refused, or was asked for what a "
                        "kernel does not have.",
                        PyExc_RuntimeError);
  internalError = newClass(module, "InternalError",
                           "loopyc itself is at fault.", PyExc_BaseException);
  newClass(module, "LoopyWarning", "Base class of warnings.",
           PyExc_UserWarning);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const UserError &) {
      setPythonError();
    } catch (const InternalError &) {
      setPythonError();
    }
  });
}

static void setLoopyError(const UserError &error, PyObject *type) {
  py::object exception =
      py::reinterpret_borrow<py::object>(type)(pythonText(error.what()));
  exception.attr(diagnosticsName) =
      py::capsule(new UserError(error), capsuleName, [](PyObject *capsule) {
        delete static_cast<UserError *>(
            PyCapsule_GetPointer(capsule, capsuleName));
      });
  PyErr_SetObject(type, exception.ptr());
}

static PyObject *classOf(language::ErrorKind kind) {
  switch (kind) {
  case language::ErrorKind::Types:
    return diagnosticClass("TypeInferenceFailure");
  case language::ErrorKind::Extent:
    return diagnosticClass("StaticValueFindingError");
  case language::ErrorKind::Outside:
    return diagnosticClass("LoopyIndexError");
  case language::ErrorKind::Order:
    return diagnosticClass("DependencyCycleFound");
  case language::ErrorKind::Unordered:
    return diagnosticClass("VariableAccessNotOrdered");
  }
  return loopyError;
}

static void setInternalError(const char *what) {
  PyErr_SetObject(internalError, pythonText(what).ptr());
}

static void setByCurrentException() {
  try {
    throw;
  } catch (py::error_already_set &error) {
    error.restore();
  } catch (const py::builtin_exception &error) {
    error.set_error();
  } catch (const language::KindError &error) {
    setLoopyError(error, classOf(error.kind));
  } catch (const UserError &error) {
    setLoopyError(error, loopyError);
  } catch (const InternalError &error) {
    setInternalError(error.what());
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &error) {
    setInternalError(error.what());
  }
}

void script::setPythonError() noexcept {
  try {
    setByCurrentException();
  } catch (py::error_already_set &error) {
    // Python has no memory for the other one.
    error.restore();
  }
}

// --- an exception that nobody caught

// The diagnostics of a LoopyError that a UserError became.
static std::optional<UserError> carriedError(py::handle exception) {
  if (!PyObject_TypeCheck(exception.ptr(),
                          reinterpret_cast<PyTypeObject *>(loopyError)) ||
      !py::hasattr(exception, diagnosticsName))
    return std::nullopt;
  py::object capsule = exception.attr(diagnosticsName);
  void *held = PyCapsule_GetPointer(capsule.ptr(), capsuleName);
  if (!held)
    throw py::error_already_set();
  return *static_cast<UserError *>(held);
}

namespace {

struct Place {
  SourceRange range;
  bool inScript = false;
  std::string function;
};

} // namespace

// From the outermost frame to the innermost.
static std::vector<Place> placesOf(py::handle trace, const Session &session) {
  std::vector<Place> places;
  auto *entry = reinterpret_cast<PyTracebackObject *>(trace.ptr());
  for (; entry && reinterpret_cast<PyObject *>(entry) != Py_None;
       entry = entry->tb_next) {
    py::object code = py::reinterpret_steal<py::object>(
        reinterpret_cast<PyObject *>(PyFrame_GetCode(entry->tb_frame)));
    auto *raw = reinterpret_cast<PyCodeObject *>(code.ptr());
    CodePosition position = positionOf(raw, entry->tb_lasti);
    Place place;
    place.function = textOf(raw->co_name);
    place.inScript = session.isScript(position.file);
    place.range = session.range(position);
    // "<frozen importlib._bootstrap>" and "<string>" are no places to look at.
    if (place.inScript || position.file.rfind("<", 0) != 0)
      places.push_back(std::move(place));
  }
  return places;
}

static std::string describe(py::handle exception) {
  std::string type = Py_TYPE(exception.ptr())->tp_name;
  std::string text;
  try {
    text = textOf(exception);
  } catch (py::error_already_set &) {
  }
  return text.empty() ? type : type + ": " + text;
}

static UserError syntaxError(py::handle exception, const Session &session) {
  CodePosition position;
  auto integer = [&](const char *attribute) {
    py::object value = exception.attr(attribute);
    return PyLong_Check(value.ptr()) ? value.cast<int>() : 0;
  };
  py::object file = exception.attr("filename");
  position.file = file.is_none() ? session.options().fileName : textOf(file);
  position.line = integer("lineno");
  position.column = integer("offset") - 1;
  position.endLine = integer("end_lineno");
  position.endColumn = integer("end_offset") - 1;
  return UserError("script: " + std::string(Py_TYPE(exception.ptr())->tp_name) +
                       ": " + textOf(exception.attr("msg")),
                   session.range(position));
}

static std::string exitMessage(py::handle exception) {
  py::object code = exception.attr("code");
  return "script: it gave up with sys.exit(" + reprOf(code) + ")";
}

// Says in notes why subroutines that the script may have counted on are
// missing.
static void noteUntranslated(UserError &error, const Session &session) {
  for (const Untranslated &refused : session.host().untranslated())
    error.note((refused.isRegion ? "region '" : "subroutine '") + refused.name +
                   "' was not translated: " + refused.reason.message,
               refused.reason.range);
}

// `knl, = t`, where the unit has more kernels or fewer.
static std::string unpackingRemedy(PyObject *type, const SourceRange &where,
                                   const Session &session) {
  if (!PyObject_IsSubclass(type, PyExc_ValueError) || !session.iteration ||
      session.iteration->place.str() != where.str() ||
      session.iteration->place.endColumn != where.endColumn)
    return "";
  const std::vector<std::string> &kernels = session.iteration->kernels;
  std::string names;
  for (const std::string &name : kernels)
    names += (names.empty() ? "" : ", ") + name;
  return "; the translation unit has " + std::to_string(kernels.size()) +
         (kernels.size() == 1 ? " kernel (" : " kernels (") + names +
         "): take one by its name, t[\"" +
         (kernels.empty() ? "NAME" : kernels.front()) + "\"]";
}

static UserError translate(py::handle exception, py::handle trace,
                           const Session &session) {
  PyObject *type = reinterpret_cast<PyObject *>(Py_TYPE(exception.ptr()));
  if (PyObject_IsSubclass(type, PyExc_SyntaxError))
    return syntaxError(exception, session);

  std::vector<Place> places = placesOf(trace, session);
  // The innermost place in the script; what it called in other files follows.
  size_t at = places.size();
  while (at > 0 && !places[at - 1].inScript)
    --at;
  SourceRange where = at > 0           ? places[at - 1].range
                      : places.empty() ? SourceRange()
                                       : places.back().range;

  std::optional<UserError> carried = carriedError(exception);
  UserError error =
      carried ? *carried
      : PyObject_IsSubclass(type, PyExc_SystemExit)
          ? UserError(exitMessage(exception), where)
      : PyObject_IsSubclass(type, PyExc_KeyboardInterrupt)
          ? UserError("script: interrupted", where)
      : PyObject_IsSubclass(type, loopyError)
          ? UserError(textOf(exception), where)
          : UserError("script: " + describe(exception) +
                          nameHint(exception, trace) +
                          unpackingRemedy(type,
                                          places.empty() ? SourceRange()
                                                         : places.back().range,
                                          session),
                      where);
  if (carried) {
    // An error in a Fortran statement keeps its place; the script's is noted.
    if (error.diagnostics().front().range.known())
      error.note("asked for here in the script", where);
    else
      error.locate(where);
  } else {
    noteUntranslated(error, session);
  }
  for (size_t i = at; i < places.size(); ++i)
    error.note("in " + places[i].function, places[i].range);

  py::object cause = exception.attr("__cause__");
  if (!cause.is_none())
    error.note("caused by " + describe(cause));
  return error;
}

UserError script::uncaught(py::error_already_set &error,
                           const Session &session) {
  py::object type = error.type(), exception = error.value();
  if (PyObject_IsSubclass(type.ptr(), internalError))
    throw InternalError(textOf(exception));
  return translate(exception, error.trace() ? error.trace() : py::none(),
                   session);
}
