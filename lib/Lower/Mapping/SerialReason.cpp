#include "Mapping/SerialReason.h"

#include "Mapping/PrivateReason.h"
#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/Analysis/FallingFlags.h"
#include "loopyc/Analysis/IndexArrays.h"
#include "loopyc/Lower/ParallelReductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace loopyc;

static Diagnostic asWarning(const UserError &error) {
  Diagnostic result = error.diagnostics().front();
  result.severity = Severity::Warning;
  result.group = "serial";
  return result;
}

std::string loopyc::onWorkItems(const std::string &loop, int64_t spread) {
  return "the loop over '" + loop + "' stays on " +
         (spread == 1 ? std::string("one work-item")
                      : std::to_string(spread) +
                            " work-items, for loops in it are spread");
}

std::string loopyc::onHost(const std::string &loop, const std::string &inner,
                           int64_t launches) {
  return "the host runs the loop over '" + loop + "', with " +
         (launches == 1 ? std::string("a launch")
                        : std::to_string(launches) + " launches") +
         " in each iteration" +
         (inner.empty() ? "" : " of the loop over '" + inner + "' in it");
}

// Of an update, why it is no sum; of a scalar, too.
static std::string whyNoSum(const Kernel &kernel, const LoopNest &loop,
                            const AccessInfo &source) {
  VariablePtr var = kernel.findVariable(source.variable);
  if (!var || (!source.update && !var->isScalar()))
    return "";
  Kernel tagged = kernel;
  tagged.inameTags[loop.iname] = {InameTagKind::Group, 0};
  std::string reason =
      whyNoReduction(tagged, *tagged.instructions[source.instruction]);
  return reason.empty() ? ""
                        : "it is no parallel reduction, for " + reason + ": ";
}

// Of an array that iterations write in their order, and read where data say.
static std::string recurrenceByData(LoopFacts &facts, const LoopNest &loop,
                                    const AccessInfo &source) {
  const Kernel &kernel = facts.kernel();
  std::string by;
  bool isInOrder = false;
  for (const AccessInfo &access : facts.dependences().graph().accesses()) {
    if (access.variable != source.variable || access.update ||
        !llvm::is_contained(loop.instructions, access.instruction))
      continue;
    std::vector<IndexArray> maps = indexArraysOf(kernel, access);
    isInOrder |= access.write && maps.empty();
    if (!access.write && maps.size() == 1 && !maps.front().name.empty())
      by = maps.front().name;
  }
  if (by.empty() || !isInOrder)
    return "";
  return "where '" + by + "' leads an iteration to what another one wrote, '" +
         source.variable + "' is a recurrence, which has to stay in order: ";
}

// Of a scalar argument that iterations read, none before it has assigned it.
static bool isOnlyScratch(LoopFacts &facts, const LoopNest &loop,
                          const std::string &name) {
  VariablePtr variable = facts.kernel().findVariable(name);
  if (!variable || !variable->isArgument() || !variable->isScalar())
    return false;
  DependenceGraph &graph = facts.dependences().graph();
  const bool isRead =
      llvm::any_of(graph.accesses(), [&](const AccessInfo &access) {
        return access.variable == name && !access.write &&
               llvm::is_contained(loop.instructions, access.instruction);
      });
  return isRead &&
         llvm::none_of(
             facts.carriedBy(loop), [&](const CarriedDependence &carried) {
               const DependenceEdge &edge = graph.edges()[carried.edge];
               return graph.accesses()[edge.sourceAccess].variable == name &&
                      passesValue(edge.kind);
             });
}

