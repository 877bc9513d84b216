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

std::vector<RaceCheck::Cell> &RaceCheck::cellsOf(int storage) {
  if (cells[storage].empty())
    cells[storage].resize(layouts.storages[storage].cells);
  return cells[storage];
}

static bool race(const Touch &earlier, const Touch &by, AddressSpace space) {
  bool same =
      earlier.when.group == by.when.group && earlier.when.item == by.when.item;
  return earlier.instance >= 0 && !same &&
         !earlier.when.isBefore(by.when, space);
}

InstanceId RaceCheck::read(Place at, const Touch &by) {
  AddressSpace space = layouts.storages[at.storage].memory;
  if (space == AddressSpace::Private)
    return -1;
  Cell &cell = cellsOf(at.storage)[at.cell];
  if (cell.read.instance >= 0 && cell.read.when.group != by.when.group)
    cell.foreign = cell.read;
  else if (cell.read.instance >= 0 && cell.read.when.item != by.when.item)
    cell.other = cell.read;
  cell.read = by;
  return race(cell.write, by, space) ? cell.write.instance : -1;
}

InstanceId RaceCheck::write(Place at, int width, const Touch &by) {
  AddressSpace space = layouts.storages[at.storage].memory;
  if (space == AddressSpace::Private)
    return -1;
  InstanceId found = -1;
  for (int k = 0; k < width; ++k) {
    Cell &cell = cellsOf(at.storage)[at.cell + k];
    for (const Touch *earlier :
         {&cell.write, &cell.read, &cell.other, &cell.foreign})
      if (race(*earlier, by, space))
        found = earlier->instance;
    cell = {by, {}, {}, cell.foreign};
  }
  return found;
}
