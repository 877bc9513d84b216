// Rows that the work-items of a group copy together (loopyc/Analysis/
// RowCopies.h): of the loops over a rectangle of the source, one step.
//
//   for x < min(136, n - 128*gid(0)): for y < 24: t[x, y, s] = u[...]
//                                                     (by one work-item)
//   ->  columns of min(136, n - 128*gid(0)) elements, 24 rows, from x = y = 0
//   on
//
// So rows lie in the temporary as far from 16 bytes as in the source: element
// (x, y) of a slot lies at
//
//   ((shift of the slot + source's pitch*y) & 3) + x + pitch*y
//
// The shift is what is left of the address in the source that (0, 0) has; each
// work-item keeps those of all slots. Pieces at the ends of rows bring along
// what lies around in the source: in front of the first row, since memory
// begins at a multiple of 16 bytes, and up to the last element.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_ROWCOPIES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_ROWCOPIES_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"

#include <map>
#include <set>
#include <string>

namespace loopyc {
namespace codegen {

struct RowCopy {
  RowStep step;
  InstructionPtr first; // the instance of the first column of the first row
  poly::Set domain;     // of the rectangles: flat, without work-items
};

struct RowCopies {
  std::map<const StatementRun *, RowCopy> runs;
  std::set<std::string> loops; // over columns and rows
};

// Throws UserError where what is copied at once is no rectangle.
RowCopies findRowCopies(const ScheduledKernel &kernel, const poly::Set &facts);

// Where the target has work-items, how each temporary lies.
std::map<std::string, RowStorage> rowStorage(const ScheduledKernel &kernel);

// The slot of an element; how many elements of the source, modulo those in 16
// bytes, its row is behind the first one.
Expr slotOf(const RowStorage &rows, const ArrayRef &element);
Expr rowStart(const RowStorage &rows, const ArrayRef &element);

// The definition of
//   shift = copy_rows(to, from, begin, end, columns, rows, pitch of each,
//   first,
//                     before, pieces of a row, rounds, item, items);
// of elements of the type, which begin at from[begin], and of which the array
// has `end`; `ahead`: asynchronously. Of several arrays, which have all the
// same but for the first line, and in most cases as far from 16 bytes,
// together:
//   copy_rows(shifts, to_0, from_0, begin_0, end_0, to_1, ..., columns, ...);
std::string copyRowsName(const Dialect &dialect, Type type, bool ahead,
                         size_t arrays);
std::string copyRowsText(const Dialect &dialect, Type type, bool ahead,
                         size_t arrays, Type index);
// Of what they call, where an element has less than 16 bytes, for rows that may
// end where the array does.
std::string copyLastRowsText(const Dialect &dialect, Type type, bool ahead,
                             Type index);

} // namespace codegen
} // namespace loopyc

#endif
