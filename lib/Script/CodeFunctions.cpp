// What kernels become: preprocessed, put into order, as text.
#include "Function.h"

#include "CodeClasses.h"
#include "PythonTextFunction.h"
#include "Session.h"

#include "loopyc/Analysis/Dependences.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::script;

using KernelPtr = std::shared_ptr<const Kernel>;

static std::vector<KernelPtr> kernelsIn(const Arguments &args,
                                        const char *parameter) {
  auto kernels = kernelsOf(args[parameter]);
  if (!kernels || kernels->empty())
    args.wrongType(parameter, "a kernel or a translation unit");
  return *kernels;
}

static KernelPtr kernelIn(const Arguments &args, const char *parameter) {
  std::vector<KernelPtr> kernels = kernelsIn(args, parameter);
  if (kernels.size() != 1)
    args.wrongType(parameter, "a kernel, or a translation unit of one kernel");
  return kernels.front();
}

// --- before code

static Function preprocessFunction() {
  return {"preprocess_kernel",
          {"preprocess_program"},
          "Decides what scheduling decides first, so that it can be seen and "
          "built on: substitution rules are expanded, inames tagged l.auto "
          "get their axes (and are split where the axis is too short), each "
          "temporary gets its address space.",
          {kernelParameter},
          "an axis or a range is not known; there is a global barrier.",
          "seed 004, Saving temporaries across global barriers",
          KernelFunction([](const Kernel &k, const Arguments &, Remarks &) {
            return Session::current().host().preprocessed(k);
          })};
}

static py::object linearized(const Arguments &args) {
  LinearizedHandle result;
  result.kernel = kernelIn(args, "kernel");
  result.schedule =
      scheduleStr(Session::current().host().scheduled(*result.kernel));
  return py::cast(std::move(result));
}

static Function linearizeFunction() {
  return {"get_one_linearized_kernel",
          {"get_one_scheduled_kernel", "linearize"},
          "The same kernel, which prints with its order of loops, "
          "instructions and barriers (`linearization`). Transformations of it "
          "give kernels without.",
          {{"kernel", nullptr, "a kernel"},
           {"callables_table", "None", "accepted for the seeds' sake"}},
          "the kernel cannot be scheduled.",
          "seed 004, Saving temporaries across global barriers",
          ObjectFunction(linearized)};
}

static py::object launchNames(const Arguments &args) {
  const ScheduledKernel whole =
      Session::current().host().scheduled(*kernelIn(args, "kernel"));
  py::list names;
  for (const ScheduledKernel *launch : launchesOf(whole))
    names.append(launch->kernel.name);
  return py::tuple(names);
}

static Function launchesFunction() {
  return {"get_subkernels",
          {},
          "The names of the kernels on the device that it becomes: one for "
          "each launch, in the order of the text.",
          {{"kernel", nullptr, "a kernel; it is scheduled if it is not"}},
          "the kernel cannot be scheduled.",
          "Loo.py's function of this name",
          ObjectFunction(launchNames)};
}

static py::object launchInstructions(const Arguments &args) {
  const ScheduledKernel whole =
      Session::current().host().scheduled(*kernelIn(args, "kernel"));
  py::dict result;
  for (const ScheduledKernel *launch : launchesOf(whole)) {
    py::set ids;
    for (const InstructionPtr &insn : launch->kernel.instructions)
      ids.add(insn->id);
    result[py::str(launch->kernel.name)] = py::frozenset(ids);
  }
  return result;
}

static Function launchInstructionsFunction() {
  return {"get_subkernel_to_insn_id_map",
          {},
          "By name of a kernel on the device, as get_subkernels has them, the "
          "ids of its instructions: those that scheduling made, too.",
          {{"kernel", nullptr, "a kernel; it is scheduled if it is not"}},
          "the kernel cannot be scheduled.",
          "Loo.py's function of this name",
          ObjectFunction(launchInstructions)};
}

static bool isGlobalBarrier(const Instruction &insn) {
  const auto *barrier = std::get_if<BarrierBody>(&insn.body);
  return barrier && barrier->scope == BarrierScope::Global;
}

static py::object globalBarriers(const Arguments &args) {
  py::list ids;
  for (const InstructionPtr &insn : kernelIn(args, "kernel")->instructions)
    if (isGlobalBarrier(*insn))
      ids.append(insn->id);
  return py::tuple(ids);
}

static Function globalBarriersFunction() {
  return {"get_global_barrier_order",
          {},
          "The ids of the kernel's global barriers, in the order of the text.",
          {{"kernel", nullptr, "a kernel"}},
          "",
          "Loo.py's function of this name",
          ObjectFunction(globalBarriers)};
}

