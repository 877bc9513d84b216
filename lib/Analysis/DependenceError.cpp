#include "loopyc/Analysis/DependenceError.h"

#include "Counterexample.h"
#include "loopyc/Analysis/IndexArrays.h"
#include "loopyc/Values/Affine.h"

#include <functional>

using namespace loopyc;

// "i = 0, k = 3" for the instance of one side of the pair.
static std::string instanceStr(const Instruction &insn,
                               const poly::Point &point, bool sink) {
  std::string text;
  for (const std::string &iname : insn.inames) {
    auto it = point.find(sink ? primed(iname) : iname);
    if (it == point.end())
      continue;
    if (!text.empty())
      text += ", ";
    text += iname + " = " + std::to_string(it->second);
  }
  return text;
}

static std::string parametersStr(const Kernel &kernel,
                                 const poly::Point &point) {
  std::string text;
  for (const VariablePtr &arg : kernel.arguments)
    if (auto it = point.find(arg->name); it != point.end())
      text += (text.empty() ? " with " : ", ") + arg->name + " = " +
              std::to_string(it->second);
  return text;
}

static std::string accessStr(const AccessInfo &access,
                             const Instruction &insn) {
  return (access.write ? "writing " : "reading ") + access.reference.str() +
         " ('" + insn.id + "')";
}

// What asks for the order: the values of a variable, or storage that two share.
static std::string dependenceStr(const Kernel &kernel,
                                 const DependenceEdge &edge,
                                 const AccessInfo &from, const AccessInfo &to) {
  const Instruction &source = *kernel.instructions[edge.source];
  const Instruction &sink = *kernel.instructions[edge.sink];
  if (from.variable == to.variable)
    return std::string("the ") + dependenceKindName(edge.kind) +
           " dependence on '" + from.variable + "' from " +
           accessStr(from, source) + " to " + accessStr(to, sink);
  return "'" + from.variable + "' and '" + to.variable + "' share storage '" +
         kernel.findVariable(from.variable)->baseStorage + "', and " +
         accessStr(from, source) + " has to come before " + accessStr(to, sink);
}

// ", for example from (i = 0) to (i = 1) with n = 2", or why there is none.
static std::string exampleStr(const Kernel &kernel, const DependenceEdge &edge,
                              const Counterexample &example) {
  if (!example.pair)
    return example.subscript.empty()
               ? ""
               : ", which cannot be excluded, for the subscript '" +
                     example.subscript + "' is not affine";
  std::string first =
      instanceStr(*kernel.instructions[edge.source], *example.pair, false);
  std::string second =
      instanceStr(*kernel.instructions[edge.sink], *example.pair, true);
  if (first.empty() && second.empty())
    return "";
  return ", for example from (" + first + ") to (" + second + ")" +
         parametersStr(kernel, *example.pair) +
         (example.isConditional ? ", if both run" : "");
}

static std::string conflictStr(const Kernel &kernel,
                               const DependenceGraph &graph,
                               const DependenceEdge &edge,
                               const Counterexample &example) {
  return dependenceStr(kernel, edge, graph.accesses()[edge.sourceAccess],
                       graph.accesses()[edge.sinkAccess]) +
         exampleStr(kernel, edge, example);
}

std::string loopyc::conflictStr(const Kernel &kernel, DependenceGraph &graph,
                                const DependenceEdge &edge,
                                const poly::Set &pairs) {
  return ::conflictStr(kernel, graph, edge,
                       findCounterexample(kernel, graph, edge, pairs));
}

// What a script can say where nothing shows that the dependence is real.
static std::string assertionStr(const Instruction &source,
                                const Instruction &sink,
                                const std::string &scope) {
  return ", or assert that this never happens: add_nosync(knl, \"" + scope +
         "\", \"id:" + source.id + "\", \"id:" + sink.id + "\")";
}

