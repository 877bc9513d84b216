// Instructions: finding, tagging and ordering them.
#include "Function.h"

#include "KernelClass.h"

#include "loopyc/Lower/InsertGlobalBarriers.h"
#include "loopyc/Lower/SaveAndReload.h"
#include "loopyc/Script/Text.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/MatrixUnits.h"

#include <tuple>

using namespace loopyc;
using namespace loopyc::script;

static py::object findAll(const Arguments &args) {
  py::handle target = args["program"];
  if (!asKernel(target) && !asUnit(target))
    args.wrongType("program", "a kernel or a translation unit");
  StackMatch query = args.match("insn_match");
  py::list found;
  auto kernels = kernelsOf(target);
  for (const auto &kernel : *kernels)
    for (const InstructionPtr &insn : kernel->instructions)
      if (query.matches(*kernel, *insn))
        found.append(toPython(kernel, insn));
  return found;
}

static Kernel barrier(const Kernel &kernel, const Arguments &args) {
  BarrierOptions options;
  if (std::optional<std::string> id = args.optionalStr("id_based_on"))
    options.idBasedOn = *id;
  options.tags = args.names("tags");
  std::string kind = args.str("synchronization_kind");
  if (kind != "local" && kind != "global")
    throw UserError("add_barrier: synchronization_kind must be 'local' or "
                    "'global', found '" +
                    kind + "'");
  if (!args.isNone("mem_kind") && args.str("mem_kind") != kind)
    throw UserError("add_barrier: mem_kind must be that of the barrier, '" +
                    kind + "', found '" + args.str("mem_kind") + "'");
  options.scope = kind == "local" ? BarrierScope::Local : BarrierScope::Global;
  if (!args.isNone("within_inames"))
    options.withinInames = args.names("within_inames");
  return addBarrier(kernel, args.filterOrIds("insn_before"),
                    args.filterOrIds("insn_after"), options);
}

static Function findFunction() {
  return {"find_instructions",
          {},
          "The instructions that a query selects, in order; there may be none.",
          {{"program", nullptr, "a kernel or a translation unit"},
           {"insn_match", nullptr, "match query"}},
          "the query is malformed.",
          "seed 000, level 3",
          ObjectFunction(findAll)};
}

static Function tagInstructionsFunction() {
  return {"tag_instructions",
          {},
          "Adds a tag to instructions.",
          {kernelParameter,
           {"new_tag", nullptr, "the tag"},
           {"within", "None", "match query: which instructions; None is all",
            Names::Instruction}},
          "`within` selects nothing.",
          "seed 000, section 3",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return tagInstructions(k, a.str("new_tag"), a.filter("within"));
          })};
}

static Function dependencyFunction() {
  return {"add_dependency",
          {},
          "Puts instructions after others, beyond what the data asks for. It "
          "only adds to the order that results depend on.",
          {kernelParameter,
           {"insn_match", nullptr, "match query: those that come later",
            Names::Instruction},
           {"depends_on", nullptr,
            "an id, a list of ids, or a match query: those that come first",
            Names::InstructionIds}},
          "a query selects nothing; the order would be circular.",
          "seed 001, 2.3; seed 004, Ordering",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return addDependency(k, a.filter("insn_match"),
                                 a.filterOrIds("depends_on"));
          })};
}

static Function nosyncFunction() {
  return {"add_nosync",
          {},
          "Asserts that instances of `sink` need no order after instances of "
          "`source` that run on another work-item, as where no two of them "
          "touch one element, but subscripts do not show it. For such pairs "
          "no barrier is placed, no race is an error, and loops may run "
          "either way; instances on one work-item stay in order. Nothing "
          "checks the assertion; it is shown in the output's header comment. "
          "`add_nosync(knl, \"any\", \"writes:b\", \"writes:b\")` says that "
          "no two work-items write one element of `b`.",
          {kernelParameter,
           {"scope", nullptr,
            "which pairs: \"local\", on work-items of one group; \"global\", "
            "of different groups; \"any\", both"},
           {"source", nullptr, "match query: instructions before"},
           {"sink", nullptr, "match query: instructions after"},
           {"bidirectional", "False", "True: in the other direction, too"},
           {"force", "False",
            "accepted for the seeds' sake: the assertion always holds"},
           {"empty_ok", "False", "True: the queries may select nothing"}},
          "the scope is unknown; a query selects nothing.",
          "seed 004, Barriers",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return addNosync(k, readNoSync(a.str("scope"), "add_nosync"),
                             a.filter("source"), a.filter("sink"),
                             a.flag("bidirectional"), a.flag("empty_ok"), &r);
          })};
}

