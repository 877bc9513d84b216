#include "CFamily/FittedGroups.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

// A warp reads a line of memory or more; with more rows, more of the neighbours
// come from the cache of the group. Of many arrays, memory likes longer pieces.
static constexpr int64_t fewArrays = 3, mostOfFew = 32, mostOfMany = 64;

std::array<int64_t, 3> codegen::usualGroup(KernelData &data) {
  const int64_t arrays =
      llvm::count_if(data.parameters(), [](const Storage *storage) {
        return storage->kind == StorageKind::Buffer;
      });
  const int64_t across = std::min(data.scheduled.localSize()[0],
                                  arrays > fewArrays ? mostOfMany : mostOfFew);
  return {across, data.workGroupSize() / across, 1};
}

void codegen::writeFittedPosition(KernelData &data, ExprPrinter &printer,
                                  TextBuilder &out) {
  const Dialect &dialect = data.dialect;
  const GridAxis group{AxisKind::Group, 0}, item{AxisKind::Local, 0},
      row{AxisKind::Group, 1};
  const std::string size = std::to_string(data.scheduled.localSize()[0]);
  const std::string along = data.identifiers().fresh("along"),
                    at = data.identifiers().fresh("row");
  out.line("const unsigned " + along + " = " + dialect.launchedPosition(0) +
           ", " + at + " = " + dialect.launchedPosition(1) + ";");
  out.line("const int " + data.axisName(group) + " = (int) (" + along + " / " +
           size + "), " + data.axisName(item) + " = (int) (" + along + " % " +
           size + "), " + data.axisName(row) + " = (int) " + at + ";");
  out.line("if (" + at + " >= (unsigned) (" +
           printer.print(data.scheduled.groupCount()[1]) + "))");
  out.line("  return;");
}

const char *const codegen::fitGroupsText =
    R"(static int64_t groups_of(int64_t items, int64_t rows, int64_t width, int64_t all) {
  return ((items - 1) / width + 1) * ((rows - 1) / (all / width) + 1);
}

/* How many of a row's work-items a group of `all` has: `width`, or more, up to `size`, where that
 * saves a sixteenth of the groups, or fewer, and of more rows, where it saves an eighth; a quarter
 * if it is few. Counts the groups, which were `size` of one row. */
static int64_t fit_groups(int64_t items, int64_t groups[3], int64_t size, int64_t width,
                          int64_t all) {
  const int64_t rows = groups[1];
  int64_t best = width, fewest, other;
  if (items > groups[0] * size)
    items = groups[0] * size;
  fewest = groups_of(items, rows, width, all);
  for (other = size; other >= 8; other /= 2) {
    const int64_t count = groups_of(items, rows, other, all);
    if (count < fewest - fewest / (other > width ? 16 : other > 8 ? 8 : 4)) {
      fewest = count;
      best = other;
    }
  }
  groups[0] = (items - 1) / best + 1;
  groups[1] = (rows - 1) / (all / best) + 1;
  return best;
}

)";

void codegen::writeFittedSize(KernelData &data, const std::string &items,
                              TextBuilder &out) {
  const std::array<int64_t, 3> usual = usualGroup(data);
  const std::string all = std::to_string(data.workGroupSize());
  out.line("local[0] = (int) fit_groups(" + items + ", groups, " +
           std::to_string(data.scheduled.localSize()[0]) + ", " +
           std::to_string(usual[0]) + ", " + all + ");");
  out.line("local[1] = " + all + " / local[0];");
}
