#include "KernelQueries.h"

#include "Arguments.h"
#include "KernelClass.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Transform/Common.h"
#include "loopyc/Values/Affine.h"

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

// --- bounds and data

// What shapes show, too: an integer or a text.
static py::object valueText(const poly::PwAff &value, const poly::Set &range) {
  Expr e = fold(fromAffine(value.gist(range), range));
  if (std::optional<int64_t> number = asInteger(e))
    return py::int_(*number);
  return py::str(e.str());
}

namespace {
struct InameBounds {
  py::object lower, upper, size;
};
} // namespace

// Over all that the loops around do.
static InameBounds boundsOf(const KernelHandle &handle,
                            const std::string &given, bool constantsOnly) {
  const Kernel &kernel = *handle.kernel;
  const std::string iname = resolveIname(kernel, given, "get_iname_bounds");
  poly::Set all = DomainIndex(kernel).instances({iname}).flat().intersect(
      kernel.assumptions);
  poly::Names of;
  for (const std::string &name : all.names())
    if (name != iname)
      of.push_back(name);
  if (constantsOnly) {
    all = all.project(of);
    of.clear();
  }
  try {
    poly::PwAff low = all.minOf(iname, of), high = all.maxOf(iname, of);
    poly::Set range = all.project({iname});
    return {valueText(low, range), valueText(high, range),
            valueText(high - low + poly::PwAff::constant(1), range)};
  } catch (const UserError &) {
    throw UserError("get_iname_bounds: the range of '" + iname +
                    "' of kernel '" + kernel.name + "' has no " +
                    (constantsOnly ? "constant " : "") + "bounds");
  }
}

static py::object variableNamed(const KernelHandle &handle,
                                const std::string &name) {
  const Kernel &kernel = *handle.kernel;
  if (VariablePtr variable = kernel.findVariable(name))
    return toPython(handle.kernel, variable);
  if (!kernel.hasIname(name)) {
    std::vector<std::string> known;
    for (const std::string &other : variableNames(kernel))
      known.push_back(other);
    throw UserError("get_var_descriptor: kernel '" + kernel.name +
                    "' has no variable '" + name + "'" +
                    suggestion(name, known));
  }
  Variable variable;
  variable.name = name;
  variable.kind = VariableKind::Temporary;
  auto chosen = kernel.options.values.find("index_dtype");
  const bool isWide =
      chosen != kernel.options.values.end() && chosen->second == "int64";
  variable.type = Type::integer(isWide ? 8 : 4);
  return toPython(handle.kernel, std::make_shared<const Variable>(variable));
}

static py::frozenset loopPriority(const KernelHandle &handle) {
  py::list lists;
  for (const std::vector<std::string> &list : handle.kernel->loopPriority) {
    py::list inames;
    for (const std::string &iname : list)
      inames.append(iname);
    lists.append(py::tuple(inames));
  }
  return py::frozenset(lists);
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
  py::class_<InameBounds>(module, "InameBounds",
                          "The range of an iname, in parameters: integers or "
                          "texts.")
      .def_readonly("lower_bound_pw_aff", &InameBounds::lower)
      .def_readonly("upper_bound_pw_aff", &InameBounds::upper)
      .def_readonly("size", &InameBounds::size)
      .def("__repr__", [](const InameBounds &bounds) {
        return "<from " + textOf(bounds.lower) + " to " +
               textOf(bounds.upper) + ">";
      });
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
      .def("get_iname_bounds", &boundsOf, py::arg("iname"),
           py::arg("constants_only") = false,
           "Its lower_bound_pw_aff, upper_bound_pw_aff and size, over all "
           "iterations of the loops around: integers, or texts in the "
           "parameters; constants_only: for all of their values.")
      .def("get_var_descriptor", &variableNamed, py::arg("name"),
           "The argument, temporary or iname of this name.")
      .def_property_readonly("loop_priority", &loopPriority,
                             "What prioritize_loops asked for, as tuples.")
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
