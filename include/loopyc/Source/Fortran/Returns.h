// Return statements in the middle of statements that are put elsewhere.
#ifndef LOOPYC_SOURCE_FORTRAN_RETURNS_H
#define LOOPYC_SOURCE_FORTRAN_RETURNS_H

#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// Lines in free form in which something is done behind a `return`, too: that
// leaves a block of the name, which is put around them. The same lines where
// there is none.
//   if (n < 0) return          NAME: block
//   a(1) = n                   if (n < 0) exit NAME
//                              a(1) = n
//                              end block NAME
std::vector<std::string>
returningToEnd(const std::vector<std::string> &lines, const std::string &name);

} // namespace fortran
} // namespace loopyc

#endif
