// Counting: operations, memory accesses, synchronisation, footprints.
#include "Function.h"

#include "CountClasses.h"
#include "KernelClass.h"
#include "Session.h"
#include "ValueClasses.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Schedule/Statistics.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

#include <memory>

using namespace loopyc;
using namespace loopyc::script;

using KernelPtr = std::shared_ptr<const Kernel>;

// --- arguments

static std::vector<KernelPtr> countedKernels(const Arguments &args) {
  auto kernels = kernelsOf(args["kernel"]);
  if (!kernels)
    args.wrongType("kernel", "a kernel or a translation unit");
  if (args.isNone("entrypoint"))
    return *kernels;
  std::string wanted = args.str("entrypoint");
  std::vector<std::string> names;
  for (const KernelPtr &kernel : *kernels) {
    if (kernel->name == wanted)
      return {kernel};
    names.push_back(kernel->name);
  }
  throw UserError(std::string(args.function().name) + ": no kernel '" +
                  wanted + "'" + suggestion(wanted, names));
}

// Counts are by type.
static std::vector<KernelPtr> kernelsToCount(const Arguments &args) {
  makeCountClasses();
  std::vector<KernelPtr> kernels = countedKernels(args);
  for (const KernelPtr &kernel : kernels)
    requireTypes(*kernel);
  return kernels;
}

// As many as a warp of CUDA's devices has.
static constexpr int usualSubGroup = 32;

static int subGroupSize(const Arguments &args) {
  py::handle given = args["subgroup_size"];
  bool guess = PyUnicode_Check(given.ptr()) &&
               py::reinterpret_borrow<py::str>(given).equal(py::str("guess"));
  if (given.is_none() || guess)
    return usualSubGroup;
  int64_t size = args.integer("subgroup_size");
  if (size < 1)
    throw UserError(std::string(args.function().name) +
                    ": subgroup_size must be at least 1, found " +
                    std::to_string(size));
  return static_cast<int>(size);
}

static std::optional<CountGranularity> granularity(const Arguments &args) {
  if (args.isNone("count_granularity"))
    return std::nullopt;
  std::string wanted = args.str("count_granularity");
  for (CountGranularity known :
       {CountGranularity::WorkItem, CountGranularity::SubGroup,
        CountGranularity::WorkGroup})
    if (wanted == granularityName(known))
      return known;
  throw UserError(std::string(args.function().name) +
                  ": count_granularity must be 'workitem', 'subgroup' or "
                  "'workgroup', found '" +
                  wanted + "'");
}

namespace {

// A kernel with its address spaces decided, and how often its instructions
// run.
struct Countable {
  std::shared_ptr<const ScheduledKernel> scheduled; // if work is redundant
  std::shared_ptr<const Kernel> kernel;
  CountInstruction count;
  CountOptions options;
};

} // namespace

static ScheduledKernel scheduled(const Kernel &kernel) {
  return Session::current().host().scheduled(kernel);
}

// Rules expanded; where a temporary's address space or an l.auto axis is still
// open, as the schedule decides.
static Kernel kernelToCount(const Kernel &kernel) {
  bool isOpen = false;
  for (const VariablePtr &temp : kernel.temporaries)
    isOpen = isOpen || temp->space == AddressSpace::Auto;
  for (const auto &[iname, tag] : kernel.inameTags)
    isOpen = isOpen || tag.isOpen();
  if (isOpen)
    return wholeKernel(scheduled(kernel));
  return realizeReductions(expandRules(kernel));
}

static Countable countable(const Arguments &args, const KernelPtr &kernel) {
  Countable result;
  int subGroup = subGroupSize(args);
  if (args.flag("count_redundant_work")) {
    result.scheduled =
        std::make_shared<const ScheduledKernel>(scheduled(*kernel));
    result.kernel =
        std::make_shared<const Kernel>(wholeKernel(*result.scheduled));
    result.count = runCounts(*result.scheduled, subGroup);
  } else {
    result.kernel = std::make_shared<const Kernel>(kernelToCount(*kernel));
    result.count = instanceCounts(*result.kernel, subGroup);
  }
  result.options.granularity = granularity(args);
  if (InstructionFilter within = args.filter("within"))
    result.options.filter = [within, counted = result.kernel](
                                const Instruction &insn) {
      return within(*counted, insn);
    };
  return result;
}

// --- results

