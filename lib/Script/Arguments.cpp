#include "Arguments.h"

#include "ExpressionTexts.h"
#include "Function.h"
#include "KernelClass.h"
#include "MatchModule.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;

void script::raiseTypeError(const std::string &message) {
  PyErr_SetObject(PyExc_TypeError, pythonText(message).ptr());
  throw py::error_already_set();
}

std::string script::typeName(py::handle object) {
  return Py_TYPE(object.ptr())->tp_name;
}

py::str script::pythonText(const std::string &text) {
  PyObject *made =
      PyUnicode_DecodeUTF8(text.data(), text.size(), "surrogateescape");
  if (!made)
    throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

std::string script::bytesOf(py::handle text) {
  for (const char *surrogates : {"surrogateescape", "backslashreplace"}) {
    auto bytes = py::reinterpret_steal<py::bytes>(
        PyUnicode_AsEncodedString(text.ptr(), "utf-8", surrogates));
    if (bytes)
      return bytes;
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
      break;
    PyErr_Clear();
  }
  throw py::error_already_set();
}

std::string script::textOf(py::handle object) {
  return bytesOf(py::str(object));
}
std::string script::reprOf(py::handle object) {
  return bytesOf(py::repr(object));
}

std::string script::shortReprOf(py::handle object) {
  try {
    std::string text = reprOf(object);
    return text.size() > 60 ? text.substr(0, 57) + "..." : text;
  } catch (py::error_already_set &error) {
    if (!error.matches(PyExc_RecursionError))
      throw;
    return "[[[...]]]";
  }
}

int64_t script::integerOf(py::handle integer, const std::string &what) {
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow) {
    PyErr_SetObject(
        PyExc_OverflowError,
        pythonText(what + " must be below 2**63, found " + shortReprOf(integer))
            .ptr());
    throw py::error_already_set();
  }
  if (value == -1 && PyErr_Occurred())
    throw py::error_already_set();
  return value;
}

std::vector<std::string> script::splitNames(const std::string &text) {
  std::vector<std::string> names;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  llvm::StringRef(text).split(parts, ',');
  for (llvm::StringRef part : parts)
    if (!part.trim().empty())
      names.push_back(part.trim().str());
  return names;
}

// The seeds' forms are three lists deep; what is deeper holds no names.
static void appendNames(py::handle object, std::vector<std::string> &names,
                        int deepest = 8) {
  PyObject *o = object.ptr();
  if (deepest == 0)
    return;
  if (PyUnicode_Check(o)) {
    for (const std::string &item : splitNames(bytesOf(object)))
      names.push_back(llvm::StringRef(item).split(':').first.trim().str());
    return;
  }
  if (!PyList_Check(o) && !PyTuple_Check(o) && !PyAnySet_Check(o) &&
      !PyDict_Check(o))
    return;
  for (py::handle item : py::reinterpret_borrow<py::object>(object)) {
    // ("a", 3, "F") and ("i", "l.0"): a name and what is said of it.
    if (PyTuple_Check(item.ptr()) && PyTuple_Size(item.ptr()) > 0)
      appendNames(py::reinterpret_borrow<py::tuple>(item)[0], names,
                  deepest - 1);
    else if (PyUnicode_Check(item.ptr()))
      appendNames(item, names, deepest - 1);
    else
      break;
    if (PyTuple_Check(o) && PyTuple_Size(o) > 1 &&
        PyLong_Check(PyTuple_GetItem(o, 1)))
      break;
  }
}

std::vector<std::string> script::namesIn(py::handle object) {
  std::vector<std::string> names;
  appendNames(object, names);
  return names;
}

// --- binding

static std::string parameterName(const Parameter &parameter) {
  return llvm::StringRef(parameter.name).ltrim('*').str();
}

static bool takesPositional(const Parameter &p) {
  return p.name[0] == '*' && p.name[1] != '*';
}
static bool takesKeywords(const Parameter &p) {
  return p.name[0] == '*' && p.name[1] == '*';
}

static py::object defaultOf(const char *text) {
  static std::map<std::string, py::object> known;
  auto found = known.find(text);
  if (found != known.end())
    return found->second;
  py::dict globals;
  globals["__builtins__"] = py::handle(PyEval_GetBuiltins());
  py::object value = py::reinterpret_steal<py::object>(
      PyRun_String(text, Py_eval_input, globals.ptr(), globals.ptr()));
  if (!value)
    throw py::error_already_set();
  return known[text] = value;
}

