// Assignments of what 'pack' and 'unpack' return, whose elements are known by
// how many there are before them:
//   b(1:m) = pack(a, a > 0)     packed = 0
//                               do i = 0, n-1
//                                 if (a(i) > 0) then
//                                   b(packed) = a(i); packed = packed + 1
#ifndef LOOPYC_LIB_FRONTEND_ARRAYPACKING_H
#define LOOPYC_LIB_FRONTEND_ARRAYPACKING_H

#include "ArrayAssignments.h"

#include <optional>
#include <string>

namespace loopyc {
namespace frontend {

// What cannot be made of them where they stand; "" if nothing stands in the
// way. `s`: the assignment whose expressions these are; null: none.
std::string packingObstacle(const Facts &facts, const AssignmentStatement *s);

// Nothing unless that is all of the right side. `isInLoop`: are there loops
// around? Throws NotScalarized.
std::optional<Block> packing(const Statement &statement,
                             const AssignmentStatement &s,
                             ArrayElements &elements,
                             ArrayAssignments &assignments, bool isInLoop);

} // namespace frontend
} // namespace loopyc

#endif
