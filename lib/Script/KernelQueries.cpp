#include "KernelQueries.h"

#include "Arguments.h"
#include "InstructionParts.h"
#include "KernelClass.h"
#include "ValueClasses.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Transform/Common.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
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
  const InstructionPtr insn =
      known ? known->insn
            : instructionNamed(*handle.kernel, bytesOf(given), "insn_inames");
  const std::vector<std::string> &loops = insn->inames;
  return frozenNames({loops.begin(), loops.end()});
}

// "i, j", or inames in a collection.
static std::vector<std::string> inamesIn(const Kernel &kernel,
                                         const py::object &given,
                                         const char *function) {
  std::vector<std::string> names;
  if (PyUnicode_Check(given.ptr()))
    names = splitNames(bytesOf(given));
  else if (PySequence_Check(given.ptr()) || PyAnySet_Check(given.ptr()))
    for (py::handle item : given)
      names.push_back(textOf(item));
  else
    raiseTypeError(
        std::string(function) +
        ": expected inames, as \"i, j\" or in a list or set, found " +
        shortReprOf(given));
  for (std::string &name : names)
    name = resolveIname(kernel, name, function);
  return names;
}

static py::object domainOfInames(const KernelHandle &handle,
                                 const py::object &given) {
  const Kernel &kernel = *handle.kernel;
  NameSet open, all;
  for (const std::string &iname : inamesIn(kernel, given, "get_inames_domain"))
    open.insert(iname);
  while (!open.empty()) {
    all.merge(open);
    open.clear();
    for (const poly::Set &domain : kernel.domains) {
      const poly::Names dims = domain.dims();
      if (std::any_of(dims.begin(), dims.end(), [&](const std::string &dim) {
            return all.count(dim) > 0;
          }))
        for (const std::string &name : domain.names())
          if (kernel.hasIname(name) && !all.count(name))
            open.insert(name);
    }
  }
  return setValue(DomainIndex(kernel).domain({all.begin(), all.end()}));
}

// { iname : ids of the instructions in its loop }
static py::dict idsByIname(const KernelHandle &handle) {
  std::map<std::string, NameSet> ids;
  for (const std::string &iname : handle.kernel->inames())
    ids[iname];
  for (const InstructionPtr &insn : handle.kernel->instructions)
    for (const std::string &iname : insn->inames)
      ids[iname].insert(insn->id);
  py::dict result;
  for (const auto &[iname, those] : ids)
    result[py::str(iname)] = py::set(frozenNames(those));
  return result;
}

// --- bounds and data

// Of arguments and temporaries.
static py::frozenset namesIn(const Kernel &kernel,
                             bool (*isMeant)(const Variable &)) {
  NameSet names;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &variable : *list)
      if (isMeant(*variable))
        names.insert(variable->name);
  return frozenNames(names);
}

template <AddressSpace space>
static py::frozenset namesInSpace(const KernelHandle &handle) {
  return namesIn(*handle.kernel, [](const Variable &variable) {
    return variable.kind != VariableKind::ValueArg && variable.space == space;
  });
}

static py::frozenset dataNames(const KernelHandle &handle) {
  return namesIn(*handle.kernel, [](const Variable &) { return true; });
}

static py::frozenset unwrittenValues(const KernelHandle &handle) {
  return namesIn(*handle.kernel, [](const Variable &variable) {
    return variable.kind == VariableKind::ValueArg;
  });
}

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
static InameBounds rangeOf(const KernelHandle &handle,
                           const std::string &given, bool constantsOnly,
                           const char *function) {
  const Kernel &kernel = *handle.kernel;
  const std::string iname = resolveIname(kernel, given, function);
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
    throw UserError(std::string(function) + ": the range of '" + iname +
                    "' of kernel '" + kernel.name + "' has no " +
                    (constantsOnly ? "constant " : "") + "bounds");
  }
}

static InameBounds boundsOf(const KernelHandle &handle,
                            const std::string &iname, bool constantsOnly) {
  return rangeOf(handle, iname, constantsOnly, "get_iname_bounds");
}

static py::object constantLength(const KernelHandle &handle,
                                 const std::string &iname) {
  return rangeOf(handle, iname, true, "get_constant_iname_length").size;
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

static NameSet instructionIds(const Kernel &kernel) {
  NameSet ids;
  for (const InstructionPtr &insn : kernel.instructions)
    ids.insert(insn->id);
  return ids;
}

static std::string uniqueId(const KernelHandle &handle, py::handle,
                            const std::string &base, const py::object &used) {
  NameSet taken = instructionIds(*handle.kernel);
  for (py::handle id : used)
    taken.insert(textOf(id));
  return FreshNames(std::move(taken)).fresh(base);
}

static py::object idGenerator(const KernelHandle &handle) {
  return generator(instructionIds(*handle.kernel));
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
      .def("iname_to_insns", &idsByIname,
           "{iname: ids of the instructions that are in its loop}")
      .def("get_inames_domain", &domainOfInames, py::arg("inames"),
           "What these inames range over, with the others of their domains "
           "and those that bounds mention, as an lp.Set.")
      .def("get_constant_iname_length", &constantLength, py::arg("iname"),
           "The most iterations that it has, an integer.")
      .def("global_var_names", &namesInSpace<AddressSpace::Global>,
           "Names of arrays and temporaries in global memory.")
      .def("local_var_names", &namesInSpace<AddressSpace::Local>,
           "Names of temporaries in local memory.")
      .def("non_iname_variable_names", &dataNames,
           "Names of arguments and temporaries.")
      .def("get_unwritten_value_args", &unwrittenValues,
           "Names of arguments that are passed by value.")
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
      .def("make_unique_instruction_id", &uniqueId,
           py::arg("insns") = py::none(), py::arg("based_on") = "insn",
           py::arg("extra_used_ids") = py::tuple(),
           "An id that begins so and is not taken.")
      .def("get_instruction_id_generator", &idGenerator,
           "The same for ids of instructions.");
}