// What may be said of the array that both go by.
static std::string mapStr(const Kernel &kernel, const AccessInfo &from,
                          const AccessInfo &to) {
  auto advice = [](const std::string &said, const std::string &map,
                   const char *fact) {
    return ", or say that " + said + ": assert_map(knl, \"" + map + "\", " +
           fact + "=True)";
  };
  std::vector<IndexArray> source = indexArraysOf(kernel, from),
                          sink = indexArraysOf(kernel, to);
  if (source.size() != 1 || source != sink || source.front().name.empty())
    return "";
  const IndexArray &map = source.front();
  return isKnown(kernel, map) ? ""
                              : advice(premiseOf(map), map.name, factOf(map));
}

// Do no data but numbers of iterations decide whether it runs?
static bool dependsOnCountsAlone(const Instruction &insn,
                                 const InstanceSets &sets) {
  return std::all_of(
      insn.predicates.begin(), insn.predicates.end(), [&](const Expr &guard) {
        const auto holds = toCondition(guard);
        if (!holds)
          return false;
        const auto names = holds->names();
        return std::none_of(
            names.begin(), names.end(),
            [&](const std::string &name) { return sets.isData(name); });
      });
}

bool loopyc::isShown(const Kernel &kernel, DependenceGraph &graph,
                     const DependenceEdge &edge, const poly::Set &pairs) {
  Counterexample example = findCounterexample(kernel, graph, edge, pairs);
  if (!example.pair || !example.isConditional)
    return example.pair.has_value();
  return example.subscript.empty() &&
         dependsOnCountsAlone(*kernel.instructions[edge.source],
                              graph.instances()) &&
         dependsOnCountsAlone(*kernel.instructions[edge.sink],
                              graph.instances());
}

// Where the ends are, but for what the error itself shows.
static void noteEnds(UserError &error, const AccessInfo &from,
                     const Instruction &source, const AccessInfo &to,
                     const Instruction &sink) {
  auto note = [&](const AccessInfo &access, const SourceRange &range) {
    error.note(std::string("'") + access.reference.str() + "' is " +
                   (access.write ? "written" : "read") + " here",
               range);
  };
  if (source.range.known() && sink.range.known() &&
      source.range.str() == sink.range.str())
    return;
  if (source.range.known())
    note(from, source.range);
  if (sink.range.known())
    note(to, sink.range);
}

static UserError withRemedies(
    const std::string &problem, const Kernel &kernel, DependenceGraph &graph,
    const DependenceEdge &edge, const poly::Set &pairs,
    const std::function<std::string(const Counterexample &)> &remedies) {
  const AccessInfo &from = graph.accesses()[edge.sourceAccess];
  const AccessInfo &to = graph.accesses()[edge.sinkAccess];
  const Instruction &source = *kernel.instructions[edge.source];
  const Instruction &sink = *kernel.instructions[edge.sink];
  Counterexample example = findCounterexample(kernel, graph, edge, pairs);
  UserError error("kernel '" + kernel.name + "': " + problem + ": " +
                      ::conflictStr(kernel, graph, edge, example) + "; " +
                      (from.variable != to.variable
                           ? "let them share none, or in the order in which "
                             "they hold values (alias_temporaries)"
                           : remedies(example)),
                  sink.range.known() ? sink.range : source.range);
  noteEnds(error, from, source, to, sink);
  return error;
}

UserError loopyc::conflictError(const std::string &problem,
                                const Kernel &kernel, DependenceGraph &graph,
                                const DependenceEdge &edge,
                                const poly::Set &pairs,
                                const std::string &remedies) {
  return withRemedies(problem, kernel, graph, edge, pairs,
                      [&](const Counterexample &) { return remedies; });
}

UserError loopyc::dependenceError(const std::string &problem,
                                  const Kernel &kernel, DependenceGraph &graph,
                                  const DependenceEdge &edge,
                                  const poly::Set &pairs,
                                  const std::string &remedy,
                                  const std::string &scope) {
  auto remedies = [&](const Counterexample &example) {
    if (example.pair && !example.isConditional)
      return remedy;
    return remedy +
           mapStr(kernel, graph.accesses()[edge.sourceAccess],
                  graph.accesses()[edge.sinkAccess]) +
           (scope.empty()
                ? ""
                : assertionStr(*kernel.instructions[edge.source],
                               *kernel.instructions[edge.sink], scope));
  };
  return withRemedies(problem, kernel, graph, edge, pairs, remedies);
}
