// Lines of generated free-form Fortran, and the kernel's integer expressions
// in Fortran.
#ifndef LOOPYC_CODEGEN_FORTRANTEXT_H
#define LOOPYC_CODEGEN_FORTRANTEXT_H

#include "loopyc/IR/Expr.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

class FortranText {
public:
  // A statement at the current indentation, continued where it is long.
  void line(const std::string &text);
  void blank() { out += "\n"; }
  void raw(const std::string &text) { out += text; }
  void deepen() { ++depth; }
  void rise() { --depth; }

  const std::string &str() const { return out; }

private:
  std::string out;
  int depth = 0;
};

// An integer expression in 64 bits, of names that Fortran has. Divisions are
// of values that are not negative, or exact. Throws InternalError for other
// operations than subscripts have.
std::string fortranIndex(const Expr &e);
// A literal of a scalar type, with its kind: 1.4_4, .true._4, (0.5_8, 1.0_8).
std::string fortranLiteral(const Expr &e);
// a, b, c
std::string commaJoined(const std::vector<std::string> &parts);

} // namespace codegen
} // namespace loopyc

#endif
