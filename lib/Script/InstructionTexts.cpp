#include "InstructionTexts.h"

#include "Arguments.h"
#include "ExpressionTexts.h"
#include "KernelClass.h"
#include "NumpyModule.h"

#include "loopyc/Support/Match.h"

#include <algorithm>
#include <optional>
#include <vector>

using namespace loopyc;
using namespace loopyc::script;

namespace {

struct InstructionText {
  std::string text, id = {};
};
struct AssignmentText : InstructionText {};
struct BarrierText : InstructionText {};
struct NoOpText : InstructionText {};
struct CallText : InstructionText {};

// lp.Optional, which says whether there is a value, if only None.
struct OptionalValue {
  std::optional<py::object> value;
};

// Of lp.Assignment(atomicity=...): of an update, or of what sets a first value.
struct Atomicity {
  std::string variable;
  bool isUpdate;
};
struct AtomicUpdate : Atomicity {};
struct AtomicInit : Atomicity {};

// Prints as the text that it stands for.
struct Spelled {
  std::string text;
};
struct UniqueNameText : Spelled {};
struct RuleText : Spelled {
  std::string name;
};

// Keyword arguments, each of which is an attribute.
class Attributes {
public:
  Attributes(const char *name, const py::kwargs &keywords)
      : name(name), given(py::dict(keywords)) {}

  py::object take(const char *key) {
    py::str text(key);
    if (!given.contains(text))
      return py::none();
    py::object value = given[text];
    PyDict_DelItem(given.ptr(), text.ptr());
    return value;
  }

  // "" if none is given.
  std::string id() const {
    py::str text("id");
    return given.contains(text) && !given[text].is_none() ? textOf(given[text])
                                                           : "";
  }

  // " {id=a, dep=b:c}"
  std::string text() {
    addOne("id", "id");
    addOne("priority", "priority");
    bool isAll = isTrue(take("depends_on_is_final"));
    addList("dep", dependences(), isAll ? "*" : "");
    addOthers();
    return list.empty() ? "" : " {" + list + "}";
  }

  // Id and dependences apart.
  InstructionAttributes parts() {
    InstructionAttributes result;
    if (py::object id = take("id"); !id.is_none())
      result.id = textOf(id);
    bool isAll = isTrue(take("depends_on_is_final"));
    addList("", dependences(), isAll ? "*" : "");
    result.dependsOn = list.empty() ? "" : list.substr(1); // behind "="
    list.clear();
    addInames();
    addOne("priority", "priority");
    addOthers();
    result.others = list;
    return result;
  }

  // Of what is given, all; nothing given: those that are found.
  void addInames() {
    py::object isFinal = take("within_inames_is_final");
    py::object inames = take("within_inames");
    if (!inames.is_none() && py::len(inames) > 0)
      addList("inames", inames,
              isTrue(isFinal) || isFinal.is_none() ? "" : "+");
  }

private:
  // By either name; a dictionary's keys are ids.
  py::object dependences() {
    py::object ids = take("depends_on"), others = take("happens_after");
    if (!ids.is_none() && !others.is_none())
      raiseTypeError("lp." + name +
                     ": depends_on and happens_after say the same; give one");
    return ids.is_none() ? others : ids;
  }

  void addOthers() {
    addList("tags", take("tags"));
    addList("groups", take("groups"));
    addList("conflicts", take("conflicts_with_groups"));
    addList("nosync", take("no_sync_with"));
    addList("if", take("predicates"));
    if (isAtomicUpdate(take("atomicity")))
      add("atomic");
    for (auto item : given)
      raiseTypeError("lp." + name + " has no argument '" + textOf(item.first) +
                     "'");
  }

  static bool isTrue(const py::object &value) {
    return !value.is_none() && PyObject_IsTrue(value.ptr()) == 1;
  }

