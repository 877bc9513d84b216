// Where loops lie in Fortran text: for reports on source that no front end may
// understand, and for regions around them.
#ifndef LOOPYC_SOURCE_FORTRAN_LOOPLINES_H
#define LOOPYC_SOURCE_FORTRAN_LOOPLINES_H

#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Lines.h"

#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// A construct that repeats what is in it, from its first line to its last.
struct LoopLines {
  source::LineSpan lines;
  std::string header; // "do i", "do while", "do concurrent", "where", "forall"
  std::string variable; // "i"; "" where it is none, or not one
  std::vector<LoopLines> loops; // inside, in the order of the text
};

// The outermost ones. Those that are never closed are left out.
std::vector<LoopLines> loopLines(const std::vector<std::string> &lines,
                                 Form form);

} // namespace fortran
} // namespace loopyc

#endif