static Function barrierFunction() {
  return {"add_barrier",
          {},
          "Adds a barrier after some instructions and before others, beyond "
          "those that results depend on. All work-items reach it: loops and "
          "conditions around it are the same for all of them.",
          {kernelParameter,
           {"insn_before", nullptr, "match query, or ids"},
           {"insn_after", nullptr, "match query, or ids"},
           {"id_based_on", "None", "base of the barrier's id; \"barrier\""},
           {"tags", "None", "tags of the barrier"},
           {"synchronization_kind", "\"global\"", "\"local\" or \"global\""},
           {"mem_kind", "None",
            "the memory that it orders; always that of the kind"},
           {"within_inames", "None",
            "the loops that it stands in; None: those around all of both"}},
          "a query selects nothing; the kind is unknown.",
          "seed 004, Barriers",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return barrier(k, a);
          })};
}

static Function globalBarriersFunction() {
  return {"insert_global_barriers",
          {},
          "Adds the fewest global barriers that dependences between "
          "work-groups need: the kernel becomes several launches. A sequential "
          "loop that a barrier stands in is one of the host, around the "
          "launches. Each launch has its own work-groups; temporaries whose "
          "values go from one to another are in global memory. What was added, "
          "and for what, is in the history and in the header comment.\n\n"
          "    knl = lp.insert_global_barriers(knl)",
          {kernelParameter},
          "",
          "seed 004, Barriers; exact dependences between instances",
          KernelFunction([](const Kernel &k, const Arguments &, Remarks &r) {
            return insertGlobalBarriers(k, r);
          })};
}

static Function saveFunction() {
  return {"save_and_reload_temporaries",
          {},
          "Gives each temporary whose values would be lost at a global barrier "
          "a slot in global memory, with an element for each position on the "
          "hardware axes: `t_save_slot`. What writes t is followed by "
          "`t.save`, what reads it in a later launch is preceded by "
          "`t.reload`. Temporaries that global memory can simply hold stay as "
          "they are.\n\n"
          "    knl = lp.save_and_reload_temporaries(knl)",
          {kernelParameter},
          "a value is read on another work-item than the one that it was "
          "computed on.",
          "seed 004, Saving temporaries across global barriers",
          KernelFunction([](const Kernel &k, const Arguments &, Remarks &r) {
            return saveAndReloadTemporaries(k, r);
          })};
}

static Function atomicFunction() {
  return {"make_atomic",
          {},
          "Makes the updates of a variable, `h(ix(i)) = h(ix(i)) + e`, atomic: "
          "work-items may update one element at the same time, none is lost, "
          "and no barrier or order between them is needed. All updates that "
          "may meet must be atomic and by one operation (`+` and `-`, `*`, "
          "`min`, `max`, `iand`, `ior`, `ieor`); reads, and writes that are no "
          "updates, stay ordered before and after them, or are refused as "
          "races. Of integers, single and double precision, and sums of "
          "complex numbers; where the target has no such instruction, by "
          "compare and swap. Sums and products of reals are rounded in "
          "whatever order they come, which the output's header comment says. "
          "`lp.make_atomic(lp.split_iname(knl, \"i\", 256, outer_tag=\"g.0\", "
          "inner_tag=\"l.0\"), \"h\")` is a parallel histogram. 64-bit "
          "updates need extensions of OpenCL devices "
          "(`cl_khr_int64_base_atomics`, `cl_khr_int64_extended_atomics`); "
          "launchers return the error for a device that lacks them.",
          {kernelParameter,
           {"variable", nullptr, "an argument or temporary", Names::Variable},
           {"within", "None",
            "match query: which instructions; None: all updates of the "
            "variable",
            Names::Instruction}},
          "nothing is updated; an instruction that `within` selects, or that "
          "reads the variable, is no update; the type is logical or has other "
          "than 4 or 8 bytes; complex numbers are multiplied; a condition "
          "reads the element that is updated.",
          "seed 004, Atomic operations",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return makeAtomic(k, a.str("variable"), a.filter("within"), &r);
          })};
}