  // Values that are set first, before all updates, are none.
  static bool isAtomicUpdate(const py::object &value) {
    if (!PyTuple_Check(value.ptr()) && !PyList_Check(value.ptr()))
      return isTrue(value);
    bool any = false;
    for (py::handle item : value)
      any = any || !py::isinstance<Atomicity>(item) ||
            item.cast<const Atomicity &>().isUpdate;
    return any;
  }

  void add(const std::string &attribute) {
    list += (list.empty() ? "" : ", ") + attribute;
  }

  void addOne(const char *key, const char *attribute) {
    if (py::object value = take(key); !value.is_none())
      add(std::string(attribute) + "=" + textOf(value));
  }

  // Sorted: sets have no order.
  void addList(const char *attribute, const py::object &value,
               const std::string &prefix = "") {
    if (value.is_none())
      return;
    std::vector<std::string> words;
    if (PyUnicode_Check(value.ptr()))
      words = splitNames(bytesOf(value));
    else
      for (py::handle item : value) {
        bool isPair =
            PyTuple_Check(item.ptr()) && PyTuple_Size(item.ptr()) == 2;
        words.push_back(
            isPair ? textOf(py::reinterpret_borrow<py::tuple>(item)[0]) + "@" +
                         textOf(py::reinterpret_borrow<py::tuple>(item)[1])
                   : textOf(item));
      }
    std::sort(words.begin(), words.end());
    std::string joined;
    for (const std::string &word : words)
      joined += (joined.empty() ? "" : ":") + word;
    if (!joined.empty() || prefix == "*")
      add(std::string(attribute) + "=" + prefix + joined);
  }

