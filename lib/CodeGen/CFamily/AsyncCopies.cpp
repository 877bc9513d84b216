#include "CFamily/AsyncCopies.h"

#include "loopyc/Analysis/RowCopies.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PwAff;
using poly::Set;

namespace {

using Nodes = std::vector<ScheduleNode>;

// position, loop, position, ..., position: in bodies around, outermost first.
struct Spot {
  std::vector<size_t> positions;
  std::vector<const ScheduleLoop *> loops; // one less
};

struct Touch {
  const Instruction *insn;
  Expr element;
  bool write = false;
  Spot spot;
  Set domain; // flat
};

// The first comes before the second, where it does, at one element.
struct Meeting {
  Touch copy, use;
};

struct PlacedBarrier {
  const BarrierPoint *barrier;
  Spot spot;
};

class Finder {
public:
  Finder(const ScheduledKernel &kernel, const Dialect &dialect)
      : kernel(kernel), dialect(dialect) {}
  AsyncCopies run();

private:
  void visit(const Nodes &nodes, Spot spot);
  void visit(const StatementRun &run, const Spot &spot);
  bool isCopy(const Touch &touch, const Variable &var) const;
  std::vector<Meeting> meetings(const Touch &copy,
                                const std::string &name) const;
  bool mayBeFilledAhead(const Variable &var) const;
  bool isAwaited(const Touch &copy, const Touch &use) const;
  bool hasBarrier(const Touch &copy, const Touch &use, size_t depth,
                  bool inLaterIteration) const;
  Set meeting(const Touch &copy, const Touch &use, size_t equalLoops) const;
  // Iterations of the loop from the copy to the first use, at the same depth.
  std::optional<int64_t> distance(const Touch &copy, const Touch &use,
                                  size_t depth) const;
  bool mayFollow(const Touch &copy, const Touch &use) const;
  bool isUsedLater(const std::vector<Touch> &touches) const;
  int batchesLeft(const PlacedBarrier &barrier,
                  const std::set<std::string> &names) const;

  const ScheduledKernel &kernel;
  const Dialect &dialect;
  // Of temporaries, all that touches one; of arguments, what writes one.
  std::map<std::string, std::vector<Touch>> touched;
  std::vector<PlacedBarrier> barriers;
};

} // namespace

void Finder::visit(const StatementRun &run, const Spot &spot) {
  for (const InstructionPtr &insn : run.instructions) {
    auto add = [&](const Expr &node, bool write) {
      const auto *array = node.getIf<ArrayRef>();
      VariablePtr var =
          array ? kernel.kernel.findVariable(array->name) : nullptr;
      if (var && ((var->isTemporary() && var->space == AddressSpace::Local) ||
                  (var->isArgument() && write)))
        touched[array->name].push_back({insn.get(), node, write, spot,
                                        run.domain.flat().intersect(
                                            kernel.context.flat())});
    };
    for (const Expr &assignee : insn->assignees())
      add(assignee, true);
    std::vector<Expr> reads = insn->reads();
    reads.insert(reads.end(), insn->predicates.begin(), insn->predicates.end());
    for (const Expr &read : reads)
      walk(read, [&](const Expr &node) {
        add(node, false);
        return true;
      });
  }
}

void Finder::visit(const Nodes &nodes, Spot spot) {
  spot.positions.push_back(0);
  for (const ScheduleNode &node : nodes) {
    match(
        node.value,
        [&](const ScheduleLoop &loop) {
          Spot inside = spot;
          inside.loops.push_back(&loop);
          visit(loop.body, std::move(inside));
        },
        [&](const StatementRun &run) { visit(run, spot); },
        [&](const BarrierPoint &barrier) {
          barriers.push_back({&barrier, spot});
        });
    ++spot.positions.back();
  }
}

// What t[...] = a[...] reads; null: it is none.
static const ArrayRef *sourceOf(const Touch &copy) {
  const auto *assignment = std::get_if<Assignment>(&copy.insn->body);
  return assignment ? assignment->value.getIf<ArrayRef>() : nullptr;
}

bool Finder::isCopy(const Touch &touch, const Variable &var) const {
  const ArrayRef *from = sourceOf(touch);
  VariablePtr source = from ? kernel.kernel.findVariable(from->name) : nullptr;
  return source && source->isArgument() && source->type == var.type &&
         vectorLength(*source) == 1;
}

