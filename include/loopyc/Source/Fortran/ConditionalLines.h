// Lines that compilers for OpenMP compile, and others take for comments:
//
//   !$ n = omp_get_num_threads()       !$ & + 1       c$    x = 1 (fixed form)
//
// What follows, for the front end, --check and stubs, reads the text with the
// sentinels blanked: each line is as long as before.
#ifndef LOOPYC_SOURCE_FORTRAN_CONDITIONALLINES_H
#define LOOPYC_SOURCE_FORTRAN_CONDITIONALLINES_H

#include "loopyc/Source/Fortran/Form.h"

#include <string>

namespace loopyc {
namespace fortran {

// The value of _OPENMP where options.openmp is set: OpenMP 4.5, as gfortran's.
constexpr const char *openmpVersion = "201511";

std::string withConditionalLines(std::string text, Form form);

} // namespace fortran
} // namespace loopyc

#endif
