// Lines of generated free-form Fortran, and the kernel's integer expressions
// in Fortran.
#ifndef LOOPYC_SOURCE_FORTRAN_TEXT_H
#define LOOPYC_SOURCE_FORTRAN_TEXT_H

#include "loopyc/IR/Array.h"
#include "loopyc/IR/Expr.h"
#include "loopyc/IR/HostValue.h"

#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

class FortranText {
public:
  // A statement at the current indentation, continued where it is long.
  void line(const std::string &text);
  void blank() { out += "\n"; }
  // Lines as they are.
  void raw(const std::string &text) {
    mark();
    out += text;
  }
  // What is written from here on stands for this line of a source, as a marker
  // (LinePlaces.h) in front of each statement says; "": for itself.
  void standFor(const std::string &lineMarker) { marker = lineMarker; }
  void deepen() { ++depth; }
  void rise() { --depth; }

  const std::string &str() const { return out; }

private:
  void mark() {
    if (!marker.empty())
      out += marker + "\n";
  }

  std::string out, marker;
  int depth = 0;
};

// An integer expression in 64 bits, of names that Fortran has. Divisions are
// of values that are not negative, or exact. Throws InternalError for other
// operations than subscripts have.
std::string fortranIndex(const Expr &e);
// A literal of a scalar type, with its kind: 1.4_4, .true._4, (0.5_8, 1.0_8).
std::string fortranLiteral(const Expr &e);
// "dt", "s%q", "size(u, 1)", "merge(size(u, 1), 0, allocated(u))"
std::string hostValueText(const HostValue &value);
// Is it there? "present(b)", "allocated(u)", "associated(s%p)"
std::string existenceText(const HostValue &value);
// Of a variable of a module, what follows USE: "clock, only: dt => step".
std::string useText(const HostValue &value);
// "real(8) :: stencil(0:3, 1:4)", whose bounds are constants.
std::string declarationText(const Variable &variable);
// a, b, c
std::string commaJoined(const std::vector<std::string> &parts);

} // namespace fortran
} // namespace loopyc

#endif