// What must come behind a barrier that waits for the copy: all that touches
// what it brings, and what overwrites what it reads.
std::vector<Meeting> Finder::meetings(const Touch &copy,
                                      const std::string &name) const {
  std::vector<Meeting> result;
  for (const Touch &use : touched.at(name))
    result.push_back({copy, use});
  const ArrayRef *from = sourceOf(copy);
  auto written = from ? touched.find(from->name) : touched.end();
  if (written != touched.end())
    for (const Touch &write : written->second) {
      Touch read = copy;
      read.element = std::get<Assignment>(copy.insn->body).value;
      result.push_back({read, write});
    }
  return result;
}

bool Finder::mayBeFilledAhead(const Variable &var) const {
  return var.baseStorage.empty() && vectorLength(var) == 1 &&
         !dialect.copyAheadText(var.type).empty() && storageBytes(var);
}

// The loops that both are in.
static size_t commonLoops(const Spot &a, const Spot &b) {
  size_t depth = 0;
  while (depth < a.loops.size() && depth < b.loops.size() &&
         a.loops[depth] == b.loops[depth])
    ++depth;
  return depth;
}

// In equal iterations of `depth` loops, is the barrier behind the copy or in
// front of the use, in loops that are around it?
static bool isBehind(const Spot &barrier, const Spot &copy, size_t depth) {
  size_t last = barrier.positions.size() - 1;
  return last >= depth && commonLoops(barrier, copy) == barrier.loops.size() &&
         std::equal(barrier.positions.begin(), barrier.positions.begin() + last,
                    copy.positions.begin()) &&
         barrier.positions[last] > copy.positions[last];
}

static bool isInFront(const Spot &barrier, const Spot &use, size_t depth) {
  size_t last = barrier.positions.size() - 1;
  return last >= depth && commonLoops(barrier, use) == barrier.loops.size() &&
         std::equal(barrier.positions.begin(), barrier.positions.begin() + last,
                    use.positions.begin()) &&
         barrier.positions[last] < use.positions[last];
}

bool Finder::hasBarrier(const Touch &copy, const Touch &use, size_t depth,
                        bool inLaterIteration) const {
  return std::any_of(
      barriers.begin(), barriers.end(), [&](const PlacedBarrier &at) {
        bool isOfBody = at.spot.loops.size() == depth;
        bool behind = isBehind(at.spot, copy.spot, depth),
             inFront = isInFront(at.spot, use.spot, depth);
        return isOfBody && !inLaterIteration ? behind && inFront
                                             : behind || inFront;
      });
}

static std::map<std::string, std::string>
otherPoint(const ScheduledKernel &kernel, const Touch &touch) {
  std::map<std::string, std::string> names;
  for (const ScheduleLoop *loop : touch.spot.loops)
    names[loop->iname] = primed(loop->iname);
  for (const HardwareAxis &axis : kernel.axes)
    if (axis.isLocal())
      names[axis.str()] = auxiliaryName(axis.str());
  return names;
}

// { copy, use' : of one element in one group, at equal iterations of the first
//   loops of both }
Set Finder::meeting(const Touch &copy, const Touch &use,
                    size_t equalLoops) const {
  const auto names = otherPoint(kernel, use);
  Set result = copy.domain.intersect(use.domain.rename(names));
  const auto &from = copy.element.getIf<ArrayRef>()->subscripts;
  const auto &to = use.element.getIf<ArrayRef>()->subscripts;
  for (size_t axis = 0; axis < from.size() && axis < to.size(); ++axis) {
    auto x = toAffine(from[axis]), y = toAffine(to[axis]);
    if (!x || !y)
      continue;
    const std::string here = auxiliaryName("element");
    result = result.intersect(PwAff::name(here)
                                  .eq(*x)
                                  .intersect(PwAff::name(here).eq(*y).rename(
                                      names))
                                  .project({here}));
  }
  for (size_t loop = 0; loop < equalLoops; ++loop) {
    const std::string &iname = copy.spot.loops[loop]->iname;
    result = result.intersect(
        PwAff::name(iname).eq(PwAff::name(primed(iname))));
  }
  return result;
}

// Is a barrier passed between the copy and each later use of an element?
bool Finder::isAwaited(const Touch &copy, const Touch &use) const {
  size_t depth = commonLoops(copy.spot, use.spot);
  for (size_t loop = 0; loop < depth; ++loop) {
    const std::string &iname = copy.spot.loops[loop]->iname;
    if (hasBarrier(copy, use, loop + 1, true))
      continue;
    if (!meeting(copy, use, loop)
             .intersect(PwAff::name(iname).lt(PwAff::name(primed(iname))))
             .isEmpty())
      return false;
  }
  if (copy.spot.positions[depth] >= use.spot.positions[depth] ||
      hasBarrier(copy, use, depth, false))
    return true;
  return meeting(copy, use, depth).isEmpty();
}

