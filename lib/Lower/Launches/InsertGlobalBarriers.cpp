// Global barriers where a dependence goes from one work-group to another.
//
// Ends that share sequential loops need a barrier within them: between the two,
// in one iteration, or anywhere in the loop that carries the dependence. In one
// body, a need is an interval between two places of the text; stabbing the
// intervals greedily by their right ends is the fewest points. Inner bodies
// come first, for their barriers make launches that outer needs find already
// cut.
#include "loopyc/Lower/InsertGlobalBarriers.h"

#include "AutoAxes.h"
#include "Launches/BarrierNeeds.h"
#include "Launches/LaunchOrder.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Lower/ParallelReductions.h"
#include "loopyc/Lower/Scans.h"
#include "loopyc/Transform/Instructions.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;

namespace {

// Which needs the barriers of a kernel serve.
class Served {
public:
  explicit Served(const Kernel &kernel) : tree(kernel) {
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      numbers.emplace(kernel.instructions[i]->id, static_cast<int>(i));
  }

  // Are both ends in the kernel?
  bool knows(const BarrierNeed &need) const {
    return numbers.count(need.source) && numbers.count(need.sink);
  }
  bool operator()(const BarrierNeed &need) const;

private:
  HostTree tree;
  std::map<std::string, int> numbers; // of instructions, by id
};

} // namespace

bool Served::operator()(const BarrierNeed &need) const {
  const HostPlace &from = tree.place(numbers.at(need.source)),
                  &to = tree.place(numbers.at(need.sink));
  std::vector<std::string> equal = need.loops;
  if (need.carried) {
    if (llvm::is_contained(from.loops, need.loops.back()))
      return true;
    equal.pop_back();
  }
  // In one iteration of the host's loops around both, another launch than the
  // other's, other loops being cut in two. (Which comes first is a matter of
  // LaunchOrder; a barrier more would not change it.)
  for (size_t l = 0; l < from.commonLoops(to); ++l)
    if (!llvm::is_contained(equal, from.loops[l]))
      return false;
  return from.isBefore(to) || to.isBefore(from);
}

static InstructionFilter withId(const std::string &id) {
  return
      [id](const Kernel &, const Instruction &insn) { return insn.id == id; };
}

// None, if there are none.
static InstructionFilter withIds(const std::set<std::string> &ids) {
  if (ids.empty())
    return {};
  return [ids](const Kernel &, const Instruction &insn) {
    return ids.count(insn.id) > 0;
  };
}

namespace {

// Where the paths to source and sink part, a place in the text for a barrier
// between the two: by the positions at one depth, in one body.
struct Cut {
  std::vector<int64_t> path; // to the body
  int64_t source = 0, place = 0;

  // The position in the body; none elsewhere.
  std::optional<int64_t> positionOf(const Instruction &insn) const {
    const std::vector<int64_t> at = textPosition(insn);
    if (at.size() <= path.size() ||
        !std::equal(path.begin(), path.end(), at.begin()))
      return std::nullopt;
    return at[path.size()];
  }
};

} // namespace

// Right before the sink, or the loop that it stands in.
static Cut cutBefore(const Instruction &source, const Instruction &sink) {
  const std::vector<int64_t> from = textPosition(source),
                             to = textPosition(sink);
  size_t common = 0;
  while (common < from.size() && common < to.size() &&
         from[common] == to[common])
    ++common;
  Cut cut;
  cut.path.assign(from.begin(), from.begin() + common);
  cut.source = common < from.size() ? from[common] : 0;
  cut.place = common < to.size() ? to[common] : cut.source;
  return cut;
}

static std::set<std::string> namesRead(const Instruction &insn) {
  std::set<std::string> names;
  for (const Expr &e : insn.reads())
    collectNames(e, names, names);
  for (const Predicate &predicate : insn.predicates)
    collectNames(predicate, names, names);
  return names;
}

static bool isOfOneGroup(const Kernel &kernel, const std::string &name) {
  const AddressSpace space = kernel.findVariable(name)->space;
  return space == AddressSpace::Private || space == AddressSpace::Local;
}

