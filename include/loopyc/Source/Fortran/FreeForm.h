// Fixed form to free form. A line that includes a file is as many lines as that
// has, in one string.
#ifndef LOOPYC_SOURCE_FORTRAN_FREEFORM_H
#define LOOPYC_SOURCE_FORTRAN_FREEFORM_H

#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// Comments get '!', continued lines a trailing '&' and a leading one, and
// tokens the blanks that they want. Line numbers stay.
std::vector<std::string> freeFormOf(const std::vector<std::string> &fixed);

// With the files of INCLUDE lines in their place, as far as they are found:
// these files are in fixed form, too.
std::vector<std::string>
withIncludedLines(const std::vector<std::string> &fixed,
                  const std::vector<std::string> &folders);

} // namespace fortran
} // namespace loopyc

#endif
