#include "loopyc/Driver/Reports.h"

#include "loopyc/Analysis/Dependences.h"
#include "loopyc/Support/Match.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

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

namespace {

struct Counts {
  int64_t loops = 0, barriers = 0, statements = 0;

  void add(const std::vector<ScheduleNode> &body) {
    for (const ScheduleNode &node : body)
      match(
          node.value,
          [&](const ScheduleLoop &loop) {
            ++loops;
            add(loop.body);
          },
          [&](const StatementRun &run) {
            statements += run.instructions.size();
          },
          [&](const BarrierPoint &) { ++barriers; });
  }
};

} // namespace

static int64_t localMemoryBytes(const Kernel &kernel) {
  int64_t bytes = 0;
  for (const VariablePtr &variable : kernel.temporaries) {
    if (variable->space != AddressSpace::Local)
      continue;
    Expr extent = storageExtent(*variable);
    int64_t elements = extent ? asInteger(fold(extent)).value_or(0) : 0;
    int lanes = vectorLength(*variable);
    bytes += elements * (lanes == 3 ? 4 : lanes) * variable->type.bytes;
  }
  return bytes;
}

std::string driver::statsText(const std::vector<ScheduledKernel> &kernels) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out, 2);
  json.array([&] {
    for (const ScheduledKernel &scheduled : kernels) {
      Counts counts;
      counts.add(scheduled.body);
      json.object([&] {
        json.attribute("kernel", scheduled.kernel.name);
        json.attribute("instructions",
                       int64_t(scheduled.kernel.instructions.size()));
        json.attribute("inames", int64_t(scheduled.kernel.inames().size()));
        json.attribute("loops", counts.loops);
        json.attribute("statements", counts.statements);
        json.attribute("barriers", counts.barriers);
        json.attribute("local_memory_bytes",
                       localMemoryBytes(scheduled.kernel));
        json.attributeArray("group_size", [&] {
          for (int64_t size : scheduled.localSize())
            json.value(size);
        });
        json.attributeArray("group_count", [&] {
          for (const Expr &count : scheduled.groupCount())
            json.value(count.str());
        });
      });
    }
  });
  out << "\n";
  return text;
}