// The sink, and what gives a work-item or group, behind the source, values for
// anything from the sink on: the barrier comes before that too, for such
// values do not outlive a launch. What the sink's loops read counts as much as
// the sink: the barrier cuts them off as a whole.
//
//   source; p = 0; barrier; for i: { sink; p = p + ... }
//     ->  source; barrier; p = 0; for i: { sink; p = p + ... }
static std::set<std::string> withPreparations(const Kernel &kernel,
                                              const BarrierNeed &need) {
  Cut cut = cutBefore(**kernel.findInstruction(need.source),
                      **kernel.findInstruction(need.sink));
  std::set<std::string> ids{need.sink}, read;
  size_t size = 0;
  while (size < ids.size()) {
    size = ids.size();
    for (const InstructionPtr &insn : kernel.instructions)
      if (auto at = cut.positionOf(*insn); at && *at >= cut.place)
        read.merge(namesRead(*insn));
    for (const InstructionPtr &insn : kernel.instructions) {
      const auto at = cut.positionOf(*insn);
      if (!at || *at <= cut.source || *at >= cut.place)
        continue;
      if (llvm::any_of(insn->assigneeNames(), [&](const std::string &name) {
            return read.count(name) && isOfOneGroup(kernel, name);
          })) {
        ids.insert(insn->id);
        cut.place = *at;
      }
    }
  }
  return ids;
}

static Kernel withBarrier(const Kernel &kernel, const BarrierNeed &need) {
  const Instruction &source = **kernel.findInstruction(need.source);
  const Instruction &sink = **kernel.findInstruction(need.sink);
  BarrierOptions options;
  options.idBasedOn = "gbarrier";
  options.withinInames.emplace();
  // The loops on hardware axes that it cuts in two.
  for (const std::string &iname : source.inames) {
    bool isAxis = kernel.tagOf(iname).nesting() == LoopNesting::Axis;
    if (llvm::is_contained(need.loops, iname) ||
        (isAxis && (need.carried || sink.within(iname))))
      options.withinInames->push_back(iname);
  }
  std::set<std::string> later;
  if (!need.carried)
    later = withPreparations(kernel, need);
  return addBarrier(kernel, withId(need.source), withIds(later), options);
}

// As lowering will have it: what goes from one launch to another, `crossing`,
// is global.
static Kernel inLaunches(const Kernel &plain,
                         const std::set<std::string> &crossing) {
  Kernel result = plain;
  for (const std::string &name : crossing) {
    Variable temp = *result.findVariable(name);
    if (temp.space == AddressSpace::Auto)
      temp.space = AddressSpace::Global;
    result.setVariable(std::make_shared<const Variable>(std::move(temp)));
  }
  return result;
}

static std::string remarkOf(const BarrierNeed &need) {
  return (need.carried
              ? "a global barrier in the loop over '" + need.loops.back() + "'"
              : "a global barrier before '" + need.sink + "'") +
         ": '" + need.source + "' and '" + need.sink + "' use '" +
         need.variable + "' in different work-groups";
}

// The instruction of the kernel that one of its lowered form belongs to:
// itself, or, of the loop that a reduction has become, what uses its result.
static std::string ownerOf(const std::string &id, const Kernel &lowered,
                           const Kernel &kernel) {
  std::vector<std::string> open = {id};
  std::set<std::string> seen(open.begin(), open.end());
  while (!open.empty()) {
    const std::string next = open.back();
    open.pop_back();
    if (kernel.findInstruction(next))
      return next;
    for (const std::string &result :
         (*lowered.findInstruction(next))->assigneeNames())
      for (const InstructionPtr &user : lowered.instructions)
        if (!kernel.findVariable(result) && namesRead(*user).count(result) &&
            seen.insert(user->id).second)
          open.push_back(user->id);
  }
  return id;
}

namespace {

// Inserts barriers, round by round: one may put a value into memory that all
// work-groups share, which may need another one.
class BarrierRounds {
public:
  BarrierRounds(Kernel kernel, const std::set<std::string> &without,
                std::vector<std::string> &remarks, DependenceMemo &memo)
      : kernel(std::move(kernel)), without(without), remarks(remarks),
        memo(memo) {}

  Kernel run();

private:
  bool addNeeded(const std::set<std::string> &crossing);

