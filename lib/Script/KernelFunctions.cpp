// Whole kernels: fusing them, and comparing two.
#include "Function.h"

#include "Apply.h"
#include "KernelClass.h"
#include "PythonErrors.h"
#include "Session.h"

#include "loopyc/Source/Language.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Transform/FuseKernels.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::script;

// Beyond all kernels is beyond any number of them.
static int kernelNumber(py::handle number) {
  int64_t value = integerOf(number, "the number of a kernel");
  return static_cast<int>(std::clamp<int64_t>(value, -1, INT32_MAX));
}

static std::vector<DataFlow> dataFlow(const Arguments &args) {
  std::vector<DataFlow> flow;
  py::handle given = args["data_flow"];
  if (given.is_none())
    return flow;
  const char *form =
      "a list of (variable, from, to) with kernels counted from 0";
  if (!PyList_Check(given.ptr()) && !PyTuple_Check(given.ptr()))
    args.wrongType("data_flow", form);
  for (py::handle item : py::reinterpret_borrow<py::sequence>(given)) {
    if (!PyTuple_Check(item.ptr()) || PyTuple_Size(item.ptr()) != 3)
      args.wrongType("data_flow", form, item);
    auto triple = py::reinterpret_borrow<py::tuple>(item);
    py::object variable = triple[0], from = triple[1], to = triple[2];
    if (!PyUnicode_Check(variable.ptr()) || !PyLong_Check(from.ptr()) ||
        !PyLong_Check(to.ptr()))
      args.wrongType("data_flow", form, item);
    flow.push_back({textOf(variable), kernelNumber(from), kernelNumber(to)});
  }
  return flow;
}

static py::object fuse(const Arguments &args) {
  auto kernels = kernelsOf(args["kernels"]);
  if (!kernels)
    args.wrongType("kernels", "a list of kernels");
  if (kernels->empty())
    throw UserError("fuse_kernels: it needs at least one kernel, found none");
  std::vector<Kernel> values;
  for (const auto &kernel : *kernels)
    values.push_back(*kernel);
  Kernel fused = fuseKernels(values, args.names("suffixes"), dataFlow(args));
  return toPython(std::make_shared<const Kernel>(
      recorded(values.front(), std::move(fused), args, {})));
}

static std::shared_ptr<const Kernel> oneKernel(const Arguments &args,
                                               const char *parameter) {
  auto kernels = kernelsOf(args[parameter]);
  if (!kernels || kernels->size() != 1)
    args.wrongType(parameter, "a kernel, or a translation unit of one kernel");
  return kernels->front();
}

// One of a unit's kernels, by its name.
static std::shared_ptr<const Kernel> entrypoint(const Arguments &args,
                                                const char *parameter,
                                                const char *name) {
  auto kernels = kernelsOf(args[parameter]);
  if (!kernels || args.isNone(name))
    return oneKernel(args, parameter);
  std::vector<std::string> known;
  for (const auto &kernel : *kernels)
    known.push_back(kernel->name);
  const std::string wanted = args.str(name);
  if (const std::string *found = findName(known, wanted))
    return (*kernels)[found - known.data()];
  throw UserError("auto_test_vs_ref: " + std::string(name) + ": '" + wanted +
                  "' is no kernel of " + parameter +
                  suggestion(wanted, known));
}

static py::object compare(const Arguments &args) {
  if (!args.isNone("check_result"))
    throw UserError("auto_test_vs_ref: check_result is not supported: all that "
                    "the kernels write is compared, to --rtol; leave it out");
  std::map<std::string, std::string> values;
  if (!args.isNone("parameters")) {
    if (!PyDict_Check(args["parameters"].ptr()))
      args.wrongType("parameters", "a dictionary from names to values");
    for (auto item : py::reinterpret_borrow<py::dict>(args["parameters"]))
      values[textOf(item.first)] = textOf(item.second);
  }
  auto reference = entrypoint(args, "ref_prog", "ref_entrypoint"),
       test = entrypoint(args, "test_prog", "test_entrypoint");
  if (!args.flag("do_check"))
    return py::none();
  try {
    Session::current().host().compare(*reference, *test, values);
  } catch (const UserError &error) {
    raiseAs("AutomaticTestFailure", error);
  }
  return py::none();
}

static Function fuseFunction() {
  return {"fuse_kernels",
          {},
          "Makes one kernel of several, which are executed one after the "
          "other. Inames of equal name become one loop, arguments of equal "
          "name one argument; temporaries stay each kernel's own, but for "
          "those that data_flow names. All dependences between the kernels are "
          "kept when the result is scheduled, those through sizes and loop "
          "bounds that one kernel writes and another reads included. An array "
          "must have one size throughout, and assumptions must be about what "
          "no kernel writes: both are checked. The result is a kernel, which "
          "can be used as a translation unit of one: `knl, = "
          "fuse_kernels(...)`.",
          {{"kernels", nullptr, "a list of kernels, or a translation unit"},
           {"suffixes", "None",
            "one for each kernel, appended to the names of its temporaries"},
           {"data_flow", "None",
            "[(variable, from, to)]: the temporary that kernel `from` writes "
            "is what kernel `to` reads, and `from` comes first; no other "
            "kernel's temporary of that name is meant. Kernels count from 0"}},
          "the domains, tags or slabs of a shared iname differ; arguments of "
          "equal name are declared differently; there are not as many suffixes "
          "as kernels; kernel `from` does not write the variable; a kernel "
          "writes a size that a later one declares an array with, or what "
          "another assumes something of.",
          "seed 000, section 3",
          ObjectFunction(fuse)};
}