// (rows, columns)
static std::pair<int64_t, int64_t> warpsOf(const Arguments &args) {
  py::handle value = args["warps"];
  if (!PyTuple_Check(value.ptr()) && !PyList_Check(value.ptr()))
    args.wrongType("warps", "two integers, (2, 2)");
  const auto both = py::reinterpret_borrow<py::sequence>(value);
  if (both.size() != 2)
    args.wrongType("warps", "two integers, (2, 2)");
  return {args.integer("warps", both[0]), args.integer("warps", both[1])};
}

static Kernel matrixUnits(const Kernel &kernel, const Arguments &args,
                          Remarks &remarks) {
  MatrixUnitOptions options;
  options.rows = args.str("rows");
  options.columns = args.str("columns");
  options.terms = args.str("terms");
  options.shape = args.optionalStr("shape").value_or("");
  const std::string precision = args.optionalStr("precision").value_or("");
  std::optional<MatrixPrecision> known = matrixPrecision(precision);
  if (!known)
    throw UserError("use_matrix_units: precision must be 'tf32', '3xtf32' or "
                    "None, found '" +
                    precision + "'");
  options.precision = *known;
  std::tie(options.rowWarps, options.columnWarps) = warpsOf(args);
  return useMatrixUnits(kernel, args.filter("within"), options, &remarks);
}

static Function matrixFunction() {
  return {
      "use_matrix_units",
      {},
      "Puts a contraction, `c = c + a*b` in loops over rows, columns and "
      "terms of a tile, on the matrix units (tensor cores) of CUDA devices: "
      "`a` is the same in all columns, `b` in all rows, whatever their "
      "subscripts, and `c` a private temporary. real(8) is multiplied as it "
      "is; real(4) is rounded to 11 bits by `precision=\"tf32\"`, which the "
      "output's header comment says, and taken apart into two such numbers "
      "by `precision=\"3xtf32\"`. Rows and columns are spread over "
      "work-items as the units want them: warps along `l.1` and `l.2`, 32 "
      "work-items of each along `l.0` (4) and `l.1` (8), and `ilp` for what "
      "each has; the terms become `terms_block` and, inside of it, the "
      "operation's own. Factors come from local or global memory. Targets "
      "without such units, and devices before compute capability 8.0, run "
      "the same kernel with ordinary operations (docs/gpu.md).\n\n"
      "    knl = lp.use_matrix_units(knl, \"writes:s and reads:a\", "
      "\"i_inner\", \"j_inner\", \"k_inner\", warps=(2, 4))",
      {kernelParameter,
       {"within", nullptr, "match query: the contractions",
        Names::Instruction},
       {"rows", nullptr,
        "iname of the rows of a tile, from 0 to a constant, on which the "
        "factor b does not depend",
        Names::Iname},
       {"columns", nullptr, "of its columns, on which a does not depend",
        Names::Iname},
       {"terms", nullptr, "of the terms of a step, on which c does not depend",
        Names::Iname},
       {"shape", "None",
        "rows, columns and terms of one operation: \"m16n8k4\" (None) and "
        "\"m16n8k8\", of real(8) also \"m16n8k16\" and \"m8n8k4\"; before "
        "compute capability 9.0, those of real(8) are made of the last"},
       {"precision", "None",
        "\"tf32\" or \"3xtf32\", of real(4)"},
       {"warps", "(1, 1)",
        "warps that share the tile, along its rows and along its columns"}},
      "an instruction is no such sum, or adds into memory that is not "
      "private; the type has no units, or precision is lost and was not "
      "asked for; an iname is tagged, or does not go from 0 to a constant; "
      "axes l.0, l.1 (l.2) are taken. When CUDA is generated: the group along "
      "l.0 and l.1 is none of full warps; conditions or loop bounds around the "
      "operation, or what the factors read, differ from work-item to work-item "
      "of a warp.",
      "PTX ISA, mma.sync",
      KernelFunction(matrixUnits)};
}

FunctionGroup script::instructionFunctions() {
  return {"Instructions",
          "Instructions are selected by match queries: `id:`, `tag:`, "
          "`reads:`, `writes:`, `iname:` and `in_kernel:` with a glob, joined "
          "by `and`, `or`, `not` and parentheses; or by objects of "
          "`loopy.match`. A query that selects nothing is an error, unless "
          "the function says otherwise.",
          {findFunction(), tagInstructionsFunction(), dependencyFunction(),
           nosyncFunction(), barrierFunction(), globalBarriersFunction(),
           saveFunction(), atomicFunction(), matrixFunction()}};
}