  std::string name;
  py::dict given;
  std::string list;
};

// A type, lp.auto for one that is found, either of them in an lp.Optional; None
// and an empty lp.Optional: the assignee is no new temporary.
std::string typeMark(const py::object &given) {
  py::object type = given;
  if (py::isinstance<OptionalValue>(given)) {
    const auto &value = given.cast<const OptionalValue &>().value;
    if (value && value->is_none())
      return "<> ";
    type = value.value_or(py::none());
  }
  if (type.is_none())
    return "";
  if (type.is(py::module_::import("loopy").attr("auto")))
    return "<> ";
  auto known = toType(type);
  if (!known)
    raiseTypeError("temp_var_type must be a type such as np.float64, lp.auto, "
                   "or an lp.Optional of these or of None, found " +
                   shortReprOf(given));
  return "<" + known->str() + "> ";
}

AssignmentText assignment(const std::string &assignee, py::object value,
                          const py::kwargs &keywords) {
  Attributes attributes("Assignment", keywords);
  AssignmentText result;
  result.id = attributes.id();
  result.text = typeMark(attributes.take("temp_var_type")) + assignee + " = " +
                textOf(value);
  attributes.addInames();
  result.text += attributes.text();
  return result;
}

// "[i]: y[i]", or a list of such.
CallText call(py::handle assignees, const py::object &expression,
              const py::kwargs &keywords) {
  Attributes attributes("CallInstruction", keywords);
  py::list results;
  if (PyUnicode_Check(assignees.ptr()) || asExpressionText(assignees))
    results.append(assignees);
  else
    results = py::list(py::reinterpret_borrow<py::object>(assignees));
  py::object given = attributes.take("temp_var_types");
  py::list types = given.is_none() ? py::list() : py::list(given);
  if (!types.empty() && types.size() != results.size())
    raiseTypeError("lp.CallInstruction has " + std::to_string(results.size()) +
                   " assignees and " + std::to_string(types.size()) +
                   " temp_var_types");
  CallText made;
  made.id = attributes.id();
  for (size_t k = 0; k < results.size(); ++k)
    made.text += (k ? ", " : "") +
                 (types.empty() ? "" : typeMark(types[k])) +
                 textOf(results[k]);
  made.text += " = " + textOf(expression);
  attributes.addInames();
  made.text += attributes.text();
  return made;
}

RuleText rule(const std::string &name, const py::object &parameters,
              const py::object &expression) {
  std::string list;
  for (py::handle parameter : parameters)
    list += (list.empty() ? "" : ", ") + textOf(parameter);
  RuleText made;
  made.name = name;
  made.text = name + (list.empty() ? "" : "(" + list + ")") +
              " := " + textOf(expression);
  return made;
}

void addOptionalClass(py::module_ &module) {
  using H = OptionalValue;
  py::class_<H>(module, "Optional", "A value, or none at all.")
      .def(py::init([](const py::args &given) {
        if (given.size() > 1)
          raiseTypeError("lp.Optional takes one value, or none");
        return given.empty() ? H{} : H{py::object(given[0])};
      }))
      .def_property_readonly(
          "has_value", [](const H &h) { return h.value.has_value(); })
      .def_property_readonly("value",
                             [](const H &h) {
                               if (!h.value)
                                 throw py::attribute_error(
                                     "an empty lp.Optional has no value");
                               return *h.value;
                             })
      .def("__repr__",
           [](const H &h) {
             return "Optional(" + (h.value ? reprOf(*h.value) : "") + ")";
           })
      .def("__eq__",
           [](const H &a, const py::object &b) {
             if (!py::isinstance<H>(b))
               return false;
             const auto &other = b.cast<const H &>().value;
             return a.value && other ? a.value->equal(*other)
                                     : !a.value && !other;
           })
      .def("__hash__",
           [](const H &h) { return h.value ? py::hash(*h.value) : 0; });
}

void addAtomicityClasses(py::module_ &module) {
  py::class_<Atomicity>(module, "VarAtomicity",
                        "What is atomic of an lp.Assignment.")
      .def_readonly("var_name", &Atomicity::variable);
  py::class_<AtomicUpdate, Atomicity>(module, "AtomicUpdate",
                                      "The assignment is an atomic update.")
      .def(py::init([](const std::string &variable) {
             return AtomicUpdate{{variable, true}};
           }),
           py::arg("var_name"));
  py::class_<AtomicInit, Atomicity>(
      module, "AtomicInit",
      "The assignment comes before all atomic updates, by its dependences.")
      .def(py::init([](const std::string &variable) {
             return AtomicInit{{variable, false}};
           }),
           py::arg("var_name"));
  module.attr("OrderedAtomic") = module.attr("VarAtomicity");
}

// Instructions of kernels are of these classes, too.
bool isInstance(const py::object &cls, const py::object &object) {
  const InstructionHandle *handle = asInstruction(object);
  if (!handle)
    return PyType_IsSubtype(Py_TYPE(object.ptr()),
                            reinterpret_cast<PyTypeObject *>(cls.ptr()));
  const std::string name = textOf(cls.attr("__name__"));
  return match(
      handle->insn->body,
      [&](const Assignment &) {
        return name == "Assignment" || name == "InstructionBase";
      },
      [&](const CallBody &) { return name == "InstructionBase"; },
      [&](const BarrierBody &) {
        return name == "BarrierInstruction" || name == "InstructionBase";
      },
      [&](const NoOp &) {
        return name == "NoOpInstruction" || name == "InstructionBase";
      });
}

py::object classOfInstructions() {
  auto base = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject *>(
      py::detail::get_internals().default_metaclass));
  py::dict body;
  body["__instancecheck__"] =
      py::cpp_function(&isInstance, py::is_method(base));
  return py::module_::import("builtins")
      .attr("type")("InstructionClass", py::make_tuple(base), body);
}