template <typename Key>
static void addRemarks(const Counts<Key> &counts, CountMap &map) {
  if (!counts.uncounted.empty())
    throw counts.uncounted.front();
  py::list remarks(map.remarks);
  for (const std::string &remark : counts.remarks)
    remarks.append(remark);
  map.remarks = py::tuple(remarks);
}

static py::dict strideDict(const Strides &strides) {
  py::dict dict;
  for (const auto &[axis, stride] : strides) {
    py::object value = py::none();
    if (!stride.empty()) {
      PyObject *number = PyLong_FromString(stride.c_str(), nullptr, 10);
      if (!number)
        PyErr_Clear(); // an expression in the parameters
      value = number ? py::reinterpret_steal<py::object>(number)
                     : py::object(py::str(stride));
    }
    dict[py::int_(axis)] = value;
  }
  return dict;
}

static CountKey keyOf(const Operation &operation, const Kernel &kernel) {
  CountKey key(opClass);
  key.set("dtype", py::str(operation.type.str()));
  key.set("name", py::str(operation.kind));
  key.set("count_granularity", py::str(granularityName(operation.granularity)));
  key.set("kernel_name", py::str(kernel.name));
  return key;
}

static CountKey keyOf(const MemoryAccess &access, const Kernel &kernel) {
  CountKey key(memAccessClass);
  key.set("mtype", py::str(addressSpaceName(access.space)));
  key.set("dtype", py::str(access.type.str()));
  key.set("lid_strides", strideDict(access.lidStrides));
  key.set("gid_strides", strideDict(access.gidStrides));
  key.set("direction", py::str(access.store ? "store" : "load"));
  key.set("variable", py::str(access.variable));
  key.set("count_granularity", py::str(granularityName(access.granularity)));
  key.set("kernel_name", py::str(kernel.name));
  if (access.lanes > 1)
    key.set("lanes", py::int_(access.lanes));
  return key;
}

// --- the functions

static py::object operationMap(const Arguments &args) {
  CountMap map;
  for (const KernelPtr &kernel : kernelsToCount(args)) {
    Countable c = countable(args, kernel);
    c.options.withinSubscripts = args.flag("count_within_subscripts");
    auto counts = operationCounts(*c.kernel, c.count, c.options);
    addRemarks(counts, map);
    for (const auto &[operation, count] : counts.values)
      map.add(keyOf(operation, *kernel), count);
  }
  return py::cast(std::move(map));
}

static py::object accessMap(const Arguments &args) {
  CountMap map;
  for (const KernelPtr &kernel : kernelsToCount(args)) {
    Countable c = countable(args, kernel);
    auto counts = accessCounts(*c.kernel, c.count, c.options);
    addRemarks(counts, map);
    for (const auto &[access, count] : counts.values)
      map.add(keyOf(access, *kernel), count);
  }
  return py::cast(std::move(map));
}

static py::object synchronizationMap(const Arguments &args) {
  subGroupSize(args);
  CountMap map;
  for (const KernelPtr &kernel : kernelsToCount(args))
    for (const auto &[kind, count] :
         synchronizationCounts(scheduled(*kernel))) {
      CountKey key(syncClass);
      key.set("kind", py::str(kind));
      key.set("kernel_name", py::str(kernel->name));
      map.add(key, count);
    }
  return py::cast(std::move(map));
}

static py::object footprintBytes(const Arguments &args) {
  py::dict result;
  for (const KernelPtr &kernel : kernelsToCount(args)) {
    Kernel counted = kernelToCount(*kernel);
    auto counts = footprintCounts(counted);
    if (!counts.uncounted.empty() && !args.flag("ignore_uncountable"))
      throw counts.uncounted.front();
    for (const auto &[footprint, count] : counts.values) {
      const char *direction = footprint.store ? "write" : "read";
      result[py::make_tuple(footprint.variable, direction)] = PolynomialHandle{
          count.scaled(footprint.type.bytes)};
    }
  }
  return result;
}

static py::object footprints(const Arguments &args) {
  py::dict result;
  for (const KernelPtr &kernel : kernelsToCount(args)) {
    Footprints found = footprintsOf(kernelToCount(*kernel));
    if (!found.unknown.empty() && !args.flag("ignore_uncountable"))
      throw found.unknown.front();
    for (const auto &[footprint, elements] : found.elements)
      result[py::make_tuple(footprint.variable,
                            footprint.store ? "write" : "read")] =
          setValue(elements);
  }
  return result;
}

static py::object stringify(const Arguments &args) {
  if (!py::hasattr(args["m"], "keys"))
    args.wrongType("m", "a map of counts");
  return py::str(stringified(args["m"]));
}

