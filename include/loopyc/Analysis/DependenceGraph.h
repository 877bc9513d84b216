// The dependences of a kernel as edges whose relations are computed when asked
// for. lib/Schedule works on this; Dependences.h is the public listing.
//
// Edges implied by others are left out: where a write certainly overwrites
// everything that an access touches (it *covers* it), what lies before that
// write is ordered through it. So the number of edges grows with the number of
// accesses, not with its square.
#ifndef LOOPYC_ANALYSIS_DEPENDENCEGRAPH_H
#define LOOPYC_ANALYSIS_DEPENDENCEGRAPH_H

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Analysis/DependenceMemo.h"
#include "loopyc/Analysis/Dependences.h"
#include "loopyc/Analysis/StableValues.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Values/BoundedAffine.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// How source and sink are ordered in reference time: the first `depth` loops
// at equal iterations, and then either the next loop carries (source earlier)
// or, in the same iteration, the source's position comes first.
struct OrderLevel {
  int depth = 0;
  bool carried = false;
  bool operator==(const OrderLevel &o) const {
    return depth == o.depth && carried == o.carried;
  }
  // Of one sink: the sources of this level run behind those of the other.
  bool isLaterThan(const OrderLevel &o) const {
    return depth != o.depth ? depth > o.depth : carried && !o.carried;
  }
  // The first component of time vectors in which source and sink may differ.
  int component() const { return 2 * depth + carried; }
};

struct DependenceEdge {
  DependenceKind kind = DependenceKind::Flow;
  int source = -1, sink = -1;             // instructions
  int sourceAccess = -1, sinkAccess = -1; // in DependenceGraph::accesses
  std::vector<OrderLevel> levels;
  // What a schedule owes it: that the source comes first, and that the two do
  // not run at the same time. Updates may be exchanged, but not overlap unless
  // both are atomic.
  bool ordered = true;
  bool exclusive = true;
  // Source and sink run in the same loops, and only instances of equal
  // iterations depend: { x -> x }.
  bool identity = false;
  // Of an edge that was added (addEdge):
  struct Added {
    std::function<poly::Set()> relation; // made when it is asked for
    std::set<std::string> pinned;        // inames equal in all pairs
  };
  std::shared_ptr<const Added> added;
};

// Does the analysis see this variable, and what coordinates tell its copies
// apart? Appends to the location; returns false to leave the access out.
using AccessFilter = std::function<bool(AccessInfo &)>;

class DataValues;
class KnownWrites;
class LastWriters;
class LinearizedSubscripts;

class DependenceGraph {
public:
  // `memo`: what other graphs of the kernel have found and what it finds; null
  // where there are none.
  explicit DependenceGraph(const Kernel &kernel,
                           const AccessFilter &filter = {},
                           DependenceMemo *memo = nullptr);

  const Kernel &kernel() const { return knl; }
  const std::vector<AccessInfo> &accesses() const { return accs; }
  const std::vector<DependenceEdge> &edges() const { return list; }
  InstanceSets &instances() { return sets; }

  // A constraint that no flow of values explains: the reuse of storage.
  void addEdge(DependenceKind kind, bool ordered, int sourceAccess,
               int sinkAccess, DependenceEdge::Added added);

  // { i -> i' }: flat; the sink's inames carry a prime. For flow edges the
  // exact last writers.
  poly::Set relation(const DependenceEdge &edge);
  // Those of its pairs that are among others. Which write is the last is not
  // asked where none of these conflict.
  poly::Set relationAmong(const DependenceEdge &edge, const poly::Set &others);
  // The same or more: all pairs of conflicting instances in this order, those
  // with an overwrite in between included. As good for ordering and barriers,
  // since what is in between is ordered with both, and much cheaper.
  poly::Set conflicts(const DependenceEdge &edge);
  // Does the relation hold only between equal values of this iname of source
  // and sink, as the subscripts or the loops around plainly say?
  bool isPinned(const DependenceEdge &edge, const std::string &iname);
  // Have the two, of source and sink, one value in all pairs, as far as the
  // words show?
  bool areEqual(const DependenceEdge &edge, const Expr &source,
                const Expr &sink);
  // Do certainly some pairs differ in these coordinates of source and sink,
  // as the words show? The sink's is an iname that nothing ties to the source.
  bool plainlyDiffer(const DependenceEdge &edge, const Expr &sourceCoordinate,
                     const Expr &sinkCoordinate);

  // Reads that no write in the same iteration of the loops around certainly
  // hides from what is before the kernel, as far as single writes, such that
  // cover a part each, and their guards show: accesses.
  const std::set<int> &openReads() const { return open; }
  // What may have written, and certainly wrote, what a read finds.
  const KnownWrites &writesBefore(int read);

private:
  friend class DependenceScan;
  friend class KnownWrites;
  friend class LastWriters;
  std::string valuesKey(const DependenceEdge &edge);
  poly::Set orderedConflicts(const DependenceEdge &edge);
  poly::Set lastWriters(const DependenceEdge &edge);

  bool isFree(const std::string &iname) const;
  std::set<std::string> pinnedNames(const DependenceEdge &edge);
  const std::map<std::string, std::string> &
  counterparts(const DependenceEdge &edge);
  poly::Set equal(const Expr &source, const Expr &sink,
                  const Instruction &sinkInsn);
  poly::Set equalThroughMaps(const Expr &source,
                             const std::optional<poly::PwAff> &sourceValue,
                             const Expr &sink,
                             const std::optional<poly::PwAff> &sinkValue,
                             const Instruction &sinkInsn);
  poly::Set sameLocation(const DependenceEdge &edge);
  poly::Set orderAt(const DependenceEdge &edge, OrderLevel level);
  bool hasAffineLocation(int access);
  bool writesOnce(const DependenceEdge &edge);

  const Kernel &knl;
  BoundedAffine affine;
  std::vector<AccessInfo> accs;
  InstanceSets sets;
  // With products of arguments among their names; null where none bounds a loop.
  std::shared_ptr<InstanceSets> setsWithProducts;
  StableValues stable;
  std::shared_ptr<const DataValues> data;
  std::shared_ptr<const LinearizedSubscripts> linearized;
  std::vector<DependenceEdge> list;
  // Flow edges into each read, for the last writer among them.
  std::map<int, std::vector<int>> flowInto; // sink access -> edges
  std::set<int> open;
  std::map<int, std::shared_ptr<const KnownWrites>> knownWrites; // by read
  std::map<int, std::shared_ptr<LastWriters>> lastWritersOf;     // by read
  std::shared_ptr<DependenceMemo::Sets> shared;
  std::map<std::string, poly::Set> ownConflicts; // where instructions matter
  std::map<int, poly::Set> lastWriterMemo;       // by edge
  std::map<int, poly::Set> addedMemo;            // by edge
  std::map<const DependenceEdge *, std::set<std::string>> pinned;
  std::map<std::string, std::map<std::string, std::string>>
      ofLocations; // inames of equal values, by the texts of both
  std::map<int, bool> affineLocations; // by access
};

// The relation's sink names primed: for each iname of the instruction.
std::map<std::string, std::string> primes(const Instruction &insn);
Expr primedExpr(const Expr &e, const Instruction &insn);

} // namespace loopyc

#endif
