// Statistics for people: a table for each kind of count.
#include "loopyc/Driver/Stats.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::driver;

namespace {

// Rows of cells in aligned columns; the last cell is as long as it likes.
class Table {
public:
  void row(std::vector<std::string> cells, const Quantity &quantity) {
    cells.push_back(quantity.value.value_or(""));
    cells.push_back(quantity.count.str());
    rows.push_back(std::move(cells));
  }

  std::string str() const {
    std::vector<size_t> widths;
    for (const auto &cells : rows)
      for (size_t c = 0; c + 1 < cells.size(); ++c) {
        if (widths.size() <= c)
          widths.push_back(0);
        widths[c] = std::max(widths[c], cells[c].size());
      }
    std::string text;
    for (const auto &cells : rows) {
      text += " ";
      for (size_t c = 0; c + 1 < cells.size(); ++c)
        if (widths[c])
          text +=
              " " + cells[c] + std::string(widths[c] - cells[c].size(), ' ');
      text += " " + cells.back() + "\n";
    }
    return text;
  }

private:
  std::vector<std::vector<std::string>> rows;
};

} // namespace

static std::string section(const std::string &title, const Table &table) {
  std::string rows = table.str();
  return rows.empty() ? "" : title + ":\n" + rows;
}

static const char *direction(bool store) { return store ? "store" : "load"; }

// "lid {0: 1, 1: 16}"; "?" is an address that is not affine.
static std::string stridesStr(const char *axes, const Strides &strides) {
  std::string text;
  for (const auto &[axis, stride] : strides)
    text += (text.empty() ? "" : ", ") + std::to_string(axis) + ": " +
            (stride.empty() ? "?" : stride);
  return std::string(axes) + " {" + text + "}";
}

static std::string typeStr(const MemoryAccess &access) {
  return access.type.str() +
         (access.lanes > 1 ? "x" + std::to_string(access.lanes) : "");
}

static std::string launchStr(const KernelStats &stats) {
  std::string items, groups;
  for (size_t axis = 0; axis < stats.groupSize.size(); ++axis) {
    const char *times = axis ? " x " : "";
    items += times + std::to_string(stats.groupSize[axis]);
    const auto &[count, value] = stats.groupCount[axis];
    groups += times + value.value_or(count);
  }
  return "LAUNCH:\n  " + groups + " groups of " + items + " work-items\n";
}

static std::string parametersStr(const KernelStats &stats) {
  std::string text;
  for (const auto &[name, value] : stats.parameters)
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text.empty() ? "" : "PARAMETERS:\n  " + text + "\n";
}

static Table operationTable(const KernelStats &stats) {
  Table table;
  for (const auto &[operation, quantity] : stats.operations)
    table.row({operation.type.str(), operation.kind}, quantity);
  return table;
}

static Table accessTable(const KernelStats &stats) {
  Table table;
  for (const AccessStats &s : stats.accesses)
    table.row({addressSpaceName(s.access.space), direction(s.access.store),
               s.access.variable, typeStr(s.access),
               stridesStr("lid", s.access.lidStrides),
               stridesStr("gid", s.access.gidStrides)},
              s.bytes);
  return table;
}

static Table trafficTable(const KernelStats &stats) {
  Table table;
  for (const auto &[key, bytes] : stats.traffic)
    table.row({addressSpaceName(key.first), direction(key.second)}, bytes);
  return table;
}

static Table footprintTable(const KernelStats &stats) {
  Table table;
  for (const auto &[footprint, bytes] : stats.footprints)
    table.row({footprint.variable, footprint.store ? "written" : "read"},
              bytes);
  return table;
}

static std::string memoryStr(const MemoryUse &memory) {
  return "MEMORY:\n  local    " + std::to_string(memory.localBytes) +
         " bytes a work-group\n  private  " +
         std::to_string(memory.privateBytes) +
         " bytes a work-item, at most " + std::to_string(memory.registers) +
         " registers of 4 bytes at once\n";
}

std::string driver::statsText(const KernelStats &stats) {
  Table flops, synchronisation;
  flops.row({}, stats.flops);
  for (const auto &[kind, quantity] : stats.synchronisation)
    synchronisation.row({kind}, quantity);
  std::string text = "STATISTICS: " + stats.kernel;
  if (!stats.partOf.empty())
    text += ", a launch of " + stats.partOf;
  text += "\n";
  text += parametersStr(stats) + launchStr(stats);
  text += section("FLOATING-POINT OPERATIONS", flops);
  text += section("OPERATIONS", operationTable(stats));
  text += section("BYTES BY ACCESS", accessTable(stats));
  text += section("BYTES BY ADDRESS SPACE", trafficTable(stats));
  text += section("BYTES TOUCHED, EACH ONCE", footprintTable(stats));
  text += section("SYNCHRONISATION", synchronisation) + memoryStr(stats.memory);
  if (!stats.remarks.empty())
    text += "REMARKS:\n";
  for (const std::string &remark : stats.remarks)
    text += "  " + remark + "\n";
  return text;
}
