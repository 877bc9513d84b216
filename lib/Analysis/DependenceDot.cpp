// The dependences of a kernel for Graphviz.
#include "loopyc/Analysis/Dependences.h"

#include <map>
#include <tuple>

using namespace loopyc;

static std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string loopyc::dependenceGraphDot(const Kernel &kernel) {
  std::string text = "digraph " + quoted(kernel.name) + " {\n";
  text += "  node [shape=box, fontname=monospace];\n";
  for (const InstructionPtr &insn : kernel.instructions)
    text += "  " + quoted(insn->id) +
            " [label=" + quoted(instructionStr(*insn)) + "];\n";
  // One edge for each pair of instructions and kind, with its variables.
  std::map<std::tuple<int, int, std::string>, std::string> edges;
  for (const Dependence &dep : dependences(kernel)) {
    std::string &label =
        edges[{dep.source, dep.sink, dependenceKindName(dep.kind)}];
    label += (label.empty() ? "" : ", ") + dep.variable;
  }
  for (const auto &[edge, variables] : edges) {
    const auto &[source, sink, kind] = edge;
    text += "  " + quoted(kernel.instructions[source]->id) + " -> " +
            quoted(kernel.instructions[sink]->id) +
            " [label=" + quoted(kind + " " + variables) + "];\n";
  }
  return text + "}\n";
}
