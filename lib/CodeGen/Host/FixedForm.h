// A line of fixed-form Fortran, taken apart.
#ifndef LOOPYC_LIB_CODEGEN_HOST_FIXEDFORM_H
#define LOOPYC_LIB_CODEGEN_HOST_FIXEDFORM_H

#include <string>

namespace loopyc {
namespace codegen {

struct FixedLine {
  enum class Kind { Comment, Directive, Initial, Continuation };
  Kind kind = Kind::Comment; // a line of blanks is one
  std::string label;         // columns 1 to 5
  std::string text;          // columns 7 to 72, or behind a tab
  bool isFull = false;       // up to column 72: a token may go on
};

FixedLine readFixedLine(const std::string &line);

// "C$OMP+SHARED(X)": a directive of another compiler that goes on.
bool isDirectiveContinuation(const std::string &line);

// Blanks, which mean nothing in fixed form, as free form wants them: "1 000.D0"
// loses its own, "DO10I=1,N", "GOTO10" and "X . AND . Y" get theirs. `text`:
// of a statement, from its beginning if `first`; no character constants.
std::string withUsualBlanks(const std::string &text, bool first);

} // namespace codegen
} // namespace loopyc

#endif