// What a script could do about it.
static std::string adviceOf(const LoopNest &loop, LoopFacts &facts,
                            const LoopRemedies &remedies) {
  DependenceGraph &graph = facts.dependences().graph();
  const DependenceEdge &edge = graph.edges()[remedies.toTell->edge];
  const AccessInfo &source = graph.accesses()[edge.sourceAccess];
  std::string why = whyNotPrivate(loop, facts, edge);
  if (!why.empty())
    why += ": ";
  else
    why = whyNoSum(facts.kernel(), loop, source);
  if (why.empty())
    why = recurrenceByData(facts, loop, source);
  size_t next = remedies.isAtomic ? 1 : 0;
  std::string change = "change what the iterations share";
  if (remedies.isAtomic) {
    change = remedies.texts.front();
  } else if (!remedies.wavefronts.empty()) {
    change = remedies.wavefronts;
  } else if (isOnlyScratch(facts, loop, source.variable)) {
    why = "each iteration that reads '" + source.variable +
          "' has assigned it, but not all do, and behind the loop it has the "
          "value of the last one that does: ";
    change = "use a local variable in its place";
  }
  std::string text = why + change + ", or leave it";
  for (; next < remedies.texts.size(); ++next)
    text += ", or " + remedies.texts[next];
  return text;
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

Diagnostic loopyc::becauseOfDependence(const std::string &problem,
                                       const LoopNest &loop, LoopFacts &facts,
                                       const LoopRemedies &remedies) {
  const Kernel &kernel = facts.kernel();
  if (const Instruction *end = clearsGuard(kernel, loop.instructions))
    return asWarning(endedEarly(problem, kernel, loop, *end));
  DependenceGraph &graph = facts.dependences().graph();
  return asWarning(conflictError(
      problem, kernel, graph, graph.edges()[remedies.toTell->edge],
      remedies.toTell->pairs, adviceOf(loop, facts, remedies)));
}

std::string loopyc::conflictOf(LoopFacts &facts,
                               const LoopRemedies &remedies) {
  DependenceGraph &graph = facts.dependences().graph();
  return conflictStr(facts.kernel(), graph,
                     graph.edges()[remedies.toTell->edge],
                     remedies.toTell->pairs);
}

static SourceRange rangeOf(const Kernel &kernel, const LoopNest &loop) {
  return kernel.instructions[loop.instructions.front()]->range;
}

Diagnostic loopyc::becauseOfBound(const std::string &problem,
                                  const Kernel &kernel, const LoopNest &loop,
                                  const std::string &variable) {
  return asWarning(UserError(
      "kernel '" + kernel.name + "': " + problem + ": its bounds depend on '" +
          variable +
          "', which the kernel computes; compute it before the kernel",
      rangeOf(kernel, loop)));
}

Diagnostic loopyc::becauseOfCopies(const std::string &problem,
                                   const LoopNest &loop, LoopFacts &small,
                                   LoopFacts &any) {
  const Kernel &kernel = any.kernel();
  std::vector<std::string> names;
  for (const CarriedDependence &carried : small.carriedBy(loop)) {
    DependenceGraph &graph = small.dependences().graph();
    const std::string &name =
        graph.accesses()[graph.edges()[carried.edge].sourceAccess].variable;
    if (any.dependences().isPrivateTo(name, loop) &&
        !llvm::is_contained(names, name))
      names.push_back(name);
  }
  std::string list;
  for (size_t at = 0; at < names.size(); ++at)
    list += (at == 0                 ? "'"
             : at + 1 < names.size() ? ", '"
                                     : " and '") +
            names[at] + "'";
  return asWarning(UserError(
      "kernel '" + kernel.name + "': " + problem +
          ": its iterations could only run side by side with copies of " +
          list +
          ", which take more memory than is spent without being asked for; a "
          "script asks for them with the loop's tag, tag_inames(knl, \"" +
          loop.iname + ":g.0\")",
      rangeOf(kernel, loop)));
}

Diagnostic loopyc::becauseRefused(const std::string &problem,
                                  const Kernel &kernel,
                                  const SourceRange &range,
                                  const UserError &refusal) {
  Diagnostic result = asWarning(UserError(
      "kernel '" + kernel.name + "': " + problem +
          ", for it cannot be spread: " + refusal.diagnostics().front().message,
      range));
  result.notes = refusal.diagnostics().front().notes;
  return result;
}
