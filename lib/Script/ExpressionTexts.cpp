#include "ExpressionTexts.h"

#include "Arguments.h"
#include "LateNames.h"
#include "NumpyModule.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

#include <pybind11/complex.h>

#include <cmath>
#include <complex>
#include <functional>
#include <vector>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

namespace {

// How tightly the outermost operator binds, the loosest first.
enum class Binding {
  Any, // a text, of which nothing is known
  Or,
  And,
  Not,
  Comparison,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Sign,
  Power,
  Atom
};

struct ExpressionText {
  std::string text;
  Binding binding = Binding::Any;
};

bool isName(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text[0]) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

ExpressionText number(const std::string &text) {
  return {text, text[0] == '-' ? Binding::Sign : Binding::Atom};
}

std::string realText(double value) {
  if (std::isinf(value))
    return value < 0 ? "-np.inf" : "np.inf";
  return reprOf(py::float_(value));
}

ExpressionText textOfValue(const py::object &value) {
  if (py::isinstance<ExpressionText>(value))
    return value.cast<const ExpressionText &>();
  if (value.is_none() || PyTuple_Check(value.ptr()) ||
      PyList_Check(value.ptr()))
    raiseTypeError("an expression was expected, found " + shortReprOf(value));
  if (PyFloat_Check(value.ptr()))
    return number(realText(value.cast<double>()));
  if (PyComplex_Check(value.ptr())) {
    std::complex<double> parts = value.cast<std::complex<double>>();
    return {realText(parts.real()) + " + " + realText(parts.imag()) + "*1j",
            Binding::Sum};
  }
  std::string text = textOf(value);
  if (PyBool_Check(value.ptr()) || isName(text))
    return {text, Binding::Atom};
  return PyLong_Check(value.ptr()) ? number(text) : ExpressionText{text};
}

// In brackets where it binds less than that.
std::string operand(const py::object &value, Binding least) {
  ExpressionText made = textOfValue(value);
  return made.binding < least ? "(" + made.text + ")" : made.text;
}

Binding next(Binding binding) {
  return static_cast<Binding>(static_cast<int>(binding) + 1);
}

ExpressionText infix(const char *op, Binding binding, const py::object &a,
                     const py::object &b) {
  return {operand(a, binding) + op + operand(b, next(binding)), binding};
}

ExpressionText comparison(const py::object &a, const std::string &op,
                          const py::object &b) {
  for (const char *known : {"==", "!=", "<", "<=", ">", ">="})
    if (op == known)
      return {operand(a, Binding::BitOr) + " " + op + " " +
                  operand(b, Binding::BitOr),
              Binding::Comparison};
  throw UserError("Comparison: '" + op +
                  "' is no comparison; these are ==, !=, <, <=, > and >=");
}

ExpressionText power(const py::object &a, const py::object &b) {
  return {operand(a, Binding::Atom) + "**" + operand(b, Binding::Sign),
          Binding::Power};
}

// A tuple's parts, or the one.
std::vector<py::object> partsOf(const py::object &given) {
  std::vector<py::object> parts;
  if (!PyTuple_Check(given.ptr()) && !PyList_Check(given.ptr()))
    return {given};
  for (py::handle part : given)
    parts.push_back(py::reinterpret_borrow<py::object>(part));
  return parts;
}

std::string list(const py::object &given) {
  std::string text;
  for (const py::object &part : partsOf(given))
    text += (text.empty() ? "" : ", ") + textOfValue(part).text;
  return text;
}

ExpressionText chain(const py::object &children, const char *op,
                     Binding binding, const char *ofNone) {
  ExpressionText result{ofNone, Binding::Atom};
  bool any = false;
  for (const py::object &child : partsOf(children)) {
    result =
        any ? infix(op, binding, py::cast(result), child) : textOfValue(child);
    any = true;
  }
  return result;
}

ExpressionText call(const py::object &function, const py::object &parameters) {
  return {operand(function, Binding::Atom) + "(" + list(parameters) + ")",
          Binding::Atom};
}

ExpressionText subscript(const py::object &aggregate, const py::object &index) {
  return {operand(aggregate, Binding::Atom) + "[" + list(index) + "]",
          Binding::Atom};
}

// min(min(a, b), c)
ExpressionText extremum(const char *name, const py::object &children) {
  std::string text;
  for (const py::object &child : partsOf(children)) {
    std::string value = textOfValue(child).text;
    // min(i, x) of an iname is a reduction
    text = text.empty() ? (isName(value) ? "+" : "") + value
                        : name + ("(" + text + ", ") + value + ")";
  }
  return {text, Binding::Atom};
}

ExpressionText negated(const py::object &a) {
  return {"not " + operand(a, Binding::Not), Binding::Not};
}

ExpressionText choice(const py::object &condition, const py::object &then,
                      const py::object &otherwise) {
  return {"if(" + textOfValue(condition).text + ", " + textOfValue(then).text +
              ", " + textOfValue(otherwise).text + ")",
          Binding::Atom};
}

ExpressionText reduction(const py::object &operation, const py::object &inames,
                         const py::object &expression, bool) {
  std::string names;
  std::vector<std::string> over;
  if (PyUnicode_Check(inames.ptr()))
    over = splitNames(bytesOf(inames));
  else
    for (py::handle iname : inames)
      over.push_back(textOf(iname));
  for (const std::string &iname : over)
    names += (names.empty() ? "" : ", ") + iname;
  return {"reduce(" + textOf(operation) + ", [" + names + "], " +
              list(expression) + ")",
          Binding::Atom};
}

// [i, j]: a[i, j, k]
ExpressionText view(const py::object &inames, const py::object &subscript) {
  return {"[" + list(inames) + "]: " + textOfValue(subscript).text,
          Binding::Atom};
}

ExpressionText typeCast(const py::object &type, const py::object &child) {
  std::optional<Type> to = toType(type);
  if (!to)
    raiseTypeError("TypeCast: a type was expected, found " + shortReprOf(type));
  return {"cast(" + textOf(toPython(*to)) + ", " + textOfValue(child).text +
              ")",
          Binding::Atom};
}

ExpressionText variable(const std::string &name) {
  if (!isName(name))
    throw UserError("Variable: '" + name +
                    "' is no name; loopy.symbolic.parse takes a text");
  return {name, Binding::Atom};
}

// a + b, and with the operands in the other order.
template <typename Class, typename Make>
void addOperator(Class &made, const std::string &name, Make make) {
  made.def(("__" + name + "__").c_str(), make, py::is_operator());
  made.def(
      ("__r" + name + "__").c_str(),
      [make](const py::object &b, const py::object &a) { return make(a, b); },
      py::is_operator());
}

auto infixOf(const char *op, Binding binding) {
  return [=](const py::object &a, const py::object &b) {
    return infix(op, binding, a, b);
  };
}

auto comparisonBy(const char *op) {
  return [=](const py::object &a, const py::object &b) {
    return comparison(a, op, b);
  };
}

template <typename Class> void addOperators(Class &made) {
  addOperator(made, "add", infixOf(" + ", Binding::Sum));
  addOperator(made, "sub", infixOf(" - ", Binding::Sum));
  addOperator(made, "mul", infixOf("*", Binding::Product));
  addOperator(made, "truediv", infixOf("/", Binding::Product));
  addOperator(made, "floordiv", infixOf("//", Binding::Product));
  addOperator(made, "mod", infixOf(" % ", Binding::Product));
  addOperator(made, "lshift", infixOf(" << ", Binding::Shift));
  addOperator(made, "rshift", infixOf(" >> ", Binding::Shift));
  addOperator(made, "and", infixOf(" & ", Binding::BitAnd));
  addOperator(made, "xor", infixOf(" ^ ", Binding::BitXor));
  addOperator(made, "or", infixOf(" | ", Binding::BitOr));
  addOperator(made, "pow", &power);
  made.def("__neg__", [](const py::object &a) {
    return ExpressionText{"-" + operand(a, Binding::Sign), Binding::Sign};
  });
  made.def("__pos__", &textOfValue);
  made.def("__invert__", [](const py::object &a) {
    return ExpressionText{"~" + operand(a, Binding::Sign), Binding::Sign};
  });
}

template <typename Class> void addComparisons(Class &made) {
  for (auto [name, op] : {std::pair("eq", "=="),
                          {"ne", "!="},
                          {"lt", "<"},
                          {"le", "<="},
                          {"gt", ">"},
                          {"ge", ">="}}) {
    made.def(name, comparisonBy(op));
    if (op[0] != '=' && op[0] != '!')
      made.def((std::string("__") + name + "__").c_str(), comparisonBy(op),
               py::is_operator());
  }
  made.def("and_", infixOf(" and ", Binding::And));
  made.def("or_", infixOf(" or ", Binding::Or));
  made.def("not_", &negated);
}

void addClass(py::module_ &module) {
  py::class_<ExpressionText> made(
      module, "ExpressionText",
      "An expression as the text that one would write; of var(\"a\")[i] + 1, "
      "str() is \"a[i] + 1\".");
  made.def(py::init([](const std::string &text, bool isAtom) {
             return isAtom || isName(text)
                        ? ExpressionText{text, Binding::Atom}
                        : ExpressionText{text};
           }),
           py::arg("text"), py::arg("is_atom"));
  addOperators(made);
  addComparisons(made);
  made.def("__getitem__", &subscript)
      .def("index", &subscript)
      .def("__call__",
           [](const py::object &function, const py::args &parameters) {
             return call(function, parameters);
           })
      .def("__str__", [](const ExpressionText &e) { return e.text; })
      .def(
          "__repr__",
          [](const ExpressionText &e) { return "<expression " + e.text + ">"; })
      .def("__bool__",
           [](const ExpressionText &e) -> bool {
             raiseTypeError("'" + e.text +
                            "' has a value when the kernel runs, not in the "
                            "script; If(c, x, y) chooses there");
           })
      .def("__iter__",
           [](const ExpressionText &e) -> py::object {
             raiseTypeError("'" + e.text + "' is no list");
           })
      .def("__eq__",
           [](const ExpressionText &a, const py::object &b) {
             return py::isinstance<ExpressionText>(b) &&
                    a.text == b.cast<const ExpressionText &>().text;
           })
      .def("__hash__",
           [](const ExpressionText &e) { return py::hash(py::str(e.text)); });
}

py::module_ visitors() { return py::module_::import("_loopy_visitors"); }

void addLoopyNames(py::module_ &loopy) {
  addClass(loopy);
  loopy.def("Reduction", &reduction, py::arg("operation"), py::arg("inames"),
            py::arg("expr"), py::arg("allow_simultaneous") = false,
            "reduce(sum, [i, j], a[i, j])");
  loopy.def("TypeCast", &typeCast, py::arg("type"), py::arg("child"),
            "cast(np.float64, x)");
  visitors().attr("addClasses")(loopy);
}

void addPrimitives(py::module_ &module) {
  module.attr("Expression") =
      py::module_::import("loopy").attr("ExpressionText");
  module.attr("ExpressionNode") = module.attr("Expression");
  module.def("Variable", &variable, py::arg("name"));
  module.def("Subscript", &subscript, py::arg("aggregate"), py::arg("index"));
  module.def("Call", &call, py::arg("function"), py::arg("parameters"));
  module.def("Comparison", &comparison, py::arg("left"), py::arg("operator"),
             py::arg("right"));
  module.def("If", &choice, py::arg("condition"), py::arg("then"),
             py::arg("else_"));
  module.def("LogicalNot", &negated, py::arg("child"));
  module.def("Power", &power, py::arg("base"), py::arg("exponent"));
  auto addPair = [&](const char *name, const char *op, Binding binding,
                     const char *a, const char *b) {
    module.def(name, infixOf(op, binding), py::arg(a), py::arg(b));
  };
  addPair("Quotient", "/", Binding::Product, "numerator", "denominator");
  addPair("FloorDiv", "//", Binding::Product, "numerator", "denominator");
  addPair("Remainder", " % ", Binding::Product, "numerator", "denominator");
  addPair("LeftShift", " << ", Binding::Shift, "shiftee", "shift");
  addPair("RightShift", " >> ", Binding::Shift, "shiftee", "shift");
  auto addChain = [&](const char *name, const char *op, Binding binding,
                      const char *ofNone) {
    module.def(
        name,
        [=](const py::object &children) {
          return chain(children, op, binding, ofNone);
        },
        py::arg("children"));
  };
  addChain("Sum", " + ", Binding::Sum, "0");
  addChain("flattened_sum", " + ", Binding::Sum, "0");
  addChain("Product", "*", Binding::Product, "1");
  addChain("flattened_product", "*", Binding::Product, "1");
  addChain("LogicalAnd", " and ", Binding::And, "True");
  addChain("LogicalOr", " or ", Binding::Or, "False");
  addChain("BitwiseAnd", " & ", Binding::BitAnd, "-1");
  addChain("BitwiseOr", " | ", Binding::BitOr, "0");
  addChain("BitwiseXor", " ^ ", Binding::BitXor, "0");
  for (const char *name : {"min", "max"})
    module.def(
        std::string(name) == "min" ? "Min" : "Max",
        [=](const py::object &children) { return extremum(name, children); },
        py::arg("children"));
  visitors().attr("addClasses")(module);
}

void requireClass() {
  py::object made = py::module_::import("loopy").attr("ExpressionText");
}

void addShortNames(py::module_ &module) {
  requireClass();
  module.def("var", &variable, py::arg("name"));
  module.def("parse", &textOfValue, py::arg("expr_str"));
}

void addModule(const std::string &name, const char *doc,
               const std::function<void(py::module_ &)> &fill) {
  addLateModule(name, [=] {
    PyObject *made = PyModule_New(name.c_str());
    if (!made)
      throw py::error_already_set();
    auto module = py::reinterpret_steal<py::module_>(made);
    module.attr("__doc__") = doc;
    fill(module);
    return module;
  });
}

void addVisitorModule(const std::string &name,
                      const std::vector<const char *> &names) {
  addModule(name, "Visitors.", [=](py::module_ &module) {
    for (const char *each : names)
      module.attr(each) = visitors().attr(each);
  });
}

} // namespace

