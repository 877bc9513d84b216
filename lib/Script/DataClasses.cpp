// The Python classes of instructions, arguments and temporaries.
#include "KernelClass.h"

#include "Declarations.h"
#include "ExpressionTexts.h"
#include "InstructionParts.h"
#include "InstructionTexts.h"
#include "NumpyModule.h"
#include "ValueClasses.h"

#include "loopyc/IR/CallMark.h"
#include "loopyc/IR/Images.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

namespace {

struct GlobalArgHandle : VariableHandle {};
struct ConstantArgHandle : VariableHandle {};
struct ImageArgHandle : VariableHandle {};
struct ValueArgHandle : VariableHandle {};
struct TemporaryHandle : VariableHandle {};

} // namespace

py::object script::toPython(const std::shared_ptr<const Kernel> &kernel,
                            InstructionPtr insn) {
  return py::cast(InstructionHandle{kernel, std::move(insn)});
}

py::object script::toPython(const std::shared_ptr<const Kernel> &kernel,
                            VariablePtr variable) {
  switch (variable->kind) {
  case VariableKind::ValueArg:
    return py::cast(ValueArgHandle{{kernel, std::move(variable)}});
  case VariableKind::ArrayArg:
    if (kernel && isImage(*kernel, variable->name))
      return py::cast(ImageArgHandle{{kernel, std::move(variable)}});
    return py::cast(GlobalArgHandle{{kernel, std::move(variable)}});
  case VariableKind::Table:
  case VariableKind::Temporary:
    return py::cast(TemporaryHandle{{kernel, std::move(variable)}});
  }
  return py::none();
}

const InstructionHandle *script::asInstruction(py::handle object) {
  return py::isinstance<InstructionHandle>(object)
             ? &object.cast<const InstructionHandle &>()
             : nullptr;
}

template <typename Range> static py::frozenset frozen(const Range &range) {
  py::list list;
  for (const std::string &item : range)
    list.append(item);
  return py::frozenset(list);
}

static py::object textAndValue(const std::shared_ptr<const Kernel> &kernel,
                               const Expr &e) {
  return textOfExpression(expressionText(*kernel, e),
                          expressionValue(kernel, e));
}

static py::frozenset predicates(const InstructionHandle &h) {
  py::list list;
  for (const Predicate &predicate : h.insn->predicates)
    list.append(textAndValue(h.kernel, predicate));
  return py::frozenset(list);
}

static py::object first(const std::shared_ptr<const Kernel> &kernel,
                        const std::vector<Expr> &list) {
  return list.empty() ? py::object(py::none())
                      : textAndValue(kernel, list.front());
}

static py::frozenset unsynchronized(const InstructionHandle &h) {
  py::list list;
  for (const auto &[id, asserted] : h.insn->noSyncWith)
    list.append(py::make_tuple(id, !asserted.global  ? "local"
                                   : !asserted.local ? "global"
                                                     : "any"));
  return py::frozenset(list);
}

static bool isOfKernelLanguage(const Kernel &kernel) {
  return !kernel.origins.empty() &&
         source::kernelAsMade(kernel.origins.front()) != nullptr;
}

static py::frozenset dependenceIds(const InstructionHandle &h) {
  std::set<std::string> ids = h.insn->dependsOn;
  if (isOfKernelLanguage(*h.kernel))
    ids.merge(dependencesById(h.kernel)[h.insn->id]);
  return frozen(ids);
}

static py::object changed(const InstructionHandle &h, py::kwargs changes) {
  InstructionParts parts =
      partsOf(*h.kernel, *h.insn, dependencesById(h.kernel)[h.insn->id]);
  change(parts, changes);
  return instructionText(parts.text(), parts.id);
}

// What `f` makes of each expression.
static py::object transformed(const InstructionHandle &h,
                              const py::function &f) {
  py::kwargs changes;
  if (std::holds_alternative<Assignment>(h.insn->body)) {
    changes["assignee"] = f(first(h.kernel, h.insn->assignees()));
    changes["expression"] = f(first(h.kernel, h.insn->values()));
  }
  py::list conditions;
  for (const Predicate &predicate : h.insn->predicates)
    conditions.append(f(textAndValue(h.kernel, predicate)));
  changes["predicates"] = conditions;
  return changed(h, changes);
}

