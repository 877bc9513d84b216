#include "loopyc/Source/Fortran/FixedColumns.h"

using namespace loopyc;

static size_t columnsOfRun = 72;

size_t fortran::fixedColumns() { return columnsOfRun; }

void fortran::setFixedColumns(size_t columns) { columnsOfRun = columns; }
