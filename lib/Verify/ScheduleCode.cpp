#include "ScheduleCode.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

ScheduleCode::ScheduleCode(const ScheduledKernel &scheduled,
                           const Kernel &whole)
    : scheduled(scheduled), whole(whole), kernelCode(scheduled.kernel),
      positions(scheduled.positions) {
  for (const HardwareAxis &axis : scheduled.axes)
    axes.push_back(axis.str());
  context = kernelCode.domain(scheduled.context, axes);
  Path top;
  top.body = &scheduled.body;
  add(scheduled.body, top);
}

void ScheduleCode::add(const std::vector<ScheduleNode> &nodes,
                       const Path &path) {
  for (size_t child = 0; child < nodes.size(); ++child) {
    Path inner = path;
    inner.time.push_back({false, false, static_cast<int64_t>(child)});
    match(
        nodes[child].value,
        [&](const ScheduleLoop &loop) {
          bool lane = loop.tag.isVector();
          lanes = lanes || lane;
          inner.time.push_back(
              {true, lane, kernelCode.names().add(loop.iname)});
          inner.loops.push_back(loop.iname);
          inner.body = &loop.body;
          add(loop.body, inner);
        },
        [&](const StatementRun &run) { addRun(run, inner); },
        [&](const BarrierPoint &barrier) { addBarrier(barrier, inner); });
  }
}

const Domain *ScheduleCode::domain(const poly::Set &set, const Path &path) {
  auto [known, isNew] = domains.try_emplace({set.get(), path.loops});
  if (isNew) {
    kept.push_back(set);
    poly::Names scanned = axes;
    scanned.insert(scanned.end(), path.loops.begin(), path.loops.end());
    known->second = kernelCode.domain(set, scanned);
  }
  return &known->second;
}

// The kernel's inames of an instruction, by their names there: lowering may
// give copies of loops names of their own, each in the place of the old one.
static std::vector<std::string> namesIn(const Instruction &there,
                                        const Substitution &positions,
                                        std::vector<std::string> inames) {
  if (inames.size() == there.inames.size())
    for (size_t i = 0; i < inames.size(); ++i)
      if (!there.within(inames[i]) && !positions.count(inames[i]))
        inames[i] = there.inames[i];
  return inames;
}

// Instructions of a run follow each other at each of its points.
void ScheduleCode::addRun(const StatementRun &run, const Path &path) {
  const auto &all = scheduled.kernel.instructions;
  for (size_t i = 0; i < run.instructions.size(); ++i) {
    Step step;
    const Instruction &insn = *run.instructions[i];
    const InstructionPtr *inWhole = whole.findInstruction(insn.id);
    step.statement = kernelCode.statement(run.instructions[i], positions);
    step.inames = inWhole ? (*inWhole)->inames : insn.inames;
    step.statement.coordinates = kernelCode.coordinates(
        namesIn(insn, positions, step.inames), positions);
    auto same = std::find_if(all.begin(), all.end(), [&](const auto &other) {
      return other->id == insn.id;
    });
    step.instruction = static_cast<int>(same - all.begin());
    step.domain = domain(run.domain, path);
    step.time = path.time;
    step.time.push_back({false, false, static_cast<int64_t>(i)});
    list.push_back(std::move(step));
  }
}

static void collectRuns(const std::vector<ScheduleNode> &body,
                        std::vector<const StatementRun *> &runs,
                        poly::Names &loops) {
  for (const ScheduleNode &node : body) {
    if (const auto *run = std::get_if<StatementRun>(&node.value))
      runs.push_back(run);
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value)) {
      loops.push_back(loop->iname);
      collectRuns(loop->body, runs, loops);
    }
  }
}

// The iterations of the innermost loop in which it does something, for any
// work-item. What is computed inside bounds nothing.
poly::Set ScheduleCode::whereBodyRuns(const Path &path) const {
  std::vector<const StatementRun *> runs;
  poly::Names inside;
  collectRuns(*path.body, runs, inside);
  for (const HardwareAxis &axis : scheduled.axes)
    if (axis.isLocal())
      inside.push_back(axis.str());
  for (const StatementRun *run : runs)
    for (const InstructionPtr &insn : run->instructions)
      for (const std::string &name : insn->assigneeNames())
        inside.push_back(name);
  poly::Set result = poly::Set::empty();
  std::set<const void *> seen;
  for (const StatementRun *run : runs)
    if (seen.insert(run->domain.get()).second)
      result = result.unite(run->domain.flat().project(inside));
  return runs.empty() ? poly::Set::universe() : result;
}

void ScheduleCode::addBarrier(const BarrierPoint &barrier, const Path &path) {
  Step step;
  step.barrier = &barrier;
  poly::Set where = barrier.domain;
  if (!path.loops.empty())
    where = where.intersect(whereBodyRuns(path)).coalesce();
  step.domain = domain(where, path);
  step.time = path.time;
  list.push_back(std::move(step));
}

Grid ScheduleCode::grid(const Sizes &sizes) const {
  Grid result;
  for (const HardwareAxis &axis : scheduled.axes) {
    int64_t size = std::max<int64_t>(0, evaluateSize(axis.size, sizes));
    result.sizes.push_back(size);
    (axis.isGroup() ? result.groups : result.items) *= size;
  }
  return result;
}

static std::vector<int64_t> timeOf(const Step &step,
                                   const std::vector<int64_t> &names,
                                   bool lanesReversed) {
  std::vector<int64_t> time;
  for (const Step::TimePart &part : step.time) {
    int64_t value = part.isLoop ? names[part.value] : part.value;
    time.push_back(part.isLane && lanesReversed ? -value : value);
  }
  return time;
}

std::vector<EventList> ScheduleCode::events(const Grid &grid,
                                            std::vector<int64_t> &names,
                                            const BoundValues &bounds,
                                            const RunLimits &limits,
                                            bool lanesReversed) {
  if (grid.groups * grid.items > limits.instances)
    throw TooLarge("more than " + std::to_string(limits.instances) +
                   " work-items");
  std::vector<EventList> result(grid.groups * grid.items);
  std::vector<Range> boxes;
  for (int64_t size : grid.sizes)
    boxes.push_back({0, size - 1});
  int64_t count = 0;
  for (size_t s = 0; s < list.size(); ++s) {
    const Domain &domain = *list[s].domain;
    size_t fixed = domain.fixed.size(), dims = domain.places.size() - fixed;
    auto add = [&](const int64_t *point) {
      if (++count > 4 * limits.instances)
        throw TooLarge("more than " + std::to_string(4 * limits.instances) +
                       " instances on the device");
      int64_t group = 0, item = 0;
      for (size_t a = 0; a < grid.sizes.size(); ++a) {
        int64_t &index = scheduled.axes[a].isGroup() ? group : item;
        index = index * grid.sizes[a] + point[fixed + a];
      }
      setPoint(domain, point + fixed, names);
      result[group * grid.items + item].add(
          static_cast<int>(s), point + fixed, dims,
          timeOf(list[s], names, lanesReversed));
    };
    forEachPoint(domain, limits, names, bounds, boxes, add);
  }
  for (EventList &events : result)
    events.sort();
  return result;
}