void addTextClasses(py::module_ &module) {
  py::class_<Spelled>(module, "_Spelled")
      .def("__str__", [](const Spelled &s) { return s.text; })
      .def("__repr__", [](const Spelled &s) { return "<" + s.text + ">"; });
  py::class_<UniqueNameText, Spelled>(
      module, "UniqueName", "Of ids: one that begins so and is not taken.")
      .def(py::init([](const std::string &name) {
             return UniqueNameText{{name + "*"}};
           }),
           py::arg("name"));
  py::class_<RuleText, Spelled>(module, "SubstitutionRule",
                                "name(arguments) := expression")
      .def(py::init([](const std::string &name, const py::object &arguments,
                       const py::object &expression) {
             return rule(name, arguments, expression);
           }),
           py::arg("name"), py::arg("arguments"), py::arg("expression"))
      .def_property_readonly("name", [](const RuleText &r) { return r.name; });
  py::class_<CallText, InstructionText>(
      module, "CallInstruction",
      "assignees = f(...): texts; of assignees, a text or a tuple of them.")
      .def(py::init([](const py::object &assignees,
                       const py::object &expression,
                       const py::kwargs &keywords) {
             return call(assignees, expression, keywords);
           }),
           py::arg("assignees"), py::arg("expression"));
}

} // namespace

void script::addInstructionTexts(py::module_ &module) {
  const py::metaclass kinds(classOfInstructions());
  py::class_<InstructionText>(module, "InstructionBase",
                              "An instruction for make_kernel.", kinds)
      .def_property_readonly("id",
                             [](const InstructionText &i) -> py::object {
                               return i.id.empty() ? py::object(py::none())
                                                   : py::str(i.id);
                             })
      .def("__str__", [](const InstructionText &i) { return i.text; })
      .def("__repr__", [](const InstructionText &i) {
        return "<instruction " + i.text + ">";
      });
  py::class_<AssignmentText, InstructionText>(
      module, "Assignment", "assignee = expression, both as text.", kinds)
      .def(py::init([](const py::object &assignee, py::object expression,
                       py::kwargs keywords) {
             return assignment(textOf(assignee), expression, keywords);
           }),
           py::arg("assignee"), py::arg("expression"));
  py::class_<BarrierText, InstructionText>(
      module, "BarrierInstruction", "... gbarrier, or ... lbarrier.", kinds)
      .def(py::init([](py::kwargs keywords) {
        Attributes attributes("BarrierInstruction", keywords);
        py::object kind = attributes.take("synchronization_kind");
        bool isLocal = !kind.is_none() && textOf(kind) == "local";
        attributes.take("mem_kind"); // a barrier orders all memory
        BarrierText result;
        result.id = attributes.id();
        result.text = isLocal ? "... lbarrier" : "... gbarrier";
        attributes.addInames();
        result.text += attributes.text();
        return result;
      }));
  py::class_<NoOpText, InstructionText>(module, "NoOpInstruction", "... nop",
                                        kinds)
      .def(py::init([](py::kwargs keywords) {
        Attributes attributes("NoOpInstruction", keywords);
        attributes.addInames();
        NoOpText result;
        result.id = attributes.id();
        result.text = "... nop" + attributes.text();
        return result;
      }));
  addOptionalClass(module);
  addAtomicityClasses(module);
  addTextClasses(module);
}

InstructionAttributes
script::instructionAttributes(const std::string &className,
                              const py::kwargs &keywords) {
  return Attributes(className.c_str(), keywords).parts();
}

std::string InstructionAttributes::text(const std::string &own,
                                        const std::string &more) const {
  std::string dep = dependsOn;
  if (!more.empty())
    dep += (dep.empty() || dep == "*" ? "" : ":") + more;
  return " {id=" + own + (dep.empty() ? "" : ", dep=" + dep) +
         (others.empty() ? "" : ", " + others) + "}";
}

py::object script::instructionText(const std::string &text,
                                   const std::string &id) {
  AssignmentText result;
  result.id = id;
  result.text = text;
  return py::cast(std::move(result));
}

const std::string *script::asInstructionText(py::handle object) {
  if (py::isinstance<RuleText>(object))
    return &object.cast<const RuleText &>().text;
  // Not by isinstance, by which a kernel's instructions are some, too.
  return PyType_IsSubtype(Py_TYPE(object.ptr()),
                          reinterpret_cast<PyTypeObject *>(
                              py::type::of<InstructionText>().ptr()))
             ? &object.cast<const InstructionText &>().text
             : nullptr;
}
