// Pairs x, y of points at which two accesses touch one value, and whether the
// schedule keeps them in order.
#ifndef LOOPYC_LIB_VERIFY_PAIRS_H
#define LOOPYC_LIB_VERIFY_PAIRS_H

#include "Coverage.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/Verify/VerifySchedule.h"

#include <functional>

namespace loopyc {
namespace verify {

// Two accesses of one variable that the schedule does not treat right.
struct Wrong {
  const Use *a = nullptr, *b = nullptr;
  poly::Set pairs; // null where none was asked for
  std::string what;
};

// What makes accesses meet.
struct Meeting {
  AddressSpace space = AddressSpace::Global;
  // Has each position on the axis a copy of its own?
  bool owns(bool groupAxis) const {
    return space == AddressSpace::Private ||
           (space == AddressSpace::Local && groupAxis);
  }
  bool byStorage = false; // one element of storage; else, of one value
  size_t loops = 0;       // equal iterations of as many loops of the kernel
};

class Pairs {
public:
  Pairs(const Tree &tree, const ScheduledKernel &scheduled,
        const Kernel &kernel, Terms &terms, ScheduleProof &proof);

  const Tree &tree() const { return knownTree; }
  const Instruction &insn(const Use &use) const;
  const Leaf &leaf(const Use &use) const {
    return knownTree.leaves()[use.leaf];
  }
  // The kernel's time: position, loop, position, ... as terms.
  const std::vector<int> &time(const Use &use) const {
    return times[leaf(use).number];
  }
  // The statement's position in its innermost loop.
  int64_t lastPosition(const Use &use) const {
    const std::vector<int> &all = time(use);
    return all.empty() ? 0 : knownTerms.literal(all.back()).value_or(0);
  }
  // Does an add_nosync say anything of it?
  bool isAsserted(const Use &use) const {
    return assertedIds.count(insn(use).id) > 0;
  }
  Terms &terms() { return knownTerms; }
  const Coordinates &coordinates(const Use &use) const {
    return coordinateList[leaf(use).run];
  }
  const std::vector<HardwareAxis> &axes() const { return scheduled.axes; }

  // Names of inames that are equal at x and y, as the words show.
  using Pins = std::set<std::string>;
  Pins pins(const Use &a, const Use &b, const Meeting &how);
  // Are x and y on one position of each axis of groups (of items), as the words
  // show?
  bool plainlyTogether(const Use &a, const Use &b, const Meeting &how,
                       const Pins &pins, bool groups) const;
  // On one work-item (or in one group): is the place in the tree the kernel's
  // order, as the words show?
  bool plainlyOrdered(const Use &a, const Use &b, Pins pins, bool oneItem);
  // Is a barrier passed between a and b whenever a work-item comes to a first:
  // in a later iteration of the loops around both, or in the same?
  struct Separation {
    bool later = false, same = false;
  };
  Separation separation(const Use &a, const Use &b, bool localMemory);
  // ... whichever comes first.
  bool plainlySeparated(const Use &a, const Use &b, bool localMemory);

  // { x, y }; the same or more where it is not exact.
  poly::Set meeting(const Use &a, const Use &b, const Meeting &how);
  bool isExact(const Use &a, const Use &b, const Meeting &how);
  // Do all of the write's instances run, with elements that sets know beside
  // the read's? The read may run less often than its domain says.
  bool isCertain(const Use &write, const Use &read);
  // { x, y : a at atA is before b at the other, in the kernel's order }; null
  // where unknown.
  poly::Set earlier(const Use &a, Point atA, const Use &b);
  // Those of `pairs` of one group that no barrier keeps apart: from a at atA to
  // b at the other point.
  poly::Set unseparated(poly::Set pairs, const Use &a, Point atA, const Use &b,
                        bool localMemory);
  poly::Set together(bool groups, bool items) const; // { x, y : on one ... }
  // { x, y : that at atA is in a group that began before the other's }
  poly::Set inEarlierGroup(Point atA) const;

  // nullopt where all pairs of the two accesses that meet are in order.
  std::optional<Wrong> misordered(const Use &a, const Use &b,
                                  const Meeting &how, bool localMemory);

  // Is there nothing between the two to be kept: both read?
  static bool conflict(const Use &a, const Use &b) {
    return a.writes() || b.writes();
  }
  static bool mayExchange(const Use &a, const Use &b) {
    return a.kind == Use::Kind::Update && b.kind == Use::Kind::Update &&
           a.op == b.op;
  }
  static bool mayOverlap(const Use &a, const Use &b) {
    return mayExchange(a, b) && a.atomic && b.atomic;
  }
  // Does the one pass on what the other waits for, from group to group?
  bool isPassedOn(const Use &a, const Use &b) const {
    return a.leaf == b.leaf && a.writes() && !b.writes() && insn(a).looksBack();
  }
  const poly::Set &domain(const Use &use, Point at);
  // { x : the use is inside of the temporary's bounds }, as all are that a right
  // program makes.
  poly::Set insideArray(const Variable &declared, const Use &use, Point at);
  // { x, y : both run, in memory of one owner }
  poly::Set owned(const Use &a, const Use &b, AddressSpace space);
  // Those of the pairs on different work-items that nothing keeps apart, and
  // that are not asserted: from a at atA to b.
  poly::Set concurrent(const poly::Set &pairs, const Use &a, Point atA,
                       const Use &b, bool localMemory);
  // Times of the statements that write it.
  const std::vector<const std::vector<int> *> &
  writersOf(const std::string &variable) const;
  [[noreturn]] void fail(const std::string &variable, const Wrong &wrong) const;
  void notProved(const std::string &variable, const Wrong &wrong);
  ScheduleProof &proof() { return counts; }

private:
  // Wherever its domain says?
  bool runsAsSaid(const Use &use, Point at);
  // Do sets know where the elements are equal?
  bool areKnown(const std::vector<int> &from, const std::vector<int> &to);
  bool passes(const TreeBarrier &barrier, const Use &use);
  std::string orderKey(const Use &a, const Use &b);
  std::optional<Wrong> ask(const Use &a, const Use &b, const Meeting &how,
                           bool localMemory, const Pins &pins);
  poly::Set outOfOrder(const poly::Set &pairs, const Use &a, const Use &b);
  poly::Set apart(const poly::Set &pairs, const Use &a, const Use &b,
                  bool localMemory);
  std::string message(const std::string &variable, const Wrong &wrong) const;
  NoSync asserted(const Use &source, const Use &sink) const;
  std::string pointStr(const Use &use, Point at,
                       const poly::Point &values) const;
  bool sharesLanes(const Use &a, const Use &b) const;

  const Tree &knownTree;
  const ScheduledKernel &scheduled;
  const Kernel &kernel;
  Terms &knownTerms;
  ScheduleProof &counts;
  bool hasGroups = false, hasItems = false;
  std::set<std::string> assertedIds;
  std::vector<std::vector<int>> times; // by instruction
  std::map<std::string, std::vector<const std::vector<int> *>> writers;
  std::vector<Coordinates> coordinateList; // by run
  poly::Set context;                       // of sizes and axes
  std::map<std::pair<const void *, Point>, poly::Set> domains;
  std::map<const void *, bool> exactDomains;
  std::map<std::string, poly::Set> meetings;
  mutable std::map<std::pair<bool, bool>, poly::Set> oneOwner;
  std::map<std::pair<const void *, const void *>, bool> inside;
  std::map<std::string, std::optional<Wrong>> verdicts;
};

} // namespace verify
} // namespace loopyc

#endif
