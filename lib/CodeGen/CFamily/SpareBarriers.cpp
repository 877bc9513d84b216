#include "CFamily/SpareBarriers.h"

#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

class Remover {
public:
  explicit Remover(const std::set<std::string> &arrays) : arrays(arrays) {}

  // `touched`: may have been, since the last barrier in front of the nodes.
  std::vector<ScheduleNode> run(std::vector<ScheduleNode> nodes, bool touched);
  bool touches(const ScheduleNode &node) const;

private:
  bool touches(const Instruction &insn) const;

  const std::set<std::string> &arrays;
};

} // namespace

bool Remover::touches(const Instruction &insn) const {
  std::set<std::string> names;
  for (const Expr &e : insn.reads())
    collectNames(e, names, names);
  for (const Expr &e : insn.predicates)
    collectNames(e, names, names);
  for (const std::string &name : insn.assigneeNames())
    names.insert(name);
  return std::any_of(names.begin(), names.end(), [&](const std::string &name) {
    return arrays.count(name) != 0;
  });
}

bool Remover::touches(const ScheduleNode &node) const {
  return match(
      node.value,
      [&](const ScheduleLoop &loop) {
        return std::any_of(
            loop.body.begin(), loop.body.end(),
            [&](const ScheduleNode &inner) { return touches(inner); });
      },
      [&](const StatementRun &run) {
        return std::any_of(
            run.instructions.begin(), run.instructions.end(),
            [&](const InstructionPtr &insn) { return touches(*insn); });
      },
      [](const BarrierPoint &) { return false; });
}

// Of the schedule's own, for local memory alone.
static bool isForLocalMemory(const BarrierPoint &barrier) {
  return !barrier.globalMemory && barrier.instruction.empty();
}

std::vector<ScheduleNode> Remover::run(std::vector<ScheduleNode> nodes,
                                       bool touched) {
  std::vector<ScheduleNode> result;
  poly::Set lastDomain; // of the barrier that is behind all that was touched
  for (ScheduleNode &node : nodes) {
    auto *barrier = std::get_if<BarrierPoint>(&node.value);
    if (!barrier) {
      if (auto *loop = std::get_if<ScheduleLoop>(&node.value))
        loop->body = run(std::move(loop->body), !arrays.empty());
      touched = touched || touches(node);
      result.push_back(std::move(node));
      continue;
    }
    const bool isSpare =
        isForLocalMemory(*barrier) && !touched &&
        (!lastDomain || barrier->domain.isSubset(lastDomain));
    if (isSpare)
      continue;
    // What it says it is for may be no more.
    if (barrier->instruction.empty())
      barrier->reason.clear();
    touched = false;
    lastDomain = barrier->domain;
    result.push_back(std::move(node));
  }
  return result;
}

std::vector<ScheduleNode>
codegen::withoutSpareBarriers(std::vector<ScheduleNode> body,
                              const std::set<std::string> &arrays) {
  Remover remover(arrays);
  body = remover.run(std::move(body), false);
  auto last = body.end();
  for (auto node = body.end(); node != body.begin();) {
    --node;
    if (remover.touches(*node))
      break;
    last = node;
  }
  body.erase(std::remove_if(last, body.end(),
                            [](const ScheduleNode &node) {
                              const auto *barrier =
                                  std::get_if<BarrierPoint>(&node.value);
                              return barrier && isForLocalMemory(*barrier);
                            }),
             body.end());
  return body;
}
