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

// The nodes and edges; names of nodes begin with `prefix`.
static std::string graphBody(const Kernel &kernel, const std::string &prefix,
                             const std::string &indent) {
  auto node = [&](const Instruction &insn) { return quoted(prefix + insn.id); };
  std::string text;
  for (const InstructionPtr &insn : kernel.instructions)
    text += indent + node(*insn) +
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
    text += indent + node(*kernel.instructions[source]) + " -> " +
            node(*kernel.instructions[sink]) +
            " [label=" + quoted(kind + " " + variables) + "];\n";
  }
  return text;
}

static std::string opening(const std::string &name) {
  return "digraph " + quoted(name) +
         " {\n  node [shape=box, fontname=monospace];\n";
}

std::string loopyc::dependenceGraphDot(const Kernel &kernel) {
  return opening(kernel.name) + graphBody(kernel, "", "  ") + "}\n";
}

// Graphviz draws one graph a file. Subgraphs share their nodes' names, and get
// a frame where their own begin with "cluster".
std::string loopyc::dependenceGraphDot(const std::vector<Kernel> &kernels) {
  if (kernels.size() == 1)
    return dependenceGraphDot(kernels.front());
  std::string text = opening("kernels");
  for (size_t k = 0; k < kernels.size(); ++k) {
    std::string number = std::to_string(k);
    text += "  subgraph " + quoted("cluster_" + number) + " {\n    label=" +
            quoted(kernels[k].name) + ";\n" +
            graphBody(kernels[k], number + ":", "    ") + "  }\n";
  }
  return text + "}\n";
}
