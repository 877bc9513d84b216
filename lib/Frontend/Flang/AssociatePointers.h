// Pointers that a loop points at something in each iteration, and that nothing
// else reads, as names of associate constructs:
//
//   do jn = 1, kjpt                   do jn = 1, kjpt
//     p => field(:, :, :, jn)           associate (p => field(:, :, :, jn))
//     ... p(i, j, k) ...                  ... p(i, j, k) ...
//   end do                              end associate
//                                     end do
//
// before semantic analysis, so that all that follows knows such a name alone.
// What a name of a construct may not do (be passed for a pointer) is an error
// then: the analysis begins again, and leaves these assignments as they are.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_ASSOCIATEPOINTERS_H
#define LOOPYC_LIB_FRONTEND_FLANG_ASSOCIATEPOINTERS_H

#include "loopyc/Frontend/Directives.h"
#include "loopyc/Support/Diagnostic.h"

#include <set>
#include <vector>

namespace Fortran {
namespace parser {
struct Program;
}
} // namespace Fortran

namespace loopyc {
namespace frontend {

class Session;

class AssociatedPointers {
public:
  // Assignments in front of a marked region in the same loop stay: there the
  // host executes them.
  void apply(const Session &session, Fortran::parser::Program &program,
             const std::vector<KernelRegion> &regions);
  // Are any of the errors in what was made of assignments? Then these stay.
  bool dropWrong(const std::vector<Diagnostic> &errors);

private:
  struct Reach {
    int first, last; // lines
  };
  std::vector<Reach> reaches;
  std::set<int> kept; // lines of assignments
};

} // namespace frontend
} // namespace loopyc

#endif
