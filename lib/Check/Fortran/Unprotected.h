// Variables of modules that only their module may change, which the oracle must
// set all the same:
//
//   real(8), protected :: p  =>  real(8)            :: p
//   protected :: p           =>
#ifndef LOOPYC_LIB_CHECK_FORTRAN_UNPROTECTED_H
#define LOOPYC_LIB_CHECK_FORTRAN_UNPROTECTED_H

#include <string>
#include <vector>

namespace loopyc {
namespace check {

// In lines in free form, in which everything stays where it stands. False where
// nothing is protected.
bool unprotect(std::vector<std::string> &lines);

} // namespace check
} // namespace loopyc

#endif
