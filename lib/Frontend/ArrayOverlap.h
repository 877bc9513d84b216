// Which iterations of a nest touch the same elements of an array.
//
// Fortran evaluates the right side of an array statement before it assigns
// anything. Loops over the elements do the same without a copy if no iteration
// writes what another one, that comes after it, reads:
//   a(:) = 2*a(:)            the same elements
//   a(2:n) = a(1:n-1)        with the last iteration first
//   a(:) = a(n:1:-1)         in no order
#ifndef LOOPYC_LIB_FRONTEND_ARRAYOVERLAP_H
#define LOOPYC_LIB_FRONTEND_ARRAYOVERLAP_H

#include "Program.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// do variable = first, last, step
struct NestLoop {
  std::string variable;
  Type type;
  Expr first, last;
  int64_t step = 1;
  Expr stride = {}; // of a section
};
using Nest = std::vector<NestLoop>; // from the outermost

// The loops around the statements. `backwards`: of each loop; none: no loop.
Block inLoops(const Nest &nest, Block body, const Statement &like,
              const std::vector<bool> &backwards = {});

// Names of the arrays that the statements assign.
std::vector<std::string> assignedArrays(const Block &body);
// Do the statements mention the variable?
bool mentionsName(const Block &body, const std::string &name);

struct Overlap {
  // Does each iteration touch, of what any of them writes, what it writes
  // itself and nothing else?
  bool sameElements = false;
  // Which loops may run backwards so that nothing is read after it was written,
  // but in its own iteration; absent: no order does that.
  std::optional<std::vector<bool>> order;
  // Is there a loop whose iterations do not share elements?
  bool isParallel = false;
};

// Of the array that the body, in these loops, reads and writes.
Overlap overlap(const Nest &nest, const Block &body, const std::string &array);

} // namespace frontend
} // namespace loopyc

#endif
