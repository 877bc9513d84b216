// The statements that a kernel region holds, and where these stand.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_FINDREGION_H
#define LOOPYC_LIB_FRONTEND_FLANG_FINDREGION_H

#include "Program.h"
#include "Session.h"
#include "Units.h"

#include "flang/Parser/parse-tree.h"

#include <vector>

namespace loopyc {
namespace frontend {

// The statements [first, last) of a block of the parse tree.
struct RegionStatements {
  using Iterator = Fortran::parser::Block::const_iterator;
  Iterator first, last;
  std::vector<int> around = {}; // where constructs around them begin
};

// Throws UserError where the region holds no statement, a part of a construct,
// declarations, or a label that is jumped to.
RegionStatements findRegion(const Session &session, const Unit &unit,
                            const KernelRegion &region);

// The lines from the first statement to the last; none where these do not
// stand in the main file.
LineSpan linesOf(const Session &session, const RegionStatements &statements);

// The lines from the first of a unit's executable statements to the last.
// Include lines stand for the statements that they bring in; none where one
// brings in declarations, too, or the unit's beginning or end.
LineSpan linesOfBody(const Session &session, const Unit &unit,
                     const RegionStatements &statements);

} // namespace frontend
} // namespace loopyc

#endif
