// Whose names scripts may write in any case: Fortran's.
#ifndef LOOPYC_SOURCE_NAMECASE_H
#define LOOPYC_SOURCE_NAMECASE_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Source/Language.h"

#include <algorithm>

namespace loopyc {
namespace source {

// Not in the kernel language, where `n` and `N` are two: the one does not mean
// the other where it is gone.
inline bool hasNamesInAnyCase(const Kernel &kernel) {
  return kernel.origins.empty() ||
         std::any_of(kernel.origins.begin(), kernel.origins.end(),
                     [](const Origin &origin) {
                       return !origin.language || origin.language->kind() ==
                                                      LanguageKind::Fortran;
                     });
}

} // namespace source
} // namespace loopyc

#endif