static void addInstructionClass(py::module_ &module) {
  using H = InstructionHandle;
  py::class_<H>(module, "Instruction", "A statement of a kernel.")
      .def_property_readonly("id", [](const H &h) { return h.insn->id; })
      .def_property_readonly("assignee_name",
                             [](const H &h) -> py::object {
                               auto names = h.insn->assigneeNames();
                               return names.empty() ? py::object(py::none())
                                                    : py::str(names.front());
                             })
      .def(
          "assignee_var_names",
          [](const H &h) {
            py::list names;
            for (const std::string &name : h.insn->assigneeNames())
              names.append(name);
            return py::tuple(names);
          },
          "Names of the variables that it assigns, as a tuple: one, or none "
          "for a barrier.")
      .def_property_readonly("assignee",
                             [](const H &h) -> py::object {
                               return first(h.kernel, h.insn->assignees());
                             })
      .def_property_readonly("assignees",
                             [](const H &h) {
                               py::list list;
                               for (const Expr &e : h.insn->assignees())
                                 list.append(textAndValue(h.kernel, e));
                               return py::tuple(list);
                             })
      .def_property_readonly("no_sync_with", &unsynchronized,
                             "Pairs of an id and what need not be ordered.")
      .def_property_readonly("expression",
                             [](const H &h) -> py::object {
                               return first(h.kernel, h.insn->values());
                             })
      .def_property_readonly("expression_value",
                             [](const H &h) -> py::object {
                               auto values = h.insn->values();
                               return values.empty()
                                          ? py::object(py::none())
                                          : expressionValue(h.kernel,
                                                            values.front());
                             },
                             "The expression as a value, an lp.Expression.")
      .def_property_readonly("assignee_value",
                             [](const H &h) -> py::object {
                               auto assignees = h.insn->assignees();
                               return assignees.empty()
                                          ? py::object(py::none())
                                          : expressionValue(h.kernel,
                                                            assignees.front());
                             },
                             "What is assigned to, as an lp.Expression.")
      .def_property_readonly("within_inames",
                             [](const H &h) { return frozen(h.insn->inames); })
      .def_property_readonly("tags",
                             [](const H &h) {
                               return frozen(visibleTags(*h.insn));
                             })
      .def_property_readonly("predicates", &predicates)
      .def_property_readonly("depends_on", &dependenceIds,
                             "Ids: what is said, and what was found.")
      .def("copy", &changed,
           "The instruction with changes, for LoopKernel.copy and "
           "map_instructions.")
      .def("with_transformed_expressions", &transformed, py::arg("function"),
           "The instruction with what function(expression) makes of its "
           "assignee, expression and predicates.")
      .def("__str__", [](const H &h) { return instructionStr(*h.insn); })
      .def("__repr__",
           [](const H &h) { return "<instruction " + h.insn->id + ">"; });
}

// --- arguments and temporaries

static py::object extentValue(const Expr &extent) {
  if (!extent)
    return py::none();
  if (std::optional<int64_t> value = asInteger(extent))
    return py::int_(*value);
  return py::str(extent.str());
}

// Those that scripts see.
static std::vector<Axis> axesOf(const VariableHandle &h) {
  const std::vector<Axis> &all = h.variable->axes;
  return {all.begin(), all.begin() + h.variable->visibleAxes()};
}

static py::tuple shape(const VariableHandle &h) {
  py::list list;
  for (const Axis &axis : axesOf(h))
    list.append(extentValue(axis.extent));
  return py::tuple(list);
}

static py::tuple axisNames(const VariableHandle &h) {
  py::list list;
  for (const Axis &axis : axesOf(h))
    list.append(axis.name);
  return py::tuple(list);
}

static py::tuple axisTags(const VariableHandle &h) {
  py::list list;
  for (const Axis &axis : axesOf(h))
    list.append(axisTagStr(axis.tag));
  return py::tuple(list);
}