static Function compareFunction() {
  return {"auto_test_vs_ref",
          {},
          "Runs both kernels on the device with the same random data and "
          "raises if they differ.",
          {{"ref_prog", nullptr, "the reference, a kernel"},
           {"ctx", nullptr,
            "accepted for the seeds' sake, such as None: "
            "the device is chosen by --device"},
           {"test_prog", "None", "the kernel to test"},
           {"parameters", "None", "dictionary: values of scalar arguments"},
           {"quiet", "False",
            "accepted for the seeds' sake: nothing is printed where the "
            "results agree"},
           {"print_ref_code", "False", "accepted for the seeds' sake"},
           {"print_code", "True", "accepted for the seeds' sake"},
           {"op_count", "()",
            "accepted for the seeds' sake: no times are "
            "taken"},
           {"op_label", "()", "accepted for the seeds' sake"},
           {"warmup_rounds", "2", "accepted for the seeds' sake"},
           {"blacklist_ref_vendors", "()",
            "accepted for the seeds' sake: the reference runs as plain C"},
           {"do_check", "True",
            "False: nothing is compared, and, as no times are taken, nothing "
            "run"},
           {"check_result", "None",
            "not supported: all that kernels write is compared"},
           {"fills_entire_output", "None",
            "accepted for the seeds' sake: what a kernel leaves as it was is "
            "compared, too"},
           {"max_test_kernel_count", "1", "accepted for the seeds' sake"},
           {"dump_binary", "False", "accepted for the seeds' sake"},
           {"ref_entrypoint", "None",
            "which kernel of ref_prog, where that is a translation unit"},
           {"test_entrypoint", "None", "which kernel of test_prog"}},
          "the results differ; a size has no value; a unit has no such kernel.",
          "seed 001, 3",
          ObjectFunction(compare)};
}

static Function cachingFunction() {
  return {"set_caching_enabled",
          {},
          "Loo.py's switch of its cache of kernels. loopyc has none, and "
          "translates anew each time.",
          {{"flag", nullptr, "either value"}},
          "",
          "seed 004, Preparation",
          ObjectFunction([](const Arguments &args) -> py::object {
            args.flag("flag");
            return py::none();
          })};
}

static Function clearFunction() {
  return {"clear_in_mem_caches",
          {},
          "Loo.py forgets kernels that it has seen. loopyc keeps none.",
          {},
          "",
          "seed 004, Preparation",
          ObjectFunction(
              [](const Arguments &) -> py::object { return py::none(); })};
}

static Function memoizeFunction() {
  return {"memoize_on_disk",
          {},
          "Loo.py's decorator of functions from kernel to kernel, whose "
          "results it keeps on disk. Here it is the function itself.",
          {{"func", nullptr, "a function"},
           {"key_builder_t", "None", "accepted for the seeds' sake"}},
          "",
          "",
          ObjectFunction([](const Arguments &args) {
            return py::reinterpret_borrow<py::object>(args["func"]);
          })};
}

static Function programFunction() {
  return {"make_program",
          {"infer_arg_descr", "pack_and_unpack_args_for_call"},
          "The kernel itself: it is its own translation unit; shapes and "
          "layouts are known when it is made, and calls pass views as they "
          "lie.",
          {kernelParameter},
          "",
          "",
          ObjectFunction([](const Arguments &args) {
            if (!kernelsOf(args["kernel"]))
              args.wrongType("kernel", "a kernel or a translation unit");
            return py::reinterpret_borrow<py::object>(args["kernel"]);
          })};
}

static std::set<std::string> inlinedIn(const Kernel &kernel) {
  std::set<std::string> result;
  for (const Origin &origin : kernel.origins)
    if (origin.constants)
      result.insert(origin.constants->inlined.begin(),
                    origin.constants->inlined.end());
  return result;
}

// What the front end has done is asked for in words.
static py::object inlined(const Arguments &args) {
  auto kernels = kernelsOf(args["kernel"]);
  if (!kernels)
    args.wrongType("kernel", "a kernel or a translation unit");
  std::set<std::string> names;
  for (const auto &kernel : *kernels)
    names.merge(inlinedIn(*kernel));
  const std::vector<std::string> all(names.begin(), names.end());
  for (const std::string &name : args.names("name"))
    if (!findName(all, name))
      throw UserError("inline: no call of '" + name + "' was inlined" +
                      suggestion(name, all));
  return py::reinterpret_borrow<py::object>(args["kernel"]);
}

static Function inlineFunction() {
  return {"inline",
          {},
          "What a kernel calls is part of it from the beginning, whether a "
          "script says so or not: this says so, and fails where a name is "
          "called nowhere. A kernel with a call that cannot be inlined is "
          "refused when it is parsed, with the reason.\n\n"
          "    knl = lp.inline(knl, \"limiter\")",
          {{"kernel", nullptr, "a kernel or a translation unit"},
           {"name", "None", "procedures as the calls name them; None: all"}},
          "nothing was inlined in the place of calls of a name.",
          "",
          ObjectFunction(inlined)};
}

FunctionGroup script::kernelFunctions() {
  return {
      "Whole kernels",
      "Functions of several kernels.",
      {fuseFunction(), inlineFunction(), compareFunction(), cachingFunction(),
       clearFunction(), memoizeFunction(), programFunction()}};
}
