// Where scans that are made together keep what pieces of iterations do.
#ifndef LOOPYC_LIB_LOWER_SCANS_SCANMEMORY_H
#define LOOPYC_LIB_LOWER_SCANS_SCANMEMORY_H

#include "Reductions/ReductionRanges.h"
#include "Scans/FindScans.h"
#include "Scans/NestEditor.h"

namespace loopyc {

using Inames = std::vector<std::string>;

Inames with(Inames inames, const std::string &iname); // unless it is ""

// Temporaries of the work-items, with a value for each work-group; if they have
// lanes, for each work-item of these; and if they have instances, for each of
// the iterations that run side by side in one.
struct Registers {
  std::vector<std::string> names;
  bool hasLanes = false, hasInstances = false;
};

// What becomes of one of the scans.
struct Running {
  const Scan *scan;
  std::string id; // of its first update
  SourceRange range;
  Expr variable;                              // s
  std::vector<std::string> updates, computed; // ids; updates and operands
  std::map<std::string, Expr> factors;        // by id
  Registers piece;                 // what the iterations of a copied nest do
  Registers sum;                   // what those of a lane do
  Registers carry;                 // s where a step of the group begins
  Registers value;                 // s in the iterations of a lane
  std::vector<std::string> tile;   // in local memory: what each iteration of
                                   // a step does
  std::vector<std::string> shared; // ... and each lane
  Composition::Values totals;      // what the groups' chunks do, ...
  Expr starts;                     // s where they begin; in global memory
  // Where groups look back: s where each begins and behind the last, once for
  // each work-item that takes part, and the cells; s, for the group.
  std::string chain, cells, start;
};

// Where pieces are put together: the inames of a nest in the places of the
// scan's own.
struct ScanLevel {
  Inames inames;                  // around the lanes
  std::string group, item, inner; // "" if there is none
};

// The place of an iteration in the order of its step: outer*length + inner,
// where inner < length.
struct Rank {
  Expr outer, inner;
  int64_t length;

  Expr quotient(int64_t divisor) const;
  Expr remainder(int64_t divisor) const;
};

class ScanMemory {
public:
  using Values = Composition::Values;

  ScanMemory(NestEditor &editor, const Scan &shape);

  bool hasGroups() const { return !shape.group.empty(); }
  bool hasItems() const { return !shape.item.empty(); }
  bool hasInner() const { return !shape.inner.empty(); }
  int64_t lanes() const { return *asInteger(items.count); }
  int64_t instances() const { return *asInteger(insts.count); }

  // An iname at the place of the item's, for all of its lanes; of the inner
  // loop's, for all of its iterations.
  std::string laneIname();
  std::string instanceIname(InameTag tag);

  Registers registers(const Running &of, const std::string &suffix,
                      bool hasLanes, size_t count, bool hasInstances = false);
  // At a lane and an instance; without, at those of the level's inames.
  Values at(const Registers &registers, Type type, const ScanLevel &level,
            const Expr &lane = Expr(), const Expr &instance = Expr()) const;

  void addShared(Running &of);
  Values sharedAt(const Running &of, const ScanLevel &level, int buffer,
                  const Expr &lane) const;
  void addTile(Running &of);
  Values tileAt(const Running &of, const ScanLevel &level,
                const Rank &rank) const;
  // Of the scan's own iterations; of those that are a lane's in order.
  Rank rank(const Expr &lane, const Expr &instance) const;
  Rank rankInOrder(const Expr &lane, const Expr &place) const {
    return {lane, place, instances()};
  }

  Expr globalArray(const Running &of, const std::string &suffix);
  static Expr elementOf(const Expr &array, const Expr &subscript);
  static Values elementsOf(const Values &arrays, const Expr &subscript);

  // For so many work-items of each group.
  void addChain(Running &of, int64_t lanes);
  Expr chainAt(const Running &of, const Expr &lane, const Expr &group) const {
    return Expr::array(of.chain, {lane, group}, of.scan->type);
  }
  Expr cellAt(const Running &of, const Expr &word, const Expr &place) const {
    return Expr::array(of.cells, {word, place}, Type::integer(8));
  }
  Expr startAt(const Running &of, const ScanLevel &level,
               const Expr &lane) const;

  Expr groupOffset(const ScanLevel &level) const {
    return fold(Expr::var(level.group) - groups.low);
  }
  Expr itemOffset(const std::string &item) const {
    return fold(Expr::var(item) - items.low);
  }
  Expr innerOffset(const std::string &inner) const {
    return fold(Expr::var(inner) - insts.low);
  }
  const InameRange &groupRange() const { return groups; }

private:
  Inames sharers() const;
  void addSharers(std::vector<Axis> &axes) const;
  void addSharers(std::vector<Expr> &subscripts) const;
  Inames groupsAround() const;
  void addGroups(std::vector<Axis> &axes) const;
  void addGroups(std::vector<Expr> &subscripts, const ScanLevel &level) const;

  NestEditor &editor;
  const Kernel &kernel; // the editor's
  const Scan &shape;    // common to all
  InameRange groups, items, insts;
};

} // namespace loopyc

#endif
