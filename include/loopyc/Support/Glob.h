// Names matched by patterns with * (any characters) and ? (one character).
// Fortran does not tell upper from lower case, and neither do these.
#ifndef LOOPYC_SUPPORT_GLOB_H
#define LOOPYC_SUPPORT_GLOB_H

#include <string>

namespace loopyc {

bool globMatches(const std::string &glob, const std::string &text);

} // namespace loopyc

#endif
