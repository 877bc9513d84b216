// Several kernels as one, executed one after the other (seed 000, section 3).
#ifndef LOOPYC_TRANSFORM_FUSEKERNELS_H
#define LOOPYC_TRANSFORM_FUSEKERNELS_H

#include "loopyc/Transform/Common.h"

#include <string>
#include <vector>

namespace loopyc {

// `variable` written by kernel `from` is what kernel `to` reads: it is not
// renamed, and `from` comes first. Kernels by their index.
struct DataFlow {
  std::string variable;
  int from = 0, to = 0;
};

//   for i: S(i)  and  for i: T(i)  ->  for i: {S(i)}, for i: {T(i)} sharing i
// Inames of equal name are joined; their domains, projected onto the common
// inames, must be equal. Arguments of equal name are merged and must be
// declared alike. Temporaries get the suffixes (or, without suffixes, fresh
// names where they collide). Names are equal in any case of letters, as in
// Fortran; suffixed ones are not compared again. The reference order is that of
// the kernels, but for what `dataFlow` asks. The name is the kernels' joined by
// _and_.
Kernel fuseKernels(const std::vector<Kernel> &kernels,
                   const std::vector<std::string> &suffixes = {},
                   const std::vector<DataFlow> &dataFlow = {});

} // namespace loopyc

#endif