  Kernel kernel;
  const std::set<std::string> &without;
  std::vector<std::string> &remarks;
  DependenceMemo &memo;
};

} // namespace

// Others may leave a replicated need in a launch of its own, without the axis:
// these come first, and of replicated ones those in the fewest loops, for such
// a barrier cuts off the loops behind it as a whole. Are there replicated ones
// that this round left to the next?
bool BarrierRounds::addNeeded(const std::set<std::string> &crossing) {
  const Kernel before = kernel;
  const Kernel lowered = inLaunches(inPlainInstructions(before), crossing);
  NeedFinder finder(lowered, memo);
  std::optional<Served> served(kernel);
  auto serve = [&](const BarrierNeed &need) {
    kernel = withBarrier(kernel, need);
    served.emplace(kernel);
    remarks.push_back(remarkOf(need));
  };
  std::vector<BarrierNeed> replicated;
  for (BarrierNeed &need : finder.find(without)) {
    need.source = ownerOf(need.source, lowered, before);
    need.sink = ownerOf(need.sink, lowered, before);
    if (!served->knows(need) || (*served)(need) ||
        (need.source == need.sink && !need.carried) || !finder.isReal(need))
      continue;
    if (finder.isReplicated(need))
      replicated.push_back(std::move(need));
    else
      serve(need);
  }
  llvm::stable_sort(replicated, [](const BarrierNeed &a, const BarrierNeed &b) {
    return a.loops.size() < b.loops.size();
  });
  for (const BarrierNeed &need : replicated) {
    if (kernel.instructions.size() > before.instructions.size())
      return true;
    if (!(*served)(need))
      serve(need);
  }
  return false;
}

// Where no more is shared than in the round before, there are no more needs.
Kernel BarrierRounds::run() {
  std::optional<std::set<std::string>> shared;
  for (bool isOpen = true;;) {
    const Kernel plain = inPlainInstructions(kernel);
    std::set<std::string> crossing =
        crossingTemporaries(plain, HostTree(plain), memo);
    if (!isOpen && shared == crossing)
      return std::move(kernel);
    const size_t before = kernel.instructions.size();
    isOpen = addNeeded(crossing);
    if (kernel.instructions.size() == before)
      return std::move(kernel);
    shared = std::move(crossing);
  }
}

static Kernel withAllBarriers(Kernel kernel,
                              const std::set<std::string> &without,
                              std::vector<std::string> &remarks,
                              DependenceMemo &memo) {
  return BarrierRounds(std::move(kernel), without, remarks, memo).run();
}

static Kernel withAtomicUpdates(Kernel kernel, const std::set<std::string> &ids,
                                bool atomic) {
  for (InstructionPtr &insn : kernel.instructions)
    if (const Update *update = insn->update(); update && ids.count(insn->id)) {
      Update made = *update;
      made.atomic = atomic;
      auto copy = std::make_shared<Instruction>(*insn);
      copy->body = std::move(made);
      insn = std::move(copy);
    }
  return kernel;
}

// What work-groups sum up or scan together is cut by steps of its own. Those
// must not reach over barriers that are needed for something else, which come
// first. Nor must what groups add as they finish: it needs order with
// everything else.
Kernel loopyc::insertGlobalBarriers(const Kernel &kernel,
                                    std::vector<std::string> &remarks,
                                    DependenceMemo &memo) {
  Kernel open = inPlainInstructions(kernel);
  std::set<std::string> atomic = atomicReductions(open);
  std::set<std::string> combined = parallelAccumulators(open);
  combined.merge(scannedVariables(resolveAutoAxes(open)));
  Kernel result = withAllBarriers(withAtomicUpdates(kernel, atomic, true),
                                  combined, remarks, memo);
  result = withAtomicUpdates(std::move(result), atomic, false);
  Kernel plain = resolveAutoAxes(inPlainInstructions(result));
  if (!hasParallelReductions(plain) && !hasScans(plain))
    return result;
  return withAllBarriers(realizeParallelReductions(realizeScans(plain)), {},
                         remarks, memo);
}

Kernel loopyc::insertGlobalBarriers(const Kernel &kernel,
                                    std::vector<std::string> &remarks) {
  DependenceMemo memo;
  return insertGlobalBarriers(kernel, remarks, memo);
}
