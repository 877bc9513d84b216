// Temporaries of a group into which its work-items copy rows of an array
// together, 16 bytes at a time wherever these begin (lp.copy_rows). Which ones
// is one of the kernel's options.
//
//   for y < 24: for x < 136:  t[x, y, k mod 9] = u[x + 128*g, y + 16*h, k]
//
// x is the *column*: neighbours of a row lie side by side in both arrays. The
// row is y; other axes tell *slots* apart, as many as t has indices along them.
#ifndef LOOPYC_ANALYSIS_ROWCOPIES_H
#define LOOPYC_ANALYSIS_ROWCOPIES_H

#include "loopyc/IR/Kernel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

std::vector<std::string> rowCopies(const Kernel &kernel); // temporaries
void addRowCopies(Kernel &kernel, const std::string &temporary);

// The axes that a copy has in common with what it copies.
struct RowAxes {
  std::string source;
  size_t column = 0, sourceColumn = 0;
  std::optional<size_t> row, sourceRow; // where there are several rows

  bool operator==(const RowAxes &o) const {
    return source == o.source && column == o.column &&
           sourceColumn == o.sourceColumn && row == o.row &&
           sourceRow == o.sourceRow;
  }
};

// Of an instruction that fills such a temporary; throws UserError that says why
// it is none.
RowAxes rowAxes(const Kernel &kernel, const Instruction &copy);
// Of all that fill the temporary.
RowAxes rowAxes(const Kernel &kernel, const std::string &temporary);
// The inames over columns and rows, columns first.
std::vector<std::string> rowInames(const Instruction &copy,
                                   const RowAxes &axes);

// The element of the source that is copied to column and row 0.
std::vector<Expr> firstElement(const Instruction &copy, const RowAxes &axes);

// Where elements lie: with room in each row for as far as it begins from 16
// bytes in the source, and for the pieces at its ends. Numbers count elements.
struct RowLayout {
  int64_t together = 1; // in 16 bytes
  int64_t columns = 0, rows = 1, slots = 1;
  int64_t pitch = 0; // from row to row

  int64_t slotSize() const { return rows * pitch; }
  // What 16 bytes at a time cover a row, wherever it begins.
  int64_t pieces() const { return (columns + 2 * (together - 1)) / together; }
};

RowLayout rowLayout(const Variable &temporary, const RowAxes &axes);
// The slots from one index to the next along the axis; 0: a row's or column's.
std::vector<int64_t> slotStrides(const Variable &temporary,
                                 const RowAxes &axes);

} // namespace loopyc

#endif
