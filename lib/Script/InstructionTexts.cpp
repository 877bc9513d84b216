#include "InstructionTexts.h"

#include "Arguments.h"
#include "NumpyModule.h"

#include <algorithm>
#include <vector>

using namespace loopyc;
using namespace loopyc::script;

namespace {

struct InstructionText {
  std::string text;
};
struct AssignmentText : InstructionText {};
struct BarrierText : InstructionText {};
struct NoOpText : InstructionText {};

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

  // " {id=a, dep=b:c}"
  std::string text() {
    addOne("id", "id");
    addOne("priority", "priority");
    bool isAll = isTrue(take("depends_on_is_final"));
    addList("dep", take("depends_on"), isAll ? "*" : "");
    addOthers();
    return list.empty() ? "" : " {" + list + "}";
  }

  // Id and dependences apart.
  InstructionAttributes parts() {
    InstructionAttributes result;
    if (py::object id = take("id"); !id.is_none())
      result.id = textOf(id);
    bool isAll = isTrue(take("depends_on_is_final"));
    addList("", take("depends_on"), isAll ? "*" : "");
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
  void addOthers() {
    addList("tags", take("tags"));
    addList("groups", take("groups"));
    addList("conflicts", take("conflicts_with_groups"));
    addList("nosync", take("no_sync_with"));
    addList("if", take("predicates"));
    if (isTrue(take("atomicity")))
      add("atomic");
    for (auto item : given)
      raiseTypeError("lp." + name + " has no argument '" + textOf(item.first) +
                     "'");
  }

  static bool isTrue(const py::object &value) {
    return !value.is_none() && PyObject_IsTrue(value.ptr()) == 1;
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

std::string typeMark(const py::object &type) {
  if (type.is_none())
    return "";
  auto known = toType(type);
  return known ? "<" + known->str() + "> " : "<> ";
}

AssignmentText assignment(const std::string &assignee, py::object value,
                          const py::kwargs &keywords) {
  Attributes attributes("Assignment", keywords);
  AssignmentText result;
  result.text = typeMark(attributes.take("temp_var_type")) + assignee + " = " +
                textOf(value);
  attributes.addInames();
  result.text += attributes.text();
  return result;
}

} // namespace

void script::addInstructionTexts(py::module_ &module) {
  py::class_<InstructionText>(module, "InstructionBase",
                              "An instruction for make_kernel.")
      .def("__str__", [](const InstructionText &i) { return i.text; })
      .def("__repr__", [](const InstructionText &i) {
        return "<instruction " + i.text + ">";
      });
  py::class_<AssignmentText, InstructionText>(
      module, "Assignment", "assignee = expression, both as text.")
      .def(py::init([](const std::string &assignee, py::object expression,
                       py::kwargs keywords) {
             return assignment(assignee, expression, keywords);
           }),
           py::arg("assignee"), py::arg("expression"));
  py::class_<BarrierText, InstructionText>(module, "BarrierInstruction",
                                           "... gbarrier, or ... lbarrier.")
      .def(py::init([](py::kwargs keywords) {
        Attributes attributes("BarrierInstruction", keywords);
        py::object kind = attributes.take("synchronization_kind");
        bool isLocal = !kind.is_none() && textOf(kind) == "local";
        attributes.take("mem_kind"); // a barrier orders all memory
        BarrierText result;
        result.text = isLocal ? "... lbarrier" : "... gbarrier";
        attributes.addInames();
        result.text += attributes.text();
        return result;
      }));
  py::class_<NoOpText, InstructionText>(module, "NoOpInstruction", "... nop")
      .def(py::init([](py::kwargs keywords) {
        Attributes attributes("NoOpInstruction", keywords);
        attributes.addInames();
        NoOpText result;
        result.text = "... nop" + attributes.text();
        return result;
      }));
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

py::object script::instructionText(const std::string &text) {
  AssignmentText result;
  result.text = text;
  return py::cast(std::move(result));
}

const std::string *script::asInstructionText(py::handle object) {
  return py::isinstance<InstructionText>(object)
             ? &object.cast<const InstructionText &>().text
             : nullptr;
}
