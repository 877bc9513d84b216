// `do concurrent` as compilers know it that know no locality (gfortran 12): the
// iterations one after another, with copies that are made of values from
// before.
//
//   do concurrent (integer :: i = 1:n) local(t) local_init(w)
//     ...
//   end do
// =>
//   block; integer :: i; associate (loopyc_1 => (t), loopyc_2 => (w)); &
//     do concurrent (i = 1:n); w = loopyc_2
//     ...
//   end do; t = loopyc_1; w = loopyc_2; end associate; end block
#ifndef LOOPYC_LIB_CHECK_FORTRAN_CONCURRENT_H
#define LOOPYC_LIB_CHECK_FORTRAN_CONCURRENT_H

#include <string>
#include <vector>

namespace loopyc {
namespace check {

// In lines in free form, which keep their numbers; longer lines come of it.
// False where no loop says types or locality. Loops that end with a labelled
// statement stay.
bool spellOutLocality(std::vector<std::string> &lines);

} // namespace check
} // namespace loopyc

#endif
