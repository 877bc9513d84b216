#include "ValueClasses.h"

#include "Arguments.h"
#include "InstructionParts.h"
#include "NumpyModule.h"

#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <pybind11/stl.h>

#include <functional>
#include <set>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;
using poly::PwAff;
using poly::Set;

namespace {

struct ExpressionHandle {
  std::shared_ptr<const Kernel> kernel;
  Expr e;
};

struct SetHandle {
  Set set;
};

// --- expressions

const char *kindOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "sum";
  case BinaryOp::Sub:
    return "difference";
  case BinaryOp::Mul:
    return "product";
  case BinaryOp::Div:
    return "quotient";
  case BinaryOp::FloorDiv:
    return "floor_div";
  case BinaryOp::FloorMod:
  case BinaryOp::Rem:
    return "remainder";
  case BinaryOp::Pow:
    return "power";
  case BinaryOp::Eq:
  case BinaryOp::Ne:
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
    return "comparison";
  case BinaryOp::And:
    return "and";
  case BinaryOp::Or:
    return "or";
  }
  return "";
}

std::string kindOf(const Expr &e) {
  auto is = [](const char *kind) {
    return [kind](const auto &) { return std::string(kind); };
  };
  return match(
      e->value, [](const IntLit &) { return std::string("number"); },
      [](const RealLit &) { return std::string("number"); },
      [](const LogicalLit &) { return std::string("number"); },
      [](const ComplexLit &) { return std::string("number"); },
      [](const Unary &n) {
        return std::string(n.op == UnaryOp::Neg ? "negative" : "not");
      },
      [](const Binary &n) { return std::string(kindOf(n.op)); },
      [](const VarRef &) { return std::string("variable"); },
      [](const ArrayRef &) { return std::string("subscript"); },
      [](const Cast &) { return std::string("cast"); },
      [](const Select &) { return std::string("choice"); },
      [](const Reduction &) { return std::string("reduction"); },
      is("call"));
}

std::string nameOf(const Expr &e) {
  return match(
      e->value, [](const VarRef &n) { return n.name; },
      [](const ArrayRef &n) { return n.name; },
      [](const Call &n) { // not(x) is of truth values where scripts write it
        return std::string(n.fn == Intrinsic::Inot ? "inot"
                                                   : intrinsicName(n.fn));
      },
      [](const RuleCall &n) { return n.rule; },
      [](const ExternalCall &n) { return n.function->name; },
      [](const Reduction &n) { return std::string(reductionName(n.op)); },
      [](const auto &) { return std::string(); });
}

// What stands in a node's place, in terms of what stands in those of its
// operands; nullopt: the node, with these.
using Visit = std::function<std::optional<std::string>(
    const Expr &, const std::vector<std::string> &)>;

std::string textWith(const Kernel &kernel, const Expr &e,
                     const std::vector<std::string> &texts) {
  std::vector<Expr> parts = operands(e);
  std::vector<std::string> places;
  for (size_t k = 0; k < parts.size(); ++k) {
    places.push_back("loopy_operand_" + std::to_string(k) + "_");
    parts[k] = Expr::var(places[k], parts[k].type());
  }
  std::string text = expressionText(kernel, withOperands(e, parts));
  for (size_t k = 0; k < places.size(); ++k)
    if (size_t at = text.find(places[k]); at != std::string::npos)
      text.replace(at, places[k].size(),
                   // (i) could be what a reduction is over
                   kernel.hasIname(texts[k]) ? "(+" + texts[k] + ")"
                                             : "(" + texts[k] + ")");
  return text;
}

std::string mapped(const Kernel &kernel, const Expr &e, const Visit &visit) {
  std::vector<Expr> parts = operands(e);
  std::vector<std::string> texts;
  bool isSame = true;
  for (const Expr &part : parts) {
    texts.push_back(mapped(kernel, part, visit));
    isSame = isSame && texts.back() == expressionText(kernel, part);
  }
  if (std::optional<std::string> text = visit(e, texts))
    return *text;
  return isSame ? expressionText(kernel, e) : textWith(kernel, e, texts);
}

std::string mappedBy(const ExpressionHandle &h, const py::function &function) {
  return mapped(*h.kernel, h.e,
                [&](const Expr &e, const std::vector<std::string> &texts)
                    -> std::optional<std::string> {
                  py::list list;
                  for (const std::string &text : texts)
                    list.append(text);
                  py::object result =
                      function(ExpressionHandle{h.kernel, e}, list);
                  if (result.is_none())
                    return std::nullopt;
                  return textOf(result);
                });
}

std::string substituted(const ExpressionHandle &h, const py::dict &by) {
  std::map<std::string, std::string> values;
  for (auto item : by)
    values[textOf(item.first)] = "(" + textOf(item.second) + ")";
  for (const std::string &iname : reducedInames(h.e))
    if (values.count(iname))
      throw UserError("Expression.substitute: '" + iname +
                      "' is bound by a reduction in " + h.e.str());
  return mapped(*h.kernel, h.e,
                [&](const Expr &e, const std::vector<std::string> &)
                    -> std::optional<std::string> {
                  const auto *name = e.getIf<VarRef>();
                  auto value = name ? values.find(name->name) : values.end();
                  return value == values.end() ? std::nullopt
                                               : std::optional(value->second);
                });
}

