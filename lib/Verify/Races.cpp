#include "Races.h"

using namespace loopyc;
using namespace loopyc::verify;

RaceCheck::RaceCheck(const Layouts &layouts)
    : layouts(layouts), cells(layouts.storages.size()) {}

void RaceCheck::nextGroup() {
  for (size_t s = 0; s < cells.size(); ++s)
    if (layouts.storages[s].space == AddressSpace::Local)
      cells[s].clear();
}

// Storage grows where axes are reused, as Memory's does.
RaceCheck::Cell &RaceCheck::cellAt(int storage, int64_t cell) {
  std::vector<Cell> &all = cells[storage];
  if (all.empty())
    all.resize(layouts.storages[storage].cells);
  if (cell >= static_cast<int64_t>(all.size()))
    all.resize(cell + 1);
  return all[cell];
}

static bool race(const Touch &earlier, const Touch &by, AddressSpace space) {
  bool same =
      earlier.when.group == by.when.group && earlier.when.item == by.when.item;
  return earlier.instance >= 0 && !same &&
         !earlier.when.isBefore(by.when, space);
}

void RaceCheck::Latest::add(const Touch &by) {
  if (last.instance >= 0 && last.when.group != by.when.group)
    foreign = last;
  else if (last.instance >= 0 && last.when.item != by.when.item)
    other = last;
  last = by;
}

InstanceId RaceCheck::Latest::racing(const Touch &by,
                                     AddressSpace space) const {
  InstanceId found = -1;
  for (const Touch *earlier : {&last, &other, &foreign})
    if (race(*earlier, by, space))
      found = earlier->instance;
  return found;
}

// The last of them that is one.
static InstanceId any(std::initializer_list<InstanceId> races) {
  InstanceId found = -1;
  for (InstanceId race : races)
    if (race >= 0)
      found = race;
  return found;
}

InstanceId RaceCheck::read(CellPlace at, const Touch &by) {
  AddressSpace space = layouts.storages[at.storage].memory;
  if (space == AddressSpace::Private)
    return -1;
  Cell &cell = cellAt(at.storage, at.cell);
  cell.reads.add(by);
  return any({cell.updates.racing(by, space),
              race(cell.write, by, space) ? cell.write.instance : -1});
}

InstanceId RaceCheck::write(CellPlace at, int width, const Touch &by,
                            int operation) {
  AddressSpace space = layouts.storages[at.storage].memory;
  if (space == AddressSpace::Private)
    return -1;
  InstanceId found = -1;
  for (int k = 0; k < width; ++k) {
    Cell &cell = cellAt(at.storage, at.cell + k);
    bool together = operation != 0 && operation == cell.operation;
    found = any({found, race(cell.write, by, space) ? cell.write.instance : -1,
                 cell.reads.racing(by, space),
                 together ? -1 : cell.updates.racing(by, space)});
    if (operation == 0) {
      cell.write = by;
      cell.reads = {{}, {}, cell.reads.foreign};
    } else if (!together && cell.updates.last.instance >= 0) {
      cell.write = cell.updates.last; // by another operation
    }
    if (!together)
      cell.updates = {{}, {}, cell.updates.foreign};
    if (operation != 0)
      cell.updates.add(by);
    cell.operation = operation;
  }
  return found;
}