std::optional<int64_t> Finder::distance(const Touch &copy, const Touch &use,
                                        size_t depth) const {
  const std::string &iname = copy.spot.loops[depth]->iname;
  const std::string apart = auxiliaryName("apart");
  Set later = meeting(copy, use, depth)
                  .equate(apart, PwAff::name(primed(iname)) -
                                     PwAff::name(iname))
                  .intersect(PwAff::name(apart).ge(PwAff::constant(1)));
  if (later.isEmpty())
    return std::nullopt;
  return later.minConst(apart).value_or(1);
}

// Is something copied in one iteration and read in a later one only?
bool Finder::isUsedLater(const std::vector<Touch> &touches) const {
  for (const Touch &copy : touches)
    for (const Touch &use : touches) {
      if (!copy.write || use.write)
        continue;
      size_t depth = commonLoops(copy.spot, use.spot);
      if (depth > 0 && meeting(copy, use, depth).isEmpty() &&
          !meeting(copy, use, depth - 1).isEmpty())
        return true;
    }
  return false;
}

static int barriersIn(const Nodes &nodes) {
  int count = 0;
  for (const ScheduleNode &node : nodes)
    match(
        node.value,
        [&](const ScheduleLoop &loop) { count += barriersIn(loop.body); },
        [](const StatementRun &) {},
        [&](const BarrierPoint &) { ++count; });
  return count;
}

// Outside of the loop that copies: may it be touched after the copy?
bool Finder::mayFollow(const Touch &copy, const Touch &use) const {
  const size_t depth = commonLoops(copy.spot, use.spot);
  if (depth > 0) // in a later iteration of what is around both
    return !meeting(copy, use, 0).isEmpty();
  return copy.spot.positions[0] < use.spot.positions[0] &&
         !meeting(copy, use, 0).isEmpty();
}

// Where a loop passes one barrier in each iteration, and its batches are used
// some iterations later, all but the last ones must be there.
int Finder::batchesLeft(const PlacedBarrier &barrier,
                        const std::set<std::string> &names) const {
  const Spot &at = barrier.spot;
  if (at.loops.empty() || barriersIn(at.loops.back()->body) != 1)
    return 0;
  const size_t depth = at.loops.size() - 1;
  // Slabs of one loop follow each other with equal barriers.
  auto isInLoop = [&](const Touch &touch) {
    if (touch.spot.loops.size() <= depth ||
        !std::equal(at.loops.begin(), at.loops.end() - 1,
                    touch.spot.loops.begin()))
      return false;
    const ScheduleLoop &loop = *touch.spot.loops[depth];
    return loop.iname == at.loops.back()->iname && barriersIn(loop.body) == 1;
  };
  std::optional<int64_t> least;
  for (const std::string &name : names)
    for (const Touch &each : touched.at(name)) {
      if (!each.write || !isInLoop(each))
        continue;
      for (const auto &[copy, use] : meetings(each, name)) {
        std::optional<int64_t> apart;
        if (isInLoop(use))
          apart = distance(copy, use, depth);
        else if (mayFollow(copy, use))
          apart = 1;
        if (apart)
          least = std::min(least.value_or(*apart), *apart);
      }
    }
  return static_cast<int>(std::clamp<int64_t>(least.value_or(1) - 1, 0, 7));
}

AsyncCopies Finder::run() {
  AsyncCopies result;
  if (dialect.copyAheadText(Type::real(4)).empty())
    return result;
  visit(kernel.body, {});
  const std::vector<std::string> inRows = rowCopies(kernel.kernel);
  std::set<std::string> names;
  for (const auto &[name, touches] : touched) {
    const Variable &var = *kernel.kernel.findVariable(name);
    bool all = var.isTemporary() && mayBeFilledAhead(var) &&
               (llvm::is_contained(inRows, name) || isUsedLater(touches));
    for (const Touch &copy : touches) {
      if (!all || !copy.write)
        continue;
      all = isCopy(copy, var) &&
            llvm::all_of(meetings(copy, name), [&](const Meeting &each) {
              return isAwaited(each.copy, each.use);
            });
    }
    if (all)
      names.insert(name);
  }
  for (const std::string &name : names)
    for (const Touch &copy : touched[name])
      if (copy.write)
        result.instructions.insert(copy.insn->id);
  if (!names.empty())
    for (const PlacedBarrier &barrier : barriers)
      result.pending[barrier.barrier] = batchesLeft(barrier, names);
  return result;
}

AsyncCopies codegen::findAsyncCopies(const ScheduledKernel &kernel,
                                     const Dialect &dialect) {
  return Finder(kernel, dialect).run();
}