static py::object barrierBefore(const Arguments &args) {
  const KernelPtr kernel = kernelIn(args, "kernel");
  const std::string id = args.str("insn_id");
  py::object latest = py::none();
  for (const InstructionPtr &insn : kernel->instructions) {
    if (insn->id == id)
      return latest;
    if (isGlobalBarrier(*insn))
      latest = py::str(insn->id);
  }
  throw UserError(std::string(args.function().name) + ": kernel '" +
                  kernel->name + "' has no instruction '" + id + "'");
}

static Function barrierBeforeFunction() {
  return {"find_most_recent_global_barrier",
          {},
          "The id of the last global barrier in front of an instruction, in "
          "the order of the text; None if there is none.",
          {{"kernel", nullptr, "a kernel"},
           {"insn_id", nullptr, "the instruction"}},
          "no instruction has this id.",
          "Loo.py's function of this name",
          ObjectFunction(barrierBefore)};
}

static py::object graphText(const Arguments &args) {
  std::vector<Kernel> kernels;
  for (const KernelPtr &kernel : kernelsIn(args, "kernel"))
    kernels.push_back(*kernel);
  return pythonText(dependenceGraphDot(kernels));
}

static py::object showGraph(const Arguments &args) {
  py::print(graphText(args), py::arg("end") = "");
  return py::none();
}

static Function graphTextFunction() {
  return {"get_dot_dependency_graph",
          {},
          "The dependences between instructions as a graph for Graphviz, the "
          "text that --emit=dot writes.",
          {kernelParameter,
           {"callables_table", "None", "accepted for the seeds' sake"},
           {"iname_cluster", "True", "accepted for the seeds' sake"},
           {"use_insn_id", "False", "accepted: nodes have the ids"}},
          "",
          "seed 004, Ordering",
          ObjectFunction(graphText)};
}

static Function graphFunction() {
  return {"show_dependency_graph",
          {},
          "Prints the dependences between instructions as a graph for "
          "Graphviz, the text that --emit=dot writes.",
          {kernelParameter},
          "",
          "seed 004, Ordering",
          ObjectFunction(showGraph)};
}

// --- code

static GeneratedCode generated(const Arguments &args) {
  std::vector<Kernel> kernels;
  for (const KernelPtr &kernel : kernelsIn(args, "kernel"))
    kernels.push_back(*kernel);
  return Session::current().host().generated(kernels);
}

static const char codeErrors[] =
    "a kernel cannot be scheduled; the target cannot express it.";

static Function codeFunction() {
  return {"generate_code_v2",
          {},
          "Code for the first --target: `device_code()`, `host_code()` (empty "
          "where the device's file holds launchers, too) and `all_code()` are "
          "the texts of the files that would be written.",
          {kernelParameter},
          codeErrors,
          "seed 004, Generating code",
          ObjectFunction([](const Arguments &args) {
            return py::cast(CodeHandle{generated(args)});
          })};
}

static Function oldCodeFunction() {
  return {"generate_code",
          {},
          "The text of the device's file, for the first --target, and None: "
          "the seeds unpack two.",
          {kernelParameter,
           {"device", "None", "accepted for the seeds' sake"}},
          codeErrors,
          "seed 004, Counting synchronization events",
          ObjectFunction([](const Arguments &args) -> py::object {
            return py::make_tuple(pythonText(generated(args).device),
                                  py::none());
          })};
}

static Function headerFunction() {
  return {"generate_header",
          {},
          "Declarations of the kernels' functions on the device, for the "
          "first --target: a list, one for each kernel.",
          {kernelParameter},
          codeErrors,
          "seed 004, Generating code",
          ObjectFunction([](const Arguments &args) -> py::object {
            py::list result;
            for (const auto &function : generated(args).functions)
              result.append(pythonText(function.declaration + ";"));
            return result;
          })};
}

static Function bodyFunction() {
  return {"generate_body",
          {},
          "The lines between the braces of a kernel's function on the device, "
          "for the first --target.",
          {{"kernel", nullptr, "a kernel"}},
          codeErrors,
          "",
          ObjectFunction([](const Arguments &args) -> py::object {
            kernelIn(args, "kernel");
            return pythonText(generated(args).functions.front().body);
          })};
}

FunctionGroup script::codeFunctions() {
  return {"Order and code",
          "What comes after the script, seen from inside it.",
          {preprocessFunction(), linearizeFunction(), launchesFunction(),
           launchInstructionsFunction(), globalBarriersFunction(),
           barrierBeforeFunction(), graphFunction(), graphTextFunction(),
           codeFunction(), oldCodeFunction(), headerFunction(), bodyFunction(),
           pythonTextFunction()}};
}