// What Loo.py's functions call what they transform.
static bool isKernelName(llvm::StringRef name) {
  return name == "kernel" || name == "program" || name == "prog" ||
         name == "t_unit" || name == "translation_unit";
}

static bool isNamed(const Parameter &parameter, const std::string &name) {
  return name == parameter.name ||
         (parameter.alias && name == parameter.alias) ||
         (isKernelName(name) && isKernelName(parameter.name));
}

static std::vector<std::string> keywordNames(const Function &fn) {
  std::vector<std::string> names;
  for (const Parameter &parameter : fn.parameters)
    if (parameter.name[0] != '*')
      names.push_back(parameter.name);
  return names;
}

Arguments::Arguments(const Function &fn, py::handle positional,
                     py::handle keywords)
    : fn(fn), values(fn.parameters.size()),
      given(py::reinterpret_borrow<py::tuple>(positional)) {
  size_t next = 0;
  for (size_t p = 0; p < values.size() && next < given.size(); ++p) {
    if (takesPositional(fn.parameters[p])) {
      py::list rest;
      while (next < given.size())
        rest.append(given[next++]);
      values[p] = rest;
    } else if (!takesKeywords(fn.parameters[p])) {
      values[p] = given[next++];
    }
  }
  if (next < given.size())
    raiseTypeError(signature(fn) + " got " + std::to_string(given.size()) +
                   " positional arguments");
  if (keywords.ptr())
    givenByName = py::reinterpret_borrow<py::dict>(keywords);
  py::dict restByName;
  for (auto item : givenByName) {
    std::string name = bytesOf(item.first);
    size_t p = 0;
    while (p < values.size() && !isNamed(fn.parameters[p], name))
      ++p;
    if (p < values.size()) {
      if (values[p])
        raiseTypeError(signature(fn) + " got two values for argument '" + name +
                       "'");
      values[p] = py::reinterpret_borrow<py::object>(item.second);
    } else if (!fn.parameters.empty() &&
               takesKeywords(fn.parameters.back())) {
      restByName[item.first] = item.second;
    } else {
      raiseTypeError(signature(fn) + " has no argument '" + name + "'" +
                     suggestion(name, keywordNames(fn)));
    }
  }
  for (size_t p = 0; p < values.size(); ++p) {
    const Parameter &parameter = fn.parameters[p];
    if (takesKeywords(parameter))
      values[p] = restByName;
    else if (values[p])
      continue;
    else if (takesPositional(parameter))
      values[p] = py::list();
    else if (parameter.defaultValue)
      values[p] = defaultOf(parameter.defaultValue);
    else
      raiseTypeError(signature(fn) + " needs its argument '" + parameter.name +
                     "'");
  }
}

size_t Arguments::indexOf(const char *parameter) const {
  for (size_t p = 0; p < fn.parameters.size(); ++p)
    if (parameterName(fn.parameters[p]) == parameter)
      return p;
  throw InternalError(std::string(fn.name) + " has no parameter " + parameter);
}

py::handle Arguments::operator[](const char *parameter) const {
  return values[indexOf(parameter)];
}

std::string Arguments::text(size_t skip) const {
  std::string text;
  auto append = [&](const std::string &part) {
    text += (text.empty() ? "" : ", ") + part;
  };
  for (size_t i = skip; i < given.size(); ++i)
    append(reprOf(given[i]));
  for (auto item : givenByName)
    if (skip == 0 || !isNamed(fn.parameters[0], textOf(item.first)))
      append(textOf(item.first) + "=" + reprOf(item.second));
  return text;
}

// --- conversion

void Arguments::wrongType(const char *parameter, const std::string &expected,
                          py::handle found) const {
  raiseTypeError(std::string(fn.name) + ": argument '" + parameter +
                 "' must be " + expected + ", found " + shortReprOf(found) +
                 " (" + typeName(found) + ")");
}

void Arguments::wrongType(const char *parameter,
                          const std::string &expected) const {
  wrongType(parameter, expected, (*this)[parameter]);
}

bool Arguments::flag(const char *parameter) const {
  int truth = PyObject_IsTrue((*this)[parameter].ptr());
  if (truth < 0)
    throw py::error_already_set();
  return truth;
}

int64_t Arguments::integer(const char *parameter) const {
  return integer(parameter, (*this)[parameter]);
}

