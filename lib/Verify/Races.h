// Accesses to one element by several work-items, at least one a write, that no
// barrier separates; but not two atomic updates by one operation. Where there
// is none, the order in which work-items take turns makes no difference.
#ifndef LOOPYC_LIB_VERIFY_RACES_H
#define LOOPYC_LIB_VERIFY_RACES_H

#include "Memory.h"

namespace loopyc {
namespace verify {

// When something ran: in which launch (counted as they come), by which
// work-item, after how many barriers of its group for local and for global
// memory.
struct Moment {
  int64_t launch = 0;
  int64_t group = 0, item = 0; // item of the launch
  int64_t localEpoch = 0, globalEpoch = 0;
  int64_t place = 0; // among what the work-item did

  int64_t epoch(AddressSpace space) const {
    return space == AddressSpace::Local ? localEpoch : globalEpoch;
  }
  // Did it end before the other began, for memory of this space?
  bool isBefore(const Moment &other, AddressSpace space) const {
    if (launch != other.launch)
      return launch < other.launch;
    if (group != other.group)
      return false;
    return item == other.item ? place < other.place
                              : epoch(space) < other.epoch(space);
  }
};

struct Touch {
  InstanceId instance = -1; // -1: none
  Moment when;
};

class RaceCheck {
public:
  explicit RaceCheck(const Layouts &layouts);

  // The instance of an earlier access that races with this one; -1: none.
  InstanceId read(CellPlace at, const Touch &by);
  // `operation`: of an atomic update, which reads it, too; else 0.
  InstanceId write(CellPlace at, int width, const Touch &by, int operation = 0);
  // The next group has local memory of its own.
  void nextGroup();

private:
  // Accesses that do not race with each other.
  struct Latest {
    Touch last;
    Touch other;   // the latest of another work-item than that
    Touch foreign; // of another group

    void add(const Touch &by);
    InstanceId racing(const Touch &by, AddressSpace space) const;
  };
  struct Cell {
    Touch write;
    Latest reads;
    Latest updates; // atomic, all by one operation
    int operation = 0;
  };
  Cell &cellAt(int storage, int64_t cell);

  const Layouts &layouts;
  std::vector<std::vector<Cell>> cells; // by storage, made when touched
};

} // namespace verify
} // namespace loopyc

#endif
