#include "loopyc/Driver/Reports.h"

#include "loopyc/Analysis/Dependences.h"

#include <map>

using namespace loopyc;

std::string driver::irText(const std::vector<Kernel> &kernels) {
  std::string text;
  for (const Kernel &kernel : kernels)
    text += kernelStr(kernel, dependencesStr(kernel, dependences(kernel)));
  return text;
}

std::string driver::depsText(const std::vector<Kernel> &kernels) {
  std::string text;
  for (const Kernel &kernel : kernels)
    text += "kernel " + kernel.name + "\n" +
            dependencesStr(kernel, dependences(kernel));
  return text;
}

std::string driver::scheduleText(const std::vector<ScheduledKernel> &kernels) {
  std::string text;
  for (const ScheduledKernel &scheduled : kernels)
    text += "kernel " + scheduled.kernel.name + "\n" + scheduleStr(scheduled);
  return text;
}

static std::string quotedForDot(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string driver::dotText(const std::vector<Kernel> &kernels) {
  std::string text;
  for (const Kernel &kernel : kernels) {
    text += "digraph " + quotedForDot(kernel.name) + " {\n";
    text += "  node [shape=box, fontname=monospace];\n";
    for (const InstructionPtr &insn : kernel.instructions)
      text += "  " + quotedForDot(insn->id) +
              " [label=" + quotedForDot(instructionStr(*insn)) + "];\n";
    // One edge for each pair of instructions and kind, with its variables.
    std::map<std::tuple<int, int, std::string>, std::string> edges;
    for (const Dependence &dep : dependences(kernel)) {
      std::string &label =
          edges[{dep.source, dep.sink, dependenceKindName(dep.kind)}];
      label += (label.empty() ? "" : ", ") + dep.variable;
    }
    for (const auto &[edge, variables] : edges) {
      const auto &[source, sink, kind] = edge;
      text += "  " + quotedForDot(kernel.instructions[source]->id) + " -> " +
              quotedForDot(kernel.instructions[sink]->id) +
              " [label=" + quotedForDot(kind + " " + variables) + "];\n";
    }
    text += "}\n";
  }
  return text;
}
