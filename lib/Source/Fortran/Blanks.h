// Blanks, which mean nothing in fixed form, as free form wants them.
#ifndef LOOPYC_LIB_SOURCE_FORTRAN_BLANKS_H
#define LOOPYC_LIB_SOURCE_FORTRAN_BLANKS_H

#include <string>

namespace loopyc {
namespace fortran {

// "1 000.D0" loses its own, "DO10I=1,N", "GOTO10" and "X . AND . Y" get theirs.
// `text`: of a statement, from its beginning if `first`; no constants.
std::string withUsualBlanks(const std::string &text, bool first);

} // namespace fortran
} // namespace loopyc

#endif