const VariableHandle *script::asVariable(py::handle object) {
  return py::isinstance<VariableHandle>(object)
             ? &object.cast<const VariableHandle &>()
             : nullptr;
}

// What is passed by value, and what instructions, rules or bounds read.
static bool isInput(const VariableHandle &h) {
  if (!h.kernel)
    return h.declaration && h.declaration->isInput.value_or(true);
  const std::string &name = h.variable->name;
  bool found = h.variable->isValue();
  auto look = [&](const Expr &e) { found = found || mentions(e, name); };
  for (const InstructionPtr &insn : h.kernel->instructions) {
    for (const Expr &read : insn->reads())
      look(read);
    for (const Predicate &predicate : insn->predicates)
      look(predicate);
  }
  for (const SubstitutionRule &rule : h.kernel->rules)
    look(rule.value);
  return found;
}

static bool isOutput(const VariableHandle &h) {
  if (!h.kernel)
    return h.declaration && h.declaration->isOutput.value_or(false);
  return std::any_of(h.kernel->instructions.begin(),
                     h.kernel->instructions.end(),
                     [&](const InstructionPtr &insn) {
                       return insn->assigns(h.variable->name);
                     });
}

template <typename Handle>
static void addVariableClass(py::module_ &module, const char *name,
                             VariableKind kind, AddressSpace space,
                             const char *doc, bool isImage = false) {
  py::class_<Handle, VariableHandle> made(module, name, doc);
  if (kind != VariableKind::Temporary)
    made.def_property_readonly("is_input", &isInput)
        .def_property_readonly("is_output", &isOutput);
  made.def(py::init([=](py::args args, py::kwargs keywords) {
        Handle handle;
        static_cast<VariableHandle &>(handle) =
            declared(name, kind, space, args, keywords, isImage);
        return handle;
      }));
}

void script::addDataClasses(py::module_ &module) {
  addInstructionClass(module);
  using H = VariableHandle;
  py::class_<H>(module, "Variable", "An argument or a temporary of a kernel.")
      .def_property_readonly("name",
                             [](const H &h) { return h.variable->name; })
      .def_property_readonly(
          "dtype", [](const H &h) { return toPython(h.variable->type); })
      .def_property_readonly("shape", &shape)
      .def_property_readonly("dim_names", &axisNames)
      .def_property_readonly("dim_tags", &axisTags)
      .def_property_readonly(
          "address_space",
          [](const H &h) { return addressSpaceName(h.variable->space); })
      .def("__repr__", [](const H &h) {
        return "<" +
               std::string(h.variable->isTable()       ? "table "
                           : h.variable->isTemporary() ? "temporary "
                                                     : "argument ") +
               h.variable->name + ": " + h.variable->type.str() + ">";
      });
  addVariableClass<GlobalArgHandle>(
      module, "GlobalArg", VariableKind::ArrayArg, AddressSpace::Global,
      "An array argument, or a scalar that the kernel writes.");
  addVariableClass<ConstantArgHandle>(
      module, "ConstantArg", VariableKind::ArrayArg, AddressSpace::Constant,
      "An array argument in constant memory.");
  addVariableClass<ImageArgHandle>(
      module, "ImageArg", VariableKind::ArrayArg, AddressSpace::Global,
      "ImageArg(name, dtype, shape, num_axes=None): an array argument that is "
      "only read, and that the device reads through the hardware of its "
      "images: OpenCL in an image, CUDA through the read-only data path, C as "
      "any array. It has one to three axes, which lie packed in make_kernel's "
      "default_order, and real or integer elements of at most 64 bits. "
      "Callers pass what they pass for an lp.GlobalArg.",
      true);
  addVariableClass<ValueArgHandle>(module, "ValueArg", VariableKind::ValueArg,
                                   AddressSpace::Global,
                                   "A scalar argument, passed by value.");
  addVariableClass<TemporaryHandle>(module, "TemporaryVariable",
                                    VariableKind::Temporary, AddressSpace::Auto,
                                    "A variable local to the kernel.");
}