py::list operandList(const ExpressionHandle &h) {
  py::list list;
  for (const Expr &operand : operands(h.e))
    list.append(ExpressionHandle{h.kernel, operand});
  return list;
}

py::list walked(const ExpressionHandle &h) {
  py::list list;
  walk(h.e, [&](const Expr &e) {
    list.append(ExpressionHandle{h.kernel, e});
    return true;
  });
  return list;
}

py::object literalValue(const ExpressionHandle &h) {
  if (const auto *n = h.e.getIf<IntLit>())
    return h.e.type().isUnsigned()
               ? py::object(py::int_(static_cast<uint64_t>(n->value)))
               : py::object(py::int_(n->value));
  if (const auto *n = h.e.getIf<RealLit>())
    return py::float_(n->value);
  if (const auto *n = h.e.getIf<LogicalLit>())
    return py::bool_(n->value);
  return py::none();
}

std::string comparisonOf(const ExpressionHandle &h) {
  const auto *binary = h.e.getIf<Binary>();
  switch (binary ? binary->op : BinaryOp::Add) {
  case BinaryOp::Eq:
    return "==";
  case BinaryOp::Ne:
    return "!=";
  case BinaryOp::Lt:
    return "<";
  case BinaryOp::Le:
    return "<=";
  case BinaryOp::Gt:
    return ">";
  case BinaryOp::Ge:
    return ">=";
  default:
    return "";
  }
}

std::string withTexts(const ExpressionHandle &h, const py::list &given) {
  std::vector<std::string> texts;
  for (py::handle text : given)
    texts.push_back(textOf(text));
  if (given.contains(py::none()))
    raiseTypeError("None stands in the place of an operand of " +
                   expressionText(*h.kernel, h.e) +
                   "; a visitor's methods return what stands there");
  if (texts.size() != operands(h.e).size())
    raiseTypeError("Expression.with_operands: " +
                   std::to_string(operands(h.e).size()) +
                   " operands were expected, found " +
                   std::to_string(texts.size()));
  return textWith(*h.kernel, h.e, texts);
}

py::frozenset variablesOf(const ExpressionHandle &h) {
  std::set<std::string> names;
  collectNames(h.e, names, names);
  py::list list;
  for (const std::string &name : names)
    list.append(name);
  return py::frozenset(list);
}

py::tuple inamesOf(const ExpressionHandle &h) {
  py::list list;
  if (const auto *n = h.e.getIf<Reduction>())
    for (const std::string &iname : n->inames)
      list.append(iname);
  return py::tuple(list);
}

void addExpressionClass(py::module_ &module) {
  using H = ExpressionHandle;
  py::class_<H>(module, "Expression",
                "An expression of a kernel, a value that visitors look into.")
      .def_property_readonly(
          "kind", [](const H &h) { return kindOf(h.e); },
          "\"variable\", \"subscript\", \"sum\", \"product\", ...")
      .def_property_readonly("name", [](const H &h) { return nameOf(h.e); })
      .def_property_readonly(
          "dtype", [](const H &h) { return toPython(h.e.type()); })
      .def_property_readonly("value", &literalValue, "Of a number.")
      .def_property_readonly("operands", &operandList)
      .def_property_readonly("operator", &comparisonOf, "Of a comparison.")
      .def("with_operands", &withTexts, py::arg("operands"),
           "The text with these in the places of its operands.")
      .def_property_readonly("inames", &inamesOf, "That a reduction is over.")
      .def_property_readonly("variables", &variablesOf)
      .def("walk", &walked, "It and all inside, from the outside in.")
      .def("map", &mappedBy, py::arg("function"),
           "The text in which function(node, operands) stands in the place of "
           "each node, from the inside out: a text, or None for the node with "
           "what stands in the places of its operands.")
      .def("substitute", &substituted, py::arg("values"),
           "The text with values in the places of variables.")
      .def("__str__",
           [](const H &h) { return expressionText(*h.kernel, h.e); })
      .def("__repr__",
           [](const H &h) {
             return "<" + kindOf(h.e) + " " + expressionText(*h.kernel, h.e) +
                    ">";
           })
      .def("__eq__", [](const H &a, const H &b) { return a.e == b.e; })
      .def("__hash__", [](const H &h) { return py::hash(py::str(h.e.str())); });
}

// --- sets

std::vector<std::string> namesIn(const py::object &given) {
  std::vector<std::string> names;
  if (PyUnicode_Check(given.ptr()))
    return splitNames(bytesOf(given));
  for (py::handle item : given)
    names.push_back(textOf(item));
  return names;
}

