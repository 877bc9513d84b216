// Kernels that are cut into launches, and what proof and interpreter say of the
// launches.
#ifndef LOOPYC_UNITTESTS_VERIFY_LAUNCHES_H
#define LOOPYC_UNITTESTS_VERIFY_LAUNCHES_H

#include "../GlobalBarriers.h"
#include "Helpers.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Verify/VerifyLaunches.h"
#include "loopyc/Verify/VerifySchedule.h"

namespace loopyc {

// --- kernels

// b(i) = 2*a(i); all groups wait; c(j) = b(n - 1 - j)
inline Kernel mirrored() {
  TestKernel k("mirrored");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [j] : 0 <= j < n }")
      .array("a", {"n"})
      .array("b", {"n"})
      .array("c", {"n"});
  k.insn("double", {"i"}, "b[i] = 2*a[i]", {0, "i", 0})
      .insn("mirror", {"j"}, "c[j] = b[n - 1 - j]", {2, "j", 0});
  k.tag("i", "g.0").tag("j", "g.0");
  addGlobalBarrier(k.kernel, "all", {}, {Expr::integer(1)});
  return k.kernel;
}

// Three in a row: b from a, c from b, d from c, each mirrored.
inline Kernel mirroredThrice() {
  TestKernel k("mirrored_thrice");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [j] : 0 <= j < n }")
      .domain("[n] -> { [l] : 0 <= l < n }");
  for (const char *name : {"a", "b", "c", "d"})
    k.array(name, {"n"});
  k.insn("first", {"i"}, "b[i] = a[n - 1 - i]", {0, "i", 0})
      .insn("second", {"j"}, "c[j] = b[n - 1 - j]", {2, "j", 0})
      .insn("third", {"l"}, "d[l] = c[n - 1 - l]", {4, "l", 0});
  k.tag("i", "g.0").tag("j", "g.0").tag("l", "g.0");
  addGlobalBarrier(k.kernel, "wait", {}, {Expr::integer(1)});
  addGlobalBarrier(k.kernel, "again", {}, {Expr::integer(3)});
  return k.kernel;
}

// do t: b(i) = a(i) + a(i + 1); all groups wait; a(j + 1) = b(j) + t
inline Kernel timeSteps() {
  TestKernel k("time_steps");
  k.domain("[m] -> { [t] : 0 <= t < m }")
      .domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [j] : 0 <= j < n }")
      .array("a", {"n + 1"})
      .array("b", {"n"});
  k.insn("gather", {"t", "i"}, "b[i] = a[i] + a[i + 1]", {0, "t", 0, "i", 0})
      .insn("step", {"t", "j"}, "a[j + 1] = b[j] + t", {0, "t", 2, "j", 0});
  k.tag("i", "g.0").tag("j", "g.0");
  addGlobalBarrier(k.kernel, "all", {"t"},
                   {Expr::integer(0), Expr::var("t"), Expr::integer(1)});
  return k.kernel;
}

// s = a(0) + 1; all groups wait; b(i) = s*a(i)
inline Kernel oneForAll() {
  TestKernel k("one_for_all");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .assume("[n] -> { : n >= 1 }")
      .array("a", {"n"})
      .array("b", {"n"})
      .temporary("s");
  k.insn("take", {}, "s = a[0] + 1", {0})
      .insn("scale", {"i"}, "b[i] = s*a[i]", {2, "i", 0});
  k.tag("i", "g.0");
  addGlobalBarrier(k.kernel, "all", {}, {Expr::integer(1)});
  return k.kernel;
}

