// What the tests of lib/Verify share: a verdict as text.
#ifndef LOOPYC_UNITTESTS_VERIFY_HELPERS_H
#define LOOPYC_UNITTESTS_VERIFY_HELPERS_H

#include "../TestKernel.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Verify/Verify.h"

#include "gtest/gtest.h"

#include <functional>

namespace loopyc {

// "ok", what is wrong, or why there is no verdict.
inline std::string verdict(
    const Kernel &kernel, const ScheduledKernel &scheduled,
    const std::vector<std::pair<std::string, std::string>> &parameters = {}) {
  verify::VerifyInput input;
  input.originals.push_back({&kernel, {}});
  input.kernel = &kernel;
  input.scheduled = &scheduled;
  input.parameters = parameters;
  try {
    verify::VerifyResult result = verify::verifyKernel(input);
    return result.reason.empty() ? "ok" : result.reason;
  } catch (const UserError &error) {
    return error.what();
  }
}

#define EXPECT_PART(part, ...)                                                 \
  do {                                                                         \
    std::string text = __VA_ARGS__;                                            \
    EXPECT_NE(text.find(part), std::string::npos) << text;                     \
  } while (false)

// Calls `visit` on every node of the tree, parents first.
inline void forEachNode(std::vector<ScheduleNode> &nodes,
                        const std::function<void(ScheduleNode &)> &visit) {
  for (ScheduleNode &node : nodes) {
    visit(node);
    if (auto *loop = std::get_if<ScheduleLoop>(&node.value))
      forEachNode(loop->body, visit);
  }
}

// Without the barrier of this number, in the order of the tree.
inline bool dropBarrier(std::vector<ScheduleNode> &nodes, int &number) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (std::holds_alternative<BarrierPoint>(nodes[i].value) && number-- == 0) {
      nodes.erase(nodes.begin() + static_cast<int64_t>(i));
      return true;
    }
    if (auto *loop = std::get_if<ScheduleLoop>(&nodes[i].value))
      if (dropBarrier(loop->body, number))
        return true;
  }
  return false;
}

// Every instruction of the tree replaced.
inline void mapInstructions(
    ScheduledKernel &scheduled,
    const std::function<InstructionPtr(const InstructionPtr &)> &fn) {
  forEachNode(scheduled.body, [&](ScheduleNode &node) {
    if (auto *run = std::get_if<StatementRun>(&node.value))
      for (InstructionPtr &insn : run->instructions)
        insn = fn(insn);
  });
  for (InstructionPtr &insn : scheduled.kernel.instructions)
    insn = fn(insn);
}

} // namespace loopyc

#endif
