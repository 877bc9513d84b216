// Where the statements and barriers of the tree stand, and what that says of
// the order in which a work-item comes to them.
//
//   place: position, loop, position, loop, ..., position
//
// compared lexicographically, with the loops' iterations for the loops.
#ifndef LOOPYC_LIB_VERIFY_PLACES_H
#define LOOPYC_LIB_VERIFY_PLACES_H

#include "Terms.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <deque>

namespace loopyc {
namespace verify {

struct TreeLoop {
  std::string iname;
  bool innermost = false; // around one statement: ilp, vec
  bool lanes = false;     // of a short vector: its iterations have no order
};

struct Place {
  std::vector<int> positions; // in the bodies around, the outermost first
  std::vector<int> loops;     // one less, in Tree::loops
};

// An instruction at one place of the tree.
struct Leaf {
  InstructionPtr insn; // as the tree has it
  int number = -1;     // of the kernel's instruction
  int run = -1;        // the statement run it is in
  Place place;
  poly::Set domain;
};

struct TreeBarrier {
  const BarrierPoint *barrier = nullptr;
  Place place;
  const std::vector<ScheduleNode> *body = nullptr; // that it stands in
};

class Tree {
public:
  explicit Tree(const ScheduledKernel &scheduled);

  const std::vector<Leaf> &leaves() const { return leafList; }
  const std::vector<TreeBarrier> &barriers() const { return barrierList; }
  const TreeLoop &loop(int index) const { return loopList[index]; }
  const poly::Names &groupAxes() const { return groups; }
  const poly::Names &localAxes() const { return locals; }
  // Of more than one position.
  bool isTrivial(const std::string &axis) const {
    return trivial.count(axis) > 0;
  }

  // The loops that both are in.
  static size_t common(const Place &a, const Place &b);
  // In one iteration of these: is `a` first (-1), or `b` (1)? 0: one leaf.
  static int compare(const Place &a, const Place &b, size_t common);
  std::vector<std::string> loopNames(const Place &place) const;
  // 'id' (i = 1, lid(0) = 2)
  std::string pointStr(const std::string &id, const Place &place, Point at,
                       const poly::Point &values) const;

  // { loops around, groups : some work-item does something in the body }
  poly::Set iterations(const std::vector<ScheduleNode> &body) const;

  // { x, y : a work-item comes to a at x certainly before it comes to b at y }
  poly::Set before(const Place &a, Point atA, const Place &b, Point atB) const;
  // { x, y : it may come to a at x no earlier than to b at y }
  poly::Set notBefore(const Place &a, Point atA, const Place &b,
                      Point atB) const;

private:
  using Nodes = std::vector<ScheduleNode>;
  void add(const Nodes &nodes, const Place &around, int first);
  int addLoop(const ScheduleLoop &loop);
  bool followsOn(const ScheduleLoop &loop, const ScheduleLoop &next) const;
  poly::Set equalLoop(int loop) const;
  poly::Set lessLoop(int loop, Point less) const;

  const ScheduledKernel &scheduled;
  std::map<std::string, int> numbers; // of instructions, by id
  std::vector<Leaf> leafList;
  std::vector<TreeBarrier> barrierList;
  std::deque<TreeLoop> loopList;
  poly::Names groups, locals;
  std::set<std::string> trivial, computed;
  int runs = 0;
};

} // namespace verify
} // namespace loopyc

#endif
