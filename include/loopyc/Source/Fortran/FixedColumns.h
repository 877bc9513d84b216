// How far statements reach on lines in fixed form. It is one number for all
// files of a run, those that are found by -I among them, as for compilers.
#ifndef LOOPYC_SOURCE_FORTRAN_FIXEDCOLUMNS_H
#define LOOPYC_SOURCE_FORTRAN_FIXEDCOLUMNS_H

#include <cstddef>

namespace loopyc {
namespace fortran {

// More than any line has: all of it belongs to the statement.
constexpr size_t allColumns = 1000000;

// 72, unless a command line has said something else.
size_t fixedColumns();

// Before the first line is read.
void setFixedColumns(size_t columns);

} // namespace fortran
} // namespace loopyc

#endif
