#include "KernelQueries.h"

#include "Arguments.h"
#include "KernelClass.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/FreshNames.h"

#include <map>
#include <memory>
#include <set>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

using NameSet = std::set<std::string>;

static py::frozenset frozenNames(const NameSet &names) {
  py::list list;
  for (const std::string &name : names)
    list.append(name);
  return py::frozenset(list);
}

// --- instructions

// Of values, subscripts and conditions; inames and parameters, too.
static NameSet namesRead(const Instruction &insn) {
  NameSet names;
  for (const Expr &read : insn.reads())
    collectNames(read, names, names);
  for (const Predicate &predicate : insn.predicates)
    collectNames(predicate, names, names);
  return names;
}

static NameSet namesWritten(const Instruction &insn) {
  NameSet names;
  for (const std::string &name : insn.assigneeNames())
    names.insert(name);
  return names;
}

static NameSet namesUsed(const Instruction &insn) {
  NameSet names = namesRead(insn);
  names.merge(namesWritten(insn));
  return names;
}

static NameSet inamesReduced(const Instruction &insn) {
  NameSet names;
  for (const Expr &read : insn.reads())
    names.merge(reducedInames(read));
  for (const Predicate &predicate : insn.predicates)
    names.merge(reducedInames(predicate));
  return names;
}

using InstructionNames = NameSet (*)(const Instruction &);

template <InstructionNames names>
static py::frozenset ofInstruction(const InstructionHandle &handle) {
  return frozenNames(names(*handle.insn));
}

// --- kernels

template <InstructionNames names>
static py::frozenset ofKernel(const KernelHandle &handle) {
  NameSet all;
  for (const InstructionPtr &insn : handle.kernel->instructions)
    all.merge(names(*insn));
  return frozenNames(all);
}

// { variable : ids of the instructions }
template <InstructionNames names>
static py::dict idsByVariable(const KernelHandle &handle) {
  std::map<std::string, NameSet> ids;
  for (const InstructionPtr &insn : handle.kernel->instructions)
    for (const std::string &name : names(*insn))
      if (handle.kernel->findVariable(name))
        ids[name].insert(insn->id);
  py::dict result;
  for (const auto &[name, those] : ids)
    result[py::str(name)] = py::set(frozenNames(those));
  return result;
}

static py::frozenset parameters(const KernelHandle &handle) {
  NameSet names;
  for (const poly::Set &domain : handle.kernel->domains)
    for (const std::string &name : domain.params())
      if (!handle.kernel->hasIname(name))
        names.insert(name);
  return frozenNames(names);
}

static NameSet variableNames(const Kernel &kernel) {
  NameSet names;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &variable : *list)
      names.insert(variable->name);
  for (const std::string &iname : kernel.inames())
    names.insert(iname);
  for (const SubstitutionRule &rule : kernel.rules)
    names.insert(rule.name);
  return names;
}

static py::frozenset loopsOf(const KernelHandle &handle, py::object given) {
  const InstructionHandle *known = asInstruction(given);
  if (!known && !PyUnicode_Check(given.ptr()))
    raiseTypeError("insn_inames: expected an instruction or its id, found " +
                   shortReprOf(given));
  const InstructionPtr *insn =
      known ? &known->insn : handle.kernel->findInstruction(bytesOf(given));
  if (!insn)
    throw UserError("insn_inames: kernel '" + handle.kernel->name +
                    "' has no instruction '" + bytesOf(given) + "'");
  const std::vector<std::string> &loops = (*insn)->inames;
  return frozenNames({loops.begin(), loops.end()});
}

// A function from a name to one that begins so and is not taken, neither by the
// kernel nor by what it gave before.
static py::object generator(NameSet taken) {
  auto names = std::make_shared<FreshNames>(std::move(taken));
  return py::cpp_function(
      [names](const std::string &base) { return names->fresh(base); },
      py::arg("based_on") = "id");
}

static py::object nameGenerator(const KernelHandle &handle) {
  NameSet taken = variableNames(*handle.kernel);
  for (const poly::Set &domain : handle.kernel->domains)
    for (const std::string &name : domain.names())
      taken.insert(name);
  return generator(std::move(taken));
}

static py::object idGenerator(const KernelHandle &handle) {
  NameSet taken;
  for (const InstructionPtr &insn : handle.kernel->instructions)
    taken.insert(insn->id);
  return generator(std::move(taken));
}

// --- classes

template <typename Handle>
static py::class_<Handle> definedClass(py::module_ &module, const char *name) {
  return py::reinterpret_borrow<py::class_<Handle>>(module.attr(name));
}

void script::addKernelQueries(py::module_ &module) {
  definedClass<InstructionHandle>(module, "Instruction")
      .def("read_dependency_names", &ofInstruction<namesRead>,
           "Names that values, subscripts and conditions mention.")
      .def("write_dependency_names", &ofInstruction<namesWritten>,
           "Names of what it assigns.")
      .def("dependency_names", &ofInstruction<namesUsed>, "Both.")
      .def("reduction_inames", &ofInstruction<inamesReduced>,
           "Inames that its reductions are over.");
  definedClass<KernelHandle>(module, "LoopKernel")
      .def("writer_map", &idsByVariable<namesWritten>,
           "{variable: ids of the instructions that assign it}")
      .def("reader_map", &idsByVariable<namesRead>,
           "{variable: ids of the instructions that read it}")
      .def("get_read_variables", &ofKernel<namesRead>,
           "Names that instructions read: inames and parameters, too.")
      .def("get_written_variables", &ofKernel<namesWritten>,
           "Names that instructions assign.")
      .def("insn_inames", &loopsOf, py::arg("insn"),
           "The loops that an instruction, or the one of this id, is in.")
      .def("all_params", &parameters,
           "Names in domains that are no inames.")
      .def("outer_params", &parameters, "As all_params.")
      .def("all_variable_names",
           [](const KernelHandle &handle) {
             return frozenNames(variableNames(*handle.kernel));
           },
           "Names of arguments, temporaries, inames and rules.")
      .def("get_var_name_generator", &nameGenerator,
           "A function from a name to one that begins so and is not taken.")
      .def("get_instruction_id_generator", &idGenerator,
           "The same for ids of instructions.");
}
