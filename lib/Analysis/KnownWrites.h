// Which writes may have left, and which certainly wrote, the element that a
// read finds, where data decide what runs:
//
//   do i;  if (c(i)): do s = 1, m: w(s) = ...      certain, for the read has
//          if (c(i)): do s = 1, m: ... = w(s)      the same c(i), and m
//
// In the sets here, data have names: a scalar in a bound or condition stands
// for its value at the read, and a condition that is not affine for 0 or 1.
// What a write depends on is known where it has, when the write runs, the value
// that it has at the read; and a condition that has another by then, together
// with what is written at the same moment under it or its opposite. Scalars that are assigned just before, as bounds of
// loops are, stand for what they are assigned.
//
// Levels of order are asked from the latest to the earliest, and of each only
// what no certain write of a later one hides: most reads find their values in
// one iteration of the loops around, and no isl set says so of other iterations.
#ifndef LOOPYC_LIB_ANALYSIS_KNOWNWRITES_H
#define LOOPYC_LIB_ANALYSIS_KNOWNWRITES_H

#include "CompactedLists.h"
#include "ReadersWords.h"
#include "loopyc/Analysis/DependenceGraph.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {

class KnownWrites {
public:
  KnownWrites(DependenceGraph &graph, int read);

  // { sink' ; data : the read runs }. Along axes whose subscripts are no
  // function of the inames, it may find any element inside the array: one more
  // name for each.
  const poly::Set &reads() const { return sinks; }
  // What stands in these sets beside inames and parameters.
  const poly::Names &data() const { return names; }

  // Of each flow edge into the read and each of its levels, latest first,
  // { source -> sink' ; data }, but for sinks that a later level certainly
  // writes. Left out where none remain.
  struct Writes {
    int edge;
    OrderLevel level;
    poly::Set possible, certain;
    bool areCertain = false; // all that are possible
  };
  const std::vector<Writes> &writes() const { return list; }
  // { sink' ; data : no write is certain }
  const poly::Set &open() const { return unwritten; }

private:
  void describeRead();
  void nameAtRead(const std::string &name);
  // Which instances of an edge's source run. Null: it is not known; `isAll`:
  // no others.
  struct Writer {
    int edge;
    OrderLevel level;
    std::optional<poly::Set> certainly;
    bool isAll;
  };
  std::vector<Writer> writersInto();
  void addWritesOf(const std::vector<Writer> &level);
  void removeFilled(const std::vector<FilledPart> &parts, int depth);
  Writes writesOf(const Writer &writer);
  std::optional<poly::Set> instancesAt(const DependenceEdge &edge,
                                       OrderLevel level, bool &isAll);
  // A condition in the reader's words; where it may have changed until the read,
  // as it is when an instruction runs, in an iteration that is in these words.
  struct Guard {
    Expr condition;
    const Instruction *at = nullptr;
    std::vector<Expr> iteration = {};
  };
  std::optional<Guard> guardOf(const Expr &predicate,
                               const DependenceEdge &edge, OrderLevel level,
                               bool &isAll);
  std::optional<poly::Set> firstInstances(const Instruction &writer,
                                          const Expr &predicate);
  bool areOfOneMoment(const Guard &a, const Guard &b) const;
  std::optional<poly::Set> guardSet(const Guard &guard);
  Expr valueOf(const std::string &scalar, const Instruction &user,
               const DependenceEdge *edge, OrderLevel level);
  std::optional<poly::Set> valueSet(const std::string &scalar,
                                    const Instruction &user,
                                    const DependenceEdge *edge,
                                    OrderLevel level);
  ReadersWords readersWords(const DependenceEdge &edge, OrderLevel level);
  std::optional<poly::PwAff> placeOf(const Expr &written,
                                     const DependenceEdge &edge,
                                     OrderLevel level);
  poly::Set sameElement(const DependenceEdge &edge, OrderLevel level);
  bool isPlaced(const DependenceEdge &edge, OrderLevel level);
  void addName(const std::string &name);

  DependenceGraph &graph;
  const Kernel &kernel;
  int read;
  const Instruction &reader;
  std::vector<Expr> location; // of the read
  poly::Set sinks, either;    // the guards' values are 0 and 1
  poly::Set unwritten;
  std::vector<Guard> guards;  // by number
  std::vector<Expr> values;   // of scalars, by number
  poly::Names names;
  std::vector<Writes> list;
};

} // namespace loopyc

#endif
