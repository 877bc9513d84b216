// The C-family tree as text, for --print-after.
#include "CFamily/Tree.h"

#include "loopyc/Support/Match.h"

using namespace loopyc;
using namespace loopyc::codegen;

static std::string headerStr(const Loop &loop) {
  std::string out = "for " + str(loop.variable) + " = " + loop.init.str();
  if (!loop.degenerate)
    out += " while " + loop.condition.str();
  if (loop.goesOn)
    out += " and " + loop.goesOn.str();
  if (loop.step != 1)
    out += " step " + std::to_string(loop.step);
  return loop.tag == InameTag{} ? out : out + " [" + loop.tag.str() + "]";
}

static std::string executeStr(const Execute &execute) {
  std::string out = instructionStr(*execute.insn), separator = "  where ";
  for (const auto &[variable, value] : execute.values) {
    out += separator + str(variable) + " = " + value.str();
    separator = ", ";
  }
  if (execute.choice)
    out += "  taken if " + execute.choice.str();
  if (execute.matrix) {
    out += "  by " + execute.matrix->block.shape.str();
    if (execute.matrix->waits)
      out += ", in step";
    if (execute.matrix->isInA)
      out += ", a where " + execute.matrix->isInA.str();
    if (execute.matrix->isInB)
      out += ", b where " + execute.matrix->isInB.str();
  }
  if (execute.rows)
    out += "  " + execute.rows->rows.str() + " rows of " +
           execute.rows->columns.str() + " by all work-items";
  if (!execute.vectorIname.empty())
    out += "  all of " + execute.vectorIname;
  return out;
}

static void print(const Block &block, int depth, std::string &out) {
  std::string indent(2 * depth, ' ');
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) {
          out += indent + headerStr(loop) + "\n";
          print(loop.body, depth + 1, out);
        },
        [&](const Guard &guard) {
          out += indent + "if " + guard.condition.str() + "\n";
          print(guard.body, depth + 1, out);
        },
        [&](const Execute &execute) {
          out += indent + executeStr(execute) + "\n";
        },
        [&](const Barrier &barrier) {
          out += indent + "barrier" + (barrier.localMemory ? " local" : "") +
                 (barrier.globalMemory ? " global" : "") + "  " +
                 barrier.reason + "\n";
        },
        [&](const FunctionCall &call) {
          out += indent + "call " + call.function + "\n";
          for (const FunctionCall::Parameter &parameter : call.parameters)
            out += indent + "    " + (parameter.isPointer ? "&" : "") +
                   parameter.name + " = " + parameter.value.str() + "\n";
          print(call.body, depth + 1, out);
        });
}

std::string codegen::treeStr(const Block &block) {
  std::string out;
  print(block, 0, out);
  return out;
}
