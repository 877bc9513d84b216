// Changes to schedules, and what proof, enumeration and interpreter say of
// them.
#ifndef LOOPYC_UNITTESTS_VERIFY_MUTATIONS_H
#define LOOPYC_UNITTESTS_VERIFY_MUTATIONS_H

#include "../Scheduling.h"
#include "Helpers.h"
#include "loopyc/Verify/Enumeration.h"
#include "loopyc/Verify/ScheduleRun.h"
#include "loopyc/Verify/VerifySchedule.h"

namespace loopyc {

inline constexpr GridAxis lid0{AxisKind::Local, 0};
inline const char *const noBarrier = "with no barrier between them";

// --- changes

using Nodes = std::vector<ScheduleNode>;

// The body in which a node satisfies `is` directly; null if none.
template <typename Is> Nodes *bodyWith(Nodes &nodes, Is is) {
  for (ScheduleNode &node : nodes) {
    if (is(node))
      return &nodes;
    if (auto *loop = std::get_if<ScheduleLoop>(&node.value))
      if (Nodes *found = bodyWith(loop->body, is))
        return found;
  }
  return nullptr;
}

inline bool isBarrier(const ScheduleNode &node) {
  return std::holds_alternative<BarrierPoint>(node.value);
}

inline StatementRun *runOf(ScheduledKernel &scheduled, const std::string &id,
                           int skip = 0) {
  StatementRun *found = nullptr;
  forEachNode(scheduled.body, [&](ScheduleNode &node) {
    auto *run = std::get_if<StatementRun>(&node.value);
    if (run && !found)
      for (const InstructionPtr &insn : run->instructions)
        if (insn->id == id && skip-- == 0)
          found = run;
  });
  EXPECT_TRUE(found) << id;
  return found;
}

inline void changeBarrier(ScheduledKernel &scheduled,
                          const std::function<void(BarrierPoint &)> &change) {
  bool done = false;
  forEachNode(scheduled.body, [&](ScheduleNode &node) {
    auto *barrier = std::get_if<BarrierPoint>(&node.value);
    if (barrier && !done)
      change(*barrier);
    done |= barrier != nullptr;
  });
  EXPECT_TRUE(done);
}

inline void setSpace(ScheduledKernel &scheduled, const std::string &name,
                     AddressSpace space) {
  Variable changed = *scheduled.kernel.findVariable(name);
  changed.space = space;
  scheduled.kernel.setVariable(std::make_shared<const Variable>(changed));
}

inline void swapNodes(ScheduledKernel &scheduled, int barrier, int with) {
  Nodes *body = bodyWith(scheduled.body, isBarrier);
  ASSERT_TRUE(body);
  std::vector<size_t> at;
  for (size_t i = 0; i < body->size(); ++i)
    if (isBarrier((*body)[i]))
      at.push_back(i);
  ASSERT_LT(static_cast<size_t>(barrier), at.size());
  size_t from = at[barrier], to = from + with;
  ASSERT_LT(to, body->size());
  std::swap((*body)[from], (*body)[to]);
}

inline void substituteIn(StatementRun &run, const Substitution &by) {
  for (InstructionPtr &insn : run.instructions)
    insn = mapExprs(insn, [&](const Expr &e) { return substitute(e, by); });
}

// The loop's iterations as work-items.
inline void onAxis(ScheduledKernel &scheduled, const std::string &iname,
                   int64_t size) {
  scheduled.axes.push_back({lid0, Expr::integer(size)});
  scheduled.positions[iname] = Expr::axis(lid0);
  Nodes body = std::get<ScheduleLoop>(scheduled.body.front().value).body;
  scheduled.body = std::move(body);
  forEachNode(scheduled.body, [&](ScheduleNode &node) {
    auto &run = std::get<StatementRun>(node.value);
    run.domain = run.domain.rename({{iname, "lid(0)"}});
    substituteIn(run, {{iname, Expr::axis(lid0)}});
  });
}

// --- verdicts

inline std::string symbolic(const Kernel &kernel,
                            const ScheduledKernel &scheduled) {
  try {
    verify::ScheduleProof proof =
        verify::verifySchedule(scheduled, lower(kernel).launches.front());
    return proof.notProved ? "not proved: " + proof.reason : "ok";
  } catch (const InternalError &error) {
    return error.what();
  }
}

inline std::string interpreted(const Kernel &kernel,
                               const ScheduledKernel &scheduled) {
  try {
    return verdict(kernel, scheduled);
  } catch (const InternalError &error) {
    return error.what();
  }
}

// All pairs at the sizes that the interpreter takes.
inline verify::EnumeratedPairs enumerated(const Kernel &kernel,
                                          const ScheduledKernel &scheduled) {
  verify::EnumeratedPairs result;
  verify::VerifyInput input;
  input.kernel = &kernel;
  input.scheduled = &scheduled;
  input.examine = [&](const verify::Trace &trace, const auto &sizes) {
    verify::EnumeratedPairs found =
        verify::enumeratePairs(scheduled, kernel, trace, sizes);
    result.count += found.count;
    if (result.wrong.empty())
      result.wrong = found.wrong;
  };
  try {
    verify::verifyKernel(input);
  } catch (const UserError &) { // what the run finds is not asked here
  }
  return result;
}

} // namespace loopyc

#endif
