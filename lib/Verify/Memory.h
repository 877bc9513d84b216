// The contents of variables, and which instance wrote what.
#ifndef LOOPYC_LIB_VERIFY_MEMORY_H
#define LOOPYC_LIB_VERIFY_MEMORY_H

#include "Layout.h"
#include "loopyc/Verify/Value.h"

namespace loopyc {
namespace verify {

// Of an instance, -1: none (what was there at the start).
using InstanceId = int32_t;

struct Cell {
  Value value;
  InstanceId writer = -1;
  int32_t write = 0; // of shared storage: cells of one write have one number
  int32_t part = 0;  // which cell of the element
};

// An element's first cell.
struct CellPlace {
  int storage = 0;
  int64_t cell = 0;
  bool operator<(const CellPlace &o) const {
    return storage != o.storage ? storage < o.storage : cell < o.cell;
  }
  bool operator==(const CellPlace &o) const {
    return storage == o.storage && cell == o.cell;
  }
};

// One copy of each storage in `spaces`.
class Memory {
public:
  Memory(const Layouts &layouts, const std::vector<AddressSpace> &spaces);

  // Throws Fault where the element is outside of the array.
  CellPlace place(int variable, const std::vector<int64_t> &subscripts);
  Value load(int variable, CellPlace at) const;
  InstanceId writerOf(CellPlace at) const { return cell(at).writer; }
  void store(int variable, CellPlace at, const Value &value, InstanceId writer);
  // The contents of another memory's variable, which is stored alike.
  void take(int variable, const Memory &from, int theirs);

private:
  const Cell &cell(CellPlace at) const { return cells[at.storage][at.cell]; }

  const Layouts &layouts;
  std::vector<std::vector<Cell>> cells; // by storage
  // Where the values of sparse axes begin, by variable.
  std::vector<std::map<std::vector<int64_t>, int64_t>> blocks;
  int32_t writes = 0;
};

// "a[1, 2]"
std::string elementStr(const std::string &name,
                       const std::vector<int64_t> &subscripts);

} // namespace verify
} // namespace loopyc

#endif
