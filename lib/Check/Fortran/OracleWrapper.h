// The Fortran side of the oracle: a subroutine that C calls, around a call of
// the original subroutine, or around the statements of a region.
#ifndef LOOPYC_LIB_CHECK_FORTRAN_ORACLEWRAPPER_H
#define LOOPYC_LIB_CHECK_FORTRAN_ORACLEWRAPPER_H

#include "Objects.h"

#include <string>
#include <vector>

namespace loopyc {
namespace check {

// bind(C, name=NAME), with the call's objects as arguments, by reference.
// For a region: `lines` of the whole source in free form, and a declaration of
// what they call besides, or "".
std::string wrapperText(const OriginCall &call, const KernelObjects &objects,
                        const std::string &name,
                        const std::vector<std::string> &lines,
                        const std::string &declaration);

// The same to stand beside the subroutine in its module, which need not make
// it public.
std::string wrapperInModule(const OriginCall &call,
                            const KernelObjects &objects,
                            const std::string &name);

} // namespace check
} // namespace loopyc

#endif
