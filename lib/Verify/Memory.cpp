#include "Memory.h"

#include "Code.h"
#include "loopyc/Verify/Reference.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

std::string verify::elementStr(const std::string &name,
                               const std::vector<int64_t> &subscripts) {
  if (subscripts.empty())
    return name;
  std::string text;
  for (int64_t subscript : subscripts)
    text += (text.empty() ? "" : ", ") + std::to_string(subscript);
  return name + "[" + text + "]";
}

Memory::Memory(const Layouts &layouts, const std::vector<AddressSpace> &spaces)
    : layouts(layouts), cells(layouts.storages.size()),
      blocks(layouts.variables.size()) {
  for (size_t s = 0; s < cells.size(); ++s)
    if (std::find(spaces.begin(), spaces.end(), layouts.storages[s].space) !=
        spaces.end())
      cells[s].resize(layouts.storages[s].cells);
}

CellPlace Memory::place(int variable, const std::vector<int64_t> &subscripts) {
  const Layout &layout = layouts.list[variable];
  int64_t cell = 0;
  for (size_t a = 0; a < subscripts.size(); ++a) {
    if (layout.sparse[a])
      continue;
    if (subscripts[a] < 0 || subscripts[a] >= layout.extents[a])
      throw Fault("accesses " +
                  elementStr(layouts.variables[variable]->name, subscripts) +
                  ", but axis " + std::to_string(a) + " has " +
                  std::to_string(layout.extents[a]) + " elements");
    cell += layout.factors[a] * subscripts[a];
  }
  std::vector<Cell> &all = cells[layout.storage];
  if (layout.hasSparse) {
    std::vector<int64_t> key;
    for (size_t a = 0; a < subscripts.size(); ++a)
      if (layout.sparse[a])
        key.push_back(subscripts[a]);
    auto [block, isNew] =
        blocks[variable].try_emplace(key, blocks[variable].size());
    int64_t size = layout.cells * layout.width;
    if (isNew && (block->second + 1) * size > maxCells)
      throw TooLarge("arrays of more than " + std::to_string(maxCells) +
                     " elements");
    if (isNew)
      all.resize(std::max<size_t>(all.size(), (block->second + 1) * size));
    cell += block->second * size;
  }
  if (cell < 0 || cell + layout.width > static_cast<int64_t>(all.size()))
    throw Fault("accesses " +
                elementStr(layouts.variables[variable]->name, subscripts) +
                ", which lies outside of its storage");
  return {layout.storage, cell};
}

Value Memory::load(int variable, CellPlace at) const {
  const Cell &first = cell(at);
  for (int k = 1; k < layouts.list[variable].width; ++k) {
    const Cell &other = cells[at.storage][at.cell + k];
    if (other.write != first.write || other.part != k)
      return Value::undefined();
  }
  return first.part == 0 ? first.value : Value::undefined();
}

void Memory::store(int variable, CellPlace at, const Value &value,
                   InstanceId writer) {
  ++writes;
  for (int k = 0; k < layouts.list[variable].width; ++k)
    cells[at.storage][at.cell + k] = {value, writer, writes, k};
}

void Memory::take(int variable, const Memory &from, int theirs) {
  std::vector<Cell> &own = cells[layouts.list[variable].storage];
  const std::vector<Cell> &other =
      from.cells[from.layouts.list[theirs].storage];
  if (own.size() != other.size() && !layouts.list[variable].hasSparse)
    throw Fault("of '" + layouts.variables[variable]->name +
                "' is another one in one of the launches");
  own = other;
  blocks[variable] = from.blocks[theirs];
  writes = std::max(writes, from.writes);
}