py::object script::textOfExpression(const std::string &text,
                                    const py::object &value) {
  return visitors().attr("Text")(text, value);
}

py::object script::textOfSet(const std::string &text) {
  return visitors().attr("SetText")(text);
}

const std::string *script::asExpressionText(py::handle object) {
  return py::isinstance<ExpressionText>(object)
             ? &object.cast<const ExpressionText &>().text
             : nullptr;
}

void script::addSymbolicNames(py::module_ &symbolic) {
  addShortNames(symbolic);
  symbolic.def("SubArrayRef", &view, py::arg("swept_inames"),
               py::arg("subscript"), "[i]: a[i, j]");
  visitors().attr("addSymbolic")(symbolic);
}

void script::addExpressionTexts() {
  addLateNames({"ExpressionText", "Reduction", "TypeCast"}, &addLoopyNames);
  addModule("pymbolic", "Expressions as texts.", [](py::module_ &module) {
    addShortNames(module);
    module.def("__getattr__", [](const std::string &name) {
      if (py::object found = lateModule("pymbolic", name))
        return found;
      throw py::attribute_error("module 'pymbolic' has no '" + name +
                                "' here: these are var, parse and primitives");
    });
  });
  addModule("pymbolic.primitives", "Expressions as texts.", &addPrimitives);
  addModule("pymbolic.mapper", "Visitors.", [](py::module_ &module) {
    visitors().attr("addMappers")(module);
  });
  addVisitorModule("pymbolic.mapper.dependency", {"DependencyMapper"});
  addVisitorModule("pymbolic.mapper.substitutor",
                   {"SubstitutionMapper", "make_subst_func", "substitute"});
}
