#include "loopyc/Analysis/DependenceError.h"

#include "Counterexample.h"
#include "loopyc/Analysis/Definitions.h"

#include <algorithm>
#include <optional>

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

// What a script can say where nothing shows that the dependence is real.
static std::string assertionStr(const Instruction &source,
                                const Instruction &sink,
                                const std::string &scope) {
  return ", or assert that this never happens: add_nosync(knl, \"" + scope +
         "\", \"id:" + source.id + "\", \"id:" + sink.id + "\")";
}

static bool isWritten(const Kernel &kernel, const std::string &variable) {
  return std::any_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->assigns(variable); });
}

namespace {

// The index array that says which element of another one it is: "ix" of
// y[ix[i] - 1], or of y[j - 1] behind j = ix[i].
struct IndexArray {
  std::string name;
  // Is it where a range begins: "lo" of y[lo[i] + k - 1]?
  bool isStart = false;
};

} // namespace

// Its name is empty where there are several.
static std::optional<IndexArray> indexArrayIn(const Kernel &kernel,
                                              const Instruction &insn,
                                              const Expr &where) {
  std::optional<IndexArray> result;
  bool others = false;
  walk(where, [&](const Expr &node) {
    const auto *array = node.getIf<ArrayRef>();
    const auto *var = node.getIf<VarRef>();
    const Instruction *assigned =
        var ? definitionBefore(kernel, var->name, insn) : nullptr;
    if (assigned)
      array = assigned->values().front().getIf<ArrayRef>();
    if (array && result && result->name != array->name)
      result->name.clear();
    else if (array && !result)
      result = {array->name, false};
    others |= !array && var && insn.within(var->name);
    return !array;
  });
  if (result)
    result->isStart = others;
  return result;
}

// That of the only axis whose subscript is by way of data; none if something
// writes it.
static std::optional<IndexArray> indexArrayOf(const Kernel &kernel,
                                              const AccessInfo &access) {
  const Instruction &insn = *kernel.instructions[access.instruction];
  std::optional<IndexArray> result;
  for (const Expr &where : access.location) {
    auto map = where ? indexArrayIn(kernel, insn, where) : std::nullopt;
    if (map && result)
      return std::nullopt;
    if (map)
      result = map;
  }
  return result && isWritten(kernel, result->name) ? std::nullopt : result;
}

// What may be said of the array that both go by.
static std::string mapStr(const Kernel &kernel, const AccessInfo &from,
                          const AccessInfo &to) {
  auto advice = [](const std::string &said, const std::string &map,
                   const char *fact) {
    return ", or say that " + said + ": assert_map(knl, \"" + map + "\", " +
           fact + "=True)";
  };
  auto source = indexArrayOf(kernel, from), sink = indexArrayOf(kernel, to);
  if (!source || !sink || source->name.empty() ||
      source->name != sink->name || source->isStart != sink->isStart)
    return "";
  const std::string &map = source->name;
  const auto &known = kernel.findVariable(map)->map;
  if (!source->isStart)
    return known && known->injective
               ? ""
               : advice("no value stands in '" + map + "' twice", map,
                        "injective");
  return known && known->increasing
             ? ""
             : advice("no value in '" + map + "' is less than the one before",
                      map, "increasing");
}

UserError loopyc::dependenceError(const std::string &problem,
                                  const Kernel &kernel, DependenceGraph &graph,
                                  const DependenceEdge &edge,
                                  const poly::Set &pairs,
                                  const std::string &remedy,
                                  const std::string &scope) {
  const AccessInfo &from = graph.accesses()[edge.sourceAccess];
  const AccessInfo &to = graph.accesses()[edge.sinkAccess];
  const Instruction &source = *kernel.instructions[edge.source];
  const Instruction &sink = *kernel.instructions[edge.sink];
  bool isShared = from.variable != to.variable;
  std::string text = "kernel '" + kernel.name + "': " + problem + ": " +
                     dependenceStr(kernel, edge, from, to);
  Counterexample example = findCounterexample(kernel, graph, edge, pairs);
  text += exampleStr(kernel, edge, example);
  text += "; " + (isShared ? "let them share none, or in the order in which "
                             "they hold values (alias_temporaries)"
                           : remedy);
  bool isDoubtful = !example.pair || example.isConditional;
  if (!isShared && isDoubtful)
    text += mapStr(kernel, from, to);
  if (!isShared && isDoubtful && !scope.empty())
    text += assertionStr(source, sink, scope);
  UserError error(text, sink.range.known() ? sink.range : source.range);
  if (source.range.known())
    error.note(std::string("'") + from.reference.str() + "' is " +
                   (from.write ? "written" : "read") + " here",
               source.range);
  if (sink.range.known())
    error.note(std::string("'") + to.reference.str() + "' is " +
                   (to.write ? "written" : "read") + " here",
               sink.range);
  return error;
}