int64_t Arguments::integer(const char *parameter, py::handle value) const {
  if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr()))
    wrongType(parameter, "an integer", value);
  int64_t result = PyNumber_AsSsize_t(value.ptr(), PyExc_OverflowError);
  if (result != -1 || !PyErr_Occurred())
    return result;
  if (!PyErr_ExceptionMatches(PyExc_OverflowError))
    throw py::error_already_set();
  PyErr_Clear();
  wrongType(parameter, "an integer of at most 64 bits", value);
}

double Arguments::real(const char *parameter) const {
  py::handle value = (*this)[parameter];
  if (PyBool_Check(value.ptr()) || !PyNumber_Check(value.ptr()))
    wrongType(parameter, "a number");
  double result = PyFloat_AsDouble(value.ptr());
  if (result == -1 && PyErr_Occurred())
    throw py::error_already_set();
  return result;
}

std::string Arguments::axis(const char *parameter) const {
  py::handle value = (*this)[parameter];
  if (!PyUnicode_Check(value.ptr()) && !PyLong_Check(value.ptr()))
    wrongType(parameter, "an axis, by number or name");
  return textOf(value);
}

std::string Arguments::str(const char *parameter) const {
  py::handle value = (*this)[parameter];
  if (const std::string *expression = asExpressionText(value))
    return *expression;
  if (!PyUnicode_Check(value.ptr()))
    wrongType(parameter, "a string");
  return bytesOf(value);
}

std::string Arguments::expression(const char *parameter) const {
  py::handle value = (*this)[parameter];
  bool isNumber = PyLong_Check(value.ptr()) || PyFloat_Check(value.ptr());
  return value.is_none() ? "" : isNumber ? textOf(value) : str(parameter);
}

std::optional<std::string>
Arguments::optionalStr(const char *parameter) const {
  if (isNone(parameter))
    return std::nullopt;
  return str(parameter);
}

std::vector<std::string> Arguments::names(const char *parameter) const {
  py::handle value = (*this)[parameter];
  if (value.is_none())
    return {};
  if (PyUnicode_Check(value.ptr()))
    return splitNames(bytesOf(value));
  PyObject *o = value.ptr();
  if (!PyList_Check(o) && !PyTuple_Check(o) && !PyAnySet_Check(o) &&
      !PyDictKeys_Check(o))
    wrongType(parameter, "names, as \"a, b\" or as a list of strings");
  std::vector<std::string> names;
  for (py::handle item : py::reinterpret_borrow<py::object>(value)) {
    if (!PyUnicode_Check(item.ptr()))
      wrongType(parameter, "a list of strings", item);
    names.push_back(bytesOf(item));
  }
  // A set has no order that a result may depend on.
  if (PyAnySet_Check(o))
    std::sort(names.begin(), names.end());
  return names;
}

InameTag Arguments::inameTag(const char *parameter) const {
  return InameTag::parse(optionalStr(parameter).value_or(""));
}

StackMatch Arguments::match(const char *parameter) const {
  std::optional<StackMatch> match = toStackMatch((*this)[parameter]);
  if (!match)
    wrongType(parameter, "a match query, as text or as an object of "
                         "loopy.match");
  return *match;
}

InstructionFilter Arguments::filter(const char *parameter) const {
  StackMatch query = match(parameter);
  if (query.isAll())
    return {};
  return [query](const Kernel &kernel, const Instruction &insn) {
    return query.matches(kernel, insn);
  };
}

// A query has a colon, "id:a".
static bool isId(const std::string &text) {
  return !text.empty() && text.find_first_of(": ()") == std::string::npos;
}

InstructionFilter Arguments::filterOrIds(const char *parameter) const {
  PyObject *o = (*this)[parameter].ptr();
  std::vector<std::string> ids;
  if (PyUnicode_Check(o) && isId(str(parameter)))
    ids = {str(parameter)};
  else if (PyList_Check(o) || PyTuple_Check(o) || PyAnySet_Check(o))
    ids = names(parameter);
  else
    return filter(parameter);
  return [ids](const Kernel &, const Instruction &insn) {
    return std::any_of(ids.begin(), ids.end(), [&](const std::string &id) {
      return globMatches(id, insn.id);
    });
  };
}

RuleUseFilter Arguments::useFilter(const char *parameter) const {
  StackMatch query = match(parameter);
  if (query.isAll())
    return {};
  return [query](const Kernel &kernel, const Instruction &insn,
                 const std::vector<const SubstitutionRule *> &path) {
    return query.matches(kernel, insn, path);
  };
}