// m = len(0); all groups wait; do i < m: b(i) = a(i) + 1, i by groups.
inline Kernel computedGroups() {
  TestKernel k("computed_groups");
  k.temporary("m", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[m] -> { [i] : 0 <= i < m }")
      .array("len", {"1"}, Type::integer(4))
      .array("a", {"100"})
      .array("b", {"100"});
  k.insn("take", {}, "m = len[0]", {0})
      .insn("add", {"i"}, "b[i] = a[i] + 1", {2, "i", 0});
  k.tag("i", "g.0");
  addGlobalBarrier(k.kernel, "all", {}, {Expr::integer(1)});
  return k.kernel;
}

// m = len(0); do t < m: the time steps.
inline Kernel computedSteps() {
  TestKernel k("computed_steps");
  k.temporary("m", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[m] -> { [t] : 0 <= t < m }")
      .domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [j] : 0 <= j < n }")
      .array("len", {"1"}, Type::integer(4))
      .array("a", {"n + 1"})
      .array("b", {"n"});
  k.insn("take", {}, "m = len[0]", {0})
      .insn("gather", {"t", "i"}, "b[i] = a[i] + a[i + 1]", {1, "t", 0, "i", 0})
      .insn("step", {"t", "j"}, "a[j + 1] = b[j] + t", {1, "t", 2, "j", 0});
  k.tag("i", "g.0").tag("j", "g.0");
  addGlobalBarrier(k.kernel, "all", {"t"},
                   {Expr::integer(1), Expr::var("t"), Expr::integer(1)});
  return k.kernel;
}

// --- verdicts

// A schedule even where lib/Schedule refuses to make one.
inline ScheduledKernel scheduleAnyway(const Kernel &launch) {
  auto asserting = [&](bool asserts) {
    return [&launch, asserts](const InstructionPtr &insn) {
      auto made = std::make_shared<Instruction>(*insn);
      made->noSyncWith.clear();
      for (const InstructionPtr &other : launch.instructions)
        if (asserts)
          made->noSyncWith[other->id] = {true, true};
      return InstructionPtr(made);
    };
  };
  Kernel unordered = launch;
  for (InstructionPtr &insn : unordered.instructions)
    insn = asserting(true)(insn);
  ScheduledKernel scheduled = schedule(unordered);
  mapInstructions(scheduled, asserting(false));
  return scheduled;
}

// Of the cut, and of each launch.
inline std::string proved(const LaunchSequence &sequence) {
  try {
    verify::ScheduleProof proof = verify::verifyLaunches(
        sequence.whole, sequence.launches, sequence.host);
    if (proof.notProved)
      return "not proved: " + proof.reason;
    for (const Kernel &launch : sequence.launches)
      if (verify::ScheduleProof own =
              verify::verifySchedule(scheduleAnyway(launch), launch);
          own.notProved)
        return "not proved: " + own.reason;
    return "ok";
  } catch (const std::exception &error) {
    return error.what();
  }
}

inline std::string interpreted(const Kernel &kernel,
                               const LaunchSequence &sequence) {
  try {
    Launches launches;
    for (const Kernel &launch : sequence.launches)
      launches.kernels.push_back(scheduleAnyway(launch));
    launches.host = sequence.host;
    return verdict(kernel, inLaunches(sequence.whole, launches));
  } catch (const std::exception &error) {
    return error.what();
  }
}

// --- changes

inline HostLoop &hostLoop(LaunchSequence &sequence) {
  for (HostStep &step : sequence.host.steps)
    if (auto *loop = std::get_if<HostLoop>(&step.value))
      return *loop;
  throw std::runtime_error("no loop of the host");
}

inline void mapLaunches(LaunchSequence &sequence,
                        const std::function<Expr(const Expr &)> &fn) {
  for (Kernel &launch : sequence.launches)
    for (InstructionPtr &insn : launch.instructions)
      insn = mapExprs(insn, fn);
}

// What crosses becomes each launch's own.
inline void keepInLaunches(LaunchSequence &sequence, const std::string &name,
                           AddressSpace space) {
  for (Kernel &launch : sequence.launches)
    if (VariablePtr var = launch.findVariable(name)) {
      Variable own = *var;
      own.kind = VariableKind::Temporary;
      own.space = space;
      launch.removeVariable(name);
      launch.temporaries.push_back(std::make_shared<const Variable>(own));
    }
}

// With what it needs.
inline void moveInstruction(LaunchSequence &sequence, const std::string &id,
                            int to) {
  InstructionPtr moved;
  for (Kernel &launch : sequence.launches)
    if (const InstructionPtr *found = launch.findInstruction(id)) {
      moved = *found;
      launch.instructions.erase(launch.instructions.begin() +
                                (found - launch.instructions.data()));
      break;
    }
  ASSERT_TRUE(moved) << id;
  Kernel &target = sequence.launches[to];
  target.instructions.push_back(moved);
  for (const std::string &iname : moved->inames)
    if (!target.hasIname(iname)) {
      target.domains.push_back(
          sequence.whole.domains[sequence.whole.domainOf(iname)]);
      target.inameTags[iname] = sequence.whole.tagOf(iname);
    }
  for (const VariablePtr &arg : sequence.whole.arguments)
    if (!target.findVariable(arg->name))
      target.arguments.push_back(arg);
}

} // namespace loopyc

#endif