void requireKnown(const Set &set, const std::string &name) {
  for (const std::string &known : set.names())
    if (known == name)
      return;
  throw UserError("Set: " + set.str() + " has no '" + name + "'");
}

SetHandle projected(const SetHandle &h, const py::object &given) {
  std::vector<std::string> names = namesIn(given);
  for (const std::string &name : names)
    requireKnown(h.set, name);
  return {h.set.project(names)};
}

// { [i] : text }, of the set's names.
SetHandle constrained(const SetHandle &h, const std::string &condition) {
  auto list = [](const std::vector<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
      text += (text.empty() ? "" : ", ") + name;
    return text;
  };
  return {h.set.intersect(Set::parse("[" + list(h.set.params()) + "] -> { [" +
                                     list(h.set.dims()) + "] : " + condition +
                                     " }"))};
}

SetHandle renamed(const SetHandle &h, const py::dict &names) {
  std::map<std::string, std::string> changes;
  for (auto item : names) {
    requireKnown(h.set, textOf(item.first));
    changes[textOf(item.first)] = textOf(item.second);
  }
  return {h.set.rename(changes)};
}

SetHandle fixedTo(const SetHandle &h, const std::string &name, int64_t value) {
  requireKnown(h.set, name);
  return {h.set.fix(name, value)};
}

py::object sampleOf(const SetHandle &h) {
  auto point = h.set.sample();
  if (!point)
    return py::none();
  py::dict values;
  for (const std::string &name : h.set.names()) {
    auto value = point->find(name);
    values[py::str(name)] = value == point->end() ? 0 : value->second;
  }
  return values;
}

Set setOf(const py::object &given) {
  const Set *set = asSet(given);
  if (!set && !PyUnicode_Check(given.ptr()))
    raiseTypeError("an lp.Set, or a text in isl's notation, was expected, "
                   "found " + shortReprOf(given));
  return set ? *set : Set::parse(textOf(given));
}

// By the words and by the operators that isl's sets have in Python.
template <typename Class, typename Make>
void addSetOperation(Class &made, const char *word, const char *op, Make make) {
  auto work = [make](const SetHandle &a, const py::object &b) {
    return SetHandle{make(a.set, setOf(b))};
  };
  made.def(word, work).def(op, work);
}

void addSetClass(py::module_ &module) {
  using H = SetHandle;
  py::class_<H> made(
      module, "Set",
      "Integers, in isl's notation: \"[n] -> { [i] : 0 <= i < n }\".");
  addSetOperation(made, "intersect", "__and__",
                  [](const Set &a, const Set &b) { return a.intersect(b); });
  addSetOperation(made, "union", "__or__",
                  [](const Set &a, const Set &b) { return a.unite(b); });
  addSetOperation(made, "subtract", "__sub__",
                  [](const Set &a, const Set &b) { return a.subtract(b); });
  made.def(py::init([](const std::string &text) {
        return SetHandle{Set::parse(text)};
      }),
      py::arg("text"))
      .def("complement", [](const H &a) { return H{a.set.complement()}; })
      .def("gist", [](const H &a, const H &b) { return H{a.set.gist(b.set)}; })
      .def("coalesce", [](const H &a) { return H{a.set.coalesce()}; })
      .def("lexmin", [](const H &a) { return H{a.set.lexmin(a.set.dims())}; })
      .def("lexmax", [](const H &a) { return H{a.set.lexmax(a.set.dims())}; })
      .def("project_out", &projected, py::arg("names"))
      .def("add_constraint", &constrained, py::arg("condition"))
      .def("rename", &renamed, py::arg("names"))
      .def("fix", &fixedTo, py::arg("name"), py::arg("value"))
      .def("is_empty", [](const H &a) { return a.set.isEmpty(); })
      .def("is_subset",
           [](const H &a, const H &b) { return a.set.isSubset(b.set); })
      .def("is_equal",
           [](const H &a, const H &b) { return a.set.isEqual(b.set); })
      .def("is_disjoint",
           [](const H &a, const H &b) { return a.set.isDisjoint(b.set); })
      .def("sample_point", &sampleOf)
      .def_property_readonly("dims",
                             [](const H &a) { return py::cast(a.set.dims()); })
      .def_property_readonly(
          "params", [](const H &a) { return py::cast(a.set.params()); })
      .def("__str__", [](const H &a) { return a.set.str(); })
      .def("__repr__", [](const H &a) { return "<set " + a.set.str() + ">"; });
}

} // namespace

void script::addValueClasses(py::module_ &module) {
  addExpressionClass(module);
  addSetClass(module);
}

py::object script::expressionValue(const std::shared_ptr<const Kernel> &kernel,
                                   const Expr &e) {
  return py::cast(ExpressionHandle{kernel, e});
}

py::object script::setValue(const Set &set) {
  return py::cast(SetHandle{set});
}

const Set *script::asSet(py::handle object) {
  return py::isinstance<SetHandle>(object)
             ? &object.cast<const SetHandle &>().set
             : nullptr;
}