static const Parameter countedKernel = {
    "kernel", nullptr, "a kernel, or a translation unit: all its kernels"};
static const Parameter redundantParameter = {
    "count_redundant_work", "False",
    "count what all work-items repeat for each of them; the kernel must be "
    "one that can be scheduled"};
static const Parameter subGroupParameter = {
    "subgroup_size", "None",
    "work-items that run in lockstep; None and \"guess\" are 32"};
static const Parameter entryParameter = {
    "entrypoint", "None", "the name of the one kernel of the unit to count"};
static const Parameter withinParameter = {"within", "None",
                                          "count only these instructions"};

static const char countErrors[] =
    "an instruction runs as often as data decide; its instances are infinite, "
    "or their number falls into too many cases; a local axis without a "
    "constant size, where sub-groups are counted.";

static Function operationFunction() {
  return {"get_op_map",
          {},
          "Counts arithmetic operations: a `ToCountMap` from `lp.Op(dtype, "
          "name, count_granularity, kernel_name)` to how often, with names "
          "add, sub, mul, div, pow, maxmin, shift, bw, and func:exp and its "
          "like.",
          {countedKernel,
           redundantParameter,
           {"count_within_subscripts", "True",
            "operations on subscripts count, too"},
           subGroupParameter,
           entryParameter,
           withinParameter,
           {"count_granularity", "None",
            "\"workitem\", \"subgroup\" or \"workgroup\": who does an "
            "operation once; None is \"subgroup\""}},
          countErrors,
          "seed 004, Counting operations",
          ObjectFunction(operationMap)};
}

static Function accessFunction() {
  return {"get_mem_access_map",
          {},
          "Counts references to global and local memory: a `ToCountMap` from "
          "`lp.MemAccess(mtype, dtype, lid_strides, gid_strides, direction, "
          "variable, variable_tags, count_granularity, kernel_name)` to how "
          "often. Strides are in elements, None where an address is not "
          "affine.",
          {countedKernel, redundantParameter, subGroupParameter,
           entryParameter, withinParameter,
           {"count_granularity", "None",
            "\"workitem\", \"subgroup\" or \"workgroup\"; None counts what "
            "is the same address for neighbouring work-items once for a "
            "sub-group, everything else for each work-item"}},
          countErrors,
          "seed 004, Counting memory accesses",
          ObjectFunction(accessMap)};
}

static Function synchronizationFunction() {
  return {"get_synchronization_map",
          {},
          "Counts what a work-item waits for: a `ToCountMap` from "
          "`lp.Sync(kind, kernel_name)` with kinds barrier_local and "
          "kernel_launch.",
          {countedKernel, subGroupParameter, entryParameter},
          "the kernel cannot be scheduled.",
          "seed 004, Counting synchronization events",
          ObjectFunction(synchronizationMap)};
}

static Function footprintSetFunction() {
  return {"gather_access_footprints",
          {},
          "The elements of each array in global memory that are touched: a "
          "dictionary from (variable, \"read\" or \"write\") to an `lp.Set` "
          "with a dimension for each axis.",
          {countedKernel,
           {"ignore_uncountable", "False",
            "leave out arrays with subscripts that are not affine"},
           entryParameter},
          "a subscript is not affine.",
          "Loo.py's function of this name",
          ObjectFunction(footprints)};
}

static Function footprintFunction() {
  return {"gather_access_footprint_bytes",
          {},
          "The bytes of each array in global memory that are touched, each "
          "element counted once: a dictionary from (variable, \"read\" or "
          "\"write\").",
          {countedKernel,
           {"ignore_uncountable", "False",
            "leave out arrays with subscripts that are not affine"},
           entryParameter},
          "a subscript is not affine.",
          "",
          ObjectFunction(footprintBytes)};
}

static Function stringifyFunction() {
  return {"stringify_stats_mapping",
          {},
          "The counts as text, a line each, in alphabetical order.",
          {{"m", nullptr, "what one of the functions above returned"}},
          "",
          "seed 004, Obtaining Performance Statistics",
          ObjectFunction(stringify)};
}

FunctionGroup script::statsFunctions() {
  return {"Counting",
          "How often a kernel does what, as piecewise quasi-polynomials in its "
          "parameters: see [counting](counting.md).",
          {operationFunction(), accessFunction(), synchronizationFunction(),
           footprintFunction(), footprintSetFunction(), stringifyFunction()}};
}
