// Directives of other compilers: !$omp parallel do, !dir$ ivdep.
#ifndef LOOPYC_LIB_CODEGEN_HOST_FOREIGNDIRECTIVES_H
#define LOOPYC_LIB_CODEGEN_HOST_FOREIGNDIRECTIVES_H

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

struct Lines {
  int first, last; // counted from 1
};

// With the directives just before and after, which belong to the statements
// there: what takes their place must not stand under an !$omp parallel do.
Lines withDirectives(const std::vector<std::string> &source, Lines statements);

} // namespace codegen
} // namespace loopyc

#endif
