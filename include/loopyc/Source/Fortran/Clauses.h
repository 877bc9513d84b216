// What a directive for threads says of the loop behind it.
#ifndef LOOPYC_SOURCE_FORTRAN_CLAUSES_H
#define LOOPYC_SOURCE_FORTRAN_CLAUSES_H

#include "loopyc/Source/Fortran/Directives.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace fortran {

// Names in lower case.
struct LoopClauses {
  // Each iteration, or thread, has its own: without a value, with the one from
  // before, with the last one's value afterwards.
  std::set<std::string> isPrivate, firstPrivate, lastPrivate;
  std::vector<std::pair<std::string, std::string>> reductions; // "+", "s"
  int loops = 1;                                               // collapse(2)
  // Does it say that iterations are independent?
  bool independent = false;
};

// !$omp do, parallel do, simd, target teams distribute ..., !$acc loop: does it
// stand for the loop behind it?
bool isOfLoop(const DirectiveLine &directive);

LoopClauses clausesOf(const DirectiveLine &directive);

} // namespace fortran
} // namespace loopyc

#endif
