// The result of scheduling: what runs when, and on which hardware axis.
// lib/CodeGen needs nothing else to write code.
#ifndef LOOPYC_SCHEDULE_SCHEDULEDKERNEL_H
#define LOOPYC_SCHEDULE_SCHEDULEDKERNEL_H

#include "loopyc/IR/HostCode.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Schedule/DeviceLimits.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {

struct ScheduleNode;

// for iname { body }. Loops tagged ilp or vec enclose exactly one statement
// run of one instruction.
struct ScheduleLoop {
  std::string iname;
  InameTag tag; // never a hardware tag
  std::vector<ScheduleNode> body;
};

// Instructions executed one after the other for each point of `domain`.
// Hardware inames are gone from them: they are replaced by AxisRefs. Affine
// predicates have moved into the domain; those that remain are tested where
// they stand.
struct StatementRun {
  std::vector<InstructionPtr> instructions;
  // Flat: enclosing loops' inames, axes, parameters.
  poly::Set domain;
};

// All work-items of the group reach it: its domain does not depend on lid(N).
struct BarrierPoint {
  bool localMemory = true, globalMemory = false;
  std::string reason; // "a: write of b[i] before read of b[j]"
  poly::Set domain;
  std::string instruction{}; // of the script; the schedule's own have none
};

struct ScheduleNode {
  std::variant<ScheduleLoop, StatementRun, BarrierPoint> value;
};

// An axis that the kernel uses.
struct HardwareAxis : GridAxis {
  // Number of groups (an expression in the parameters) or work-items (a
  // positive integer literal). 0 <= position < size.
  Expr size;
};

struct Launches;

// One launch; or several, for those who ask what the kernel as a whole reads
// and writes: then `body` is that of all launches, and there are no axes.
struct ScheduledKernel {
  // Rules expanded, address spaces decided (no Auto), private temporaries
  // expanded along ilp and vec inames.
  Kernel kernel;
  std::vector<ScheduleNode> body;
  std::vector<HardwareAxis> axes; // groups by axis, then locals by axis
  // What hardware inames are on their axes: i -> gid(0) + 1.
  Substitution positions;
  // Facts on parameters and axes under which the body may be simplified:
  // assumptions and the axes' ranges.
  poly::Set context = poly::Set::universe();
  // Work-items of a row, where launchers may give groups the shape that fits
  // it, since those of a group share nothing. Null: groups are as they are.
  Expr rowItems;
  // Null: one launch.
  std::shared_ptr<const Launches> launches;
  // Is it one of several?
  bool isPart = false;

  // Work-items of one group along axis 0, 1, 2 (1 where unused).
  std::vector<int64_t> localSize() const;
  // Number of groups along axis 0, 1, 2 (1 where unused).
  std::vector<Expr> groupCount() const;
};

struct Launches {
  std::vector<ScheduledKernel> kernels;
  HostCode host;
  // Of the kernel that they were cut from, with the axes that its subscripts
  // have: a launch may have added some, and dropped others.
  std::vector<VariablePtr> temporaries;
};

// The kernels of the device: itself, or its launches by their numbers.
std::vector<const ScheduledKernel *> launchesOf(const ScheduledKernel &kernel);

// Several launches as one. `kernel`: what they were cut from.
ScheduledKernel inLaunches(Kernel kernel, Launches launches);

// Orders, nests, synchronises, and checks the result against every dependence.
// The kernel is one that lower() made. Throws UserError where it cannot be as
// asked for.
ScheduledKernel schedule(const Kernel &kernel, const DeviceLimits &limits = {});

// The tree as text, for --print-after=schedule and --emit=schedule.
std::string scheduleStr(const ScheduledKernel &scheduled);

} // namespace loopyc

#endif
