#include "Literal.h"

#include "Arguments.h"

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

namespace {

// A node of Python's syntax tree that is no literal.
struct NotALiteral {};

} // namespace

static std::string kindOf(py::handle node) {
  std::string name = Py_TYPE(node.ptr())->tp_name; // "ast.Constant"
  return name.substr(name.rfind('.') + 1);
}

static py::object valueOf(py::handle node);

static py::list valuesOf(py::object nodes) {
  py::list values;
  for (py::handle node : nodes)
    values.append(valueOf(node));
  return values;
}

static py::object checked(PyObject *result) {
  if (!result)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(result);
}

static bool isNumber(py::handle value) {
  return (PyLong_Check(value.ptr()) && !PyBool_Check(value.ptr())) ||
         PyFloat_Check(value.ptr()) || PyComplex_Check(value.ptr());
}

static py::object signedNumber(py::handle node) {
  py::object operand = valueOf(node.attr("operand"));
  std::string op = kindOf(node.attr("op"));
  if (!isNumber(operand) || (op != "USub" && op != "UAdd"))
    throw NotALiteral();
  return op == "USub" ? checked(PyNumber_Negative(operand.ptr())) : operand;
}

// 1 + 2j
static py::object complexNumber(py::handle node) {
  py::object left = valueOf(node.attr("left"));
  py::object right = valueOf(node.attr("right"));
  std::string op = kindOf(node.attr("op"));
  if (!isNumber(left) || !PyComplex_Check(right.ptr()) ||
      (op != "Add" && op != "Sub"))
    throw NotALiteral();
  return checked(op == "Add" ? PyNumber_Add(left.ptr(), right.ptr())
                             : PyNumber_Subtract(left.ptr(), right.ptr()));
}

static py::object dictionary(py::handle node) {
  py::list keys = valuesOf(node.attr("keys"));
  py::list values = valuesOf(node.attr("values"));
  py::dict result;
  for (size_t i = 0; i < keys.size(); ++i)
    result[keys[i]] = values[i];
  return result;
}

static py::object valueOf(py::handle node) {
  std::string kind = kindOf(node);
  if (kind == "Constant")
    return node.attr("value");
  if (kind == "Tuple")
    return py::tuple(valuesOf(node.attr("elts")));
  if (kind == "List")
    return valuesOf(node.attr("elts"));
  if (kind == "Set")
    return py::set(valuesOf(node.attr("elts")));
  if (kind == "Dict")
    return dictionary(node);
  if (kind == "UnaryOp")
    return signedNumber(node);
  if (kind == "BinOp")
    return complexNumber(node);
  throw NotALiteral();
}

py::object script::literalOrString(const std::string &text) {
  try {
    PyCompilerFlags flags;
    flags.cf_flags = PyCF_ONLY_AST | PyCF_IGNORE_COOKIE;
    flags.cf_feature_version = PY_MINOR_VERSION;
    py::object tree = checked(Py_CompileStringExFlags(
        text.c_str(), "<--set>", Py_eval_input, &flags, -1));
    return valueOf(tree.attr("body"));
  } catch (const NotALiteral &) {
    return pythonText(text);
  } catch (py::error_already_set &) {
    return pythonText(text);
  }
}
