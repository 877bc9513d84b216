#include "Mapping/SerialReason.h"

#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/Analysis/FallingFlags.h"
#include "loopyc/IR/Atomics.h"
#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/Lower/ParallelReductions.h"

using namespace loopyc;

static Diagnostic asWarning(const UserError &error) {
  Diagnostic result = error.diagnostics().front();
  result.severity = Severity::Warning;
  result.group = "serial";
  return result;
}

static std::string problem(const std::string &loop, int64_t spread = 1) {
  return "the loop over '" + loop + "' stays on " +
         (spread == 1 ? std::string("one work-item")
                      : std::to_string(spread) +
                            " work-items, for loops in it are spread");
}

// What a script could do about it.
static std::string remedy(const Kernel &kernel, const LoopNest &loop,
                          DependenceGraph &graph, const DependenceEdge &edge) {
  const AccessInfo &source = graph.accesses()[edge.sourceAccess],
                   &sink = graph.accesses()[edge.sinkAccess];
  VariablePtr var = kernel.findVariable(source.variable);
  Kernel tagged = kernel;
  tagged.inameTags[loop.iname] = {InameTagKind::Group, 0};
  std::string reason =
      whyNoReduction(tagged, *tagged.instructions[edge.source]);
  std::string why =
      reason.empty() ? "" : "it is no parallel reduction, for " + reason + ": ";
  if (var && source.variable == sink.variable && source.update &&
      source.update == sink.update &&
      obstacleToAtomic(*source.update, var->type).empty())
    return why + "make the updates atomic in a script, make_atomic(knl, \"" +
           var->name + "\"), or leave it";
  return why + "change what the iterations share, or leave it";
}

// Of a loop that one of its iterations ends.
static UserError endedEarly(const std::string &problem, const Kernel &kernel,
                            const LoopNest &loop, const Instruction &end) {
  const std::string flag = end.assigneeNames().front();
  UserError error("kernel '" + kernel.name + "': " + problem +
                      ": an iteration runs only as long as '" + flag +
                      "' holds, which one before it may clear, as by an exit; "
                      "leave it, or let all run: a search is the minimum of "
                      "the iterations that find something, first = min(first, "
                      "i), which is a parallel reduction",
                  kernel.instructions[loop.instructions.front()]->range);
  if (end.range.known())
    error.note("'" + flag + "' is cleared here", end.range);
  return error;
}

Diagnostic loopyc::becauseOfDependence(const Kernel &kernel,
                                       const LoopNest &loop,
                                       DependenceGraph &graph,
                                       const CarriedDependence &carried,
                                       int64_t spread) {
  if (const Instruction *end = clearsGuard(kernel, loop.instructions))
    return asWarning(
        endedEarly(problem(loop.iname, spread), kernel, loop, *end));
  const DependenceEdge &edge = graph.edges()[carried.edge];
  return asWarning(dependenceError(problem(loop.iname, spread), kernel, graph, edge,
                                   carried.pairs,
                                   remedy(kernel, loop, graph, edge),
                                   // Its iterations follow one another.
                                   isEndless(kernel, loop.iname) ? "" : "any"));
}

static SourceRange rangeOf(const Kernel &kernel, const LoopNest &loop) {
  return kernel.instructions[loop.instructions.front()]->range;
}

Diagnostic loopyc::becauseOfBound(const Kernel &kernel, const LoopNest &loop,
                                  const std::string &variable) {
  return asWarning(UserError(
      "kernel '" + kernel.name + "': " + problem(loop.iname) +
          ": its bounds depend on '" + variable +
          "', which the kernel computes; compute it before the kernel",
      rangeOf(kernel, loop)));
}

Diagnostic loopyc::becauseRefused(const Kernel &kernel, const std::string &loop,
                                  const SourceRange &range,
                                  const UserError &refusal) {
  Diagnostic result = asWarning(UserError(
      "kernel '" + kernel.name + "': " + problem(loop) +
          ", for it cannot be spread: " + refusal.diagnostics().front().message,
      range));
  result.notes = refusal.diagnostics().front().notes;
  return result;
}
