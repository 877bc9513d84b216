#include "AxisFunctions.h"

#include "KernelClass.h"

#include "loopyc/IR/Tags.h"
#include "loopyc/Support/Diagnostic.h"

#include <set>

using namespace loopyc;
using namespace loopyc::script;

// "g" or "l": the first axis that no loop around these instructions is on.
static py::object unusedAxis(const Arguments &args) {
  auto kernels = kernelsOf(args["kernel"]);
  if (!kernels || kernels->size() != 1)
    args.wrongType("kernel", "a kernel, or a translation unit of one kernel");
  const Kernel &kernel = *kernels->front();
  const std::string kind = args.str("kind");
  if (kind != "g" && kind != "l")
    throw UserError("find_unused_axis_tag: kind must be \"g\" (groups) or "
                    "\"l\" (work-items), found '" +
                    kind + "'");
  StackMatch query = args.match("insn_match");
  std::set<int> used;
  for (const InstructionPtr &insn : kernel.instructions)
    if (query.matches(kernel, *insn))
      for (const std::string &iname : insn->inames)
        if (auto axis = kernel.tagOf(iname).gridAxis();
            axis && axis->isGroup() == (kind == "g"))
          used.insert(axis->number);
  int first = 0;
  while (used.count(first))
    ++first;
  return py::str(kind + "." + std::to_string(first));
}

Function script::unusedAxisFunction() {
  return {"find_unused_axis_tag",
          {},
          "The first axis that none of the loops around the selected "
          "instructions has, as a tag: \"l.1\".",
          {{"kernel", nullptr, "a kernel"},
           {"kind", nullptr, "\"g\": of groups; \"l\": of work-items"},
           {"insn_match", "None", "match query; None is all"}},
          "the kind is none of these; the query is malformed.",
          "",
          ObjectFunction(unusedAxis)};
}

Function script::fillAxesFunction() {
  return {"add_inames_for_unused_hw_axes",
          {},
          "Accepted, and nothing to do: of an axis that an instruction has no "
          "loop for, one work-item runs it, or all where each needs its value.",
          {kernelParameter, {"within", "None", "accepted for the seeds' sake"}},
          "",
          "",
          KernelFunction(
              [](const Kernel &k, const Arguments &, Remarks &) { return k; })};
}
