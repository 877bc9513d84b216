// What a stub has in the place of data directives: calls of the runtime.
//
//   !$loopy update host: h(:, ny)     block
//                                       (interfaces)
//                                       call loopyrt_fortran_data(4_4, h(:,
//                                       ny),
//                                         "step.f90:12: update host", ...)
//                                     end block
//
// Between the ends of a host_data region, a name stands for the device's array.
#ifndef LOOPYC_CODEGEN_DATACALLS_H
#define LOOPYC_CODEGEN_DATACALLS_H

#include "loopyc/Source/DataDirective.h"
#include "loopyc/Source/Language.h"

#include <vector>

namespace loopyc {

// The lines of a stub, in free form, with calls in the place of directives: as
// many, of which some hold several. Calls are marked as lines of the file.
source::Lines
withDataCalls(source::Lines stubLines,
              const std::vector<source::DataDirective> &directives,
              const std::string &file);

} // namespace loopyc

#endif
