// Return statements in the middle of statements that are put elsewhere.
#ifndef LOOPYC_SOURCE_FORTRAN_RETURNS_H
#define LOOPYC_SOURCE_FORTRAN_RETURNS_H

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// Lines in free form as they stand in a block of the name, behind which
// something is done after a `return`, too: that leaves the block. Nothing where
// there is none.
//                              NAME: block
//   if (n < 0) return          if (n < 0) exit NAME
//   a(1) = n                   a(1) = n
//                              end block NAME
std::optional<std::vector<std::string>>
returningToEnd(const std::vector<std::string> &lines, const std::string &name);

} // namespace fortran
} // namespace loopyc

#endif
