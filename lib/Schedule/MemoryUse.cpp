// Local memory of a group, and the private values of a work-item that live at
// once: each from its first to its last use in the order of the schedule, and
// throughout a loop that it enters or leaves.
#include "loopyc/Schedule/DeviceLimits.h"
#include "loopyc/Schedule/Statistics.h"

#include "loopyc/Support/Match.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace loopyc;

// Of one variable; what has no constant size, and large private arrays, are not
// kept there.
static int64_t bytesOf(const Variable &temp) {
  int64_t bytes = storageBytes(temp).value_or(0);
  bool isElsewhere = temp.space == AddressSpace::Private &&
                     temp.baseStorage.empty() && bytes > mostPrivateBytes;
  return isElsewhere ? 0 : bytes;
}

// What shares storage counts once, as the largest of it.
static int64_t bytesIn(AddressSpace space, const Kernel &kernel) {
  std::map<std::string, int64_t> shared;
  int64_t sum = 0;
  for (const VariablePtr &temp : kernel.temporaries) {
    if (temp->space != space)
      continue;
    int64_t bytes = bytesOf(*temp);
    if (temp->baseStorage.empty())
      sum += bytes;
    else
      shared[temp->baseStorage] = std::max(shared[temp->baseStorage], bytes);
  }
  for (const auto &[base, bytes] : shared)
    sum += bytes;
  return sum;
}

namespace {

struct Interval {
  int first = 0, last = 0; // positions of statements

  void include(const Interval &other) {
    first = std::min(first, other.first);
    last = std::max(last, other.last);
  }
  bool contains(const Interval &other) const {
    return first <= other.first && other.last <= last;
  }
  bool meets(const Interval &other) const {
    return first <= other.last && other.first <= last;
  }
};

struct Lifetime {
  Interval interval;
  std::vector<std::pair<int, bool>> uses; // position, is it a write
};

class Lifetimes {
public:
  explicit Lifetimes(const ScheduledKernel &scheduled) {
    for (const VariablePtr &temp : scheduled.kernel.temporaries)
      if (temp->space == AddressSpace::Private)
        sizes[temp->name] = bytesOf(*temp);
    walk(scheduled.body);
    // Inner loops come first.
    for (const Interval &loop : loops)
      for (auto &[name, life] : lives)
        if (passes(life, loop))
          life.interval.include(loop);
  }

  int64_t mostBytes() const {
    int64_t most = 0;
    for (int at = 0; at < position; ++at) {
      int64_t bytes = 0;
      for (const auto &[name, life] : lives)
        if (life.interval.contains({at, at}))
          bytes += sizes.at(name);
      most = std::max(most, bytes);
    }
    return most;
  }

private:
  // Does the value enter the loop, leave it, or go from one iteration to the
  // next?
  static bool passes(const Lifetime &life, const Interval &loop) {
    if (!life.interval.meets(loop))
      return false;
    if (!loop.contains(life.interval))
      return true;
    for (const auto &[at, write] : life.uses)
      if (loop.contains({at, at}))
        return !write;
    return false;
  }

  void use(const std::string &name, bool write) {
    if (!sizes.count(name))
      return;
    Interval here{position, position};
    auto [life, isNew] = lives.try_emplace(name, Lifetime{here, {}});
    life->second.interval.include(here);
    life->second.uses.push_back({position, write});
  }

  void reads(const Expr &e) {
    std::set<std::string> vars, arrays;
    collectNames(e, vars, arrays);
    vars.insert(arrays.begin(), arrays.end());
    for (const std::string &name : vars)
      use(name, false);
  }

  void instruction(const Instruction &insn) {
    for (const Expr &predicate : insn.predicates)
      reads(predicate);
    for (const Expr &read : insn.reads())
      reads(read);
    for (const std::string &assigned : insn.assigneeNames())
      use(assigned, true);
    ++position;
  }

  void walk(const std::vector<ScheduleNode> &body) {
    for (const ScheduleNode &node : body)
      match(
          node.value,
          [&](const ScheduleLoop &loop) {
            int first = position;
            walk(loop.body);
            loops.push_back({first, position - 1});
          },
          [&](const StatementRun &run) {
            for (const InstructionPtr &insn : run.instructions)
              instruction(*insn);
          },
          [](const BarrierPoint &) {});
  }

  std::map<std::string, int64_t> sizes;
  std::map<std::string, Lifetime> lives;
  std::vector<Interval> loops;
  int position = 0;
};

} // namespace

MemoryUse loopyc::memoryUse(const ScheduledKernel &scheduled) {
  MemoryUse use;
  use.localBytes = bytesIn(AddressSpace::Local, scheduled.kernel);
  use.privateBytes = bytesIn(AddressSpace::Private, scheduled.kernel);
  use.registers = (Lifetimes(scheduled).mostBytes() + 3) / 4;
  return use;
}
