// Why a loop stays on one work-item, and what helps.
#ifndef LOOPYC_LIB_LOWER_MAPPING_SERIALREASON_H
#define LOOPYC_LIB_LOWER_MAPPING_SERIALREASON_H

#include "Mapping/LoopDependences.h"
#include "loopyc/Support/Diagnostic.h"

#include <cstdint>
#include <string>

namespace loopyc {

// `spread`: of how many of its loops' iterations together work-items run, if
// any of these are spread.
Diagnostic becauseOfDependence(const Kernel &kernel, const LoopNest &loop,
                               DependenceGraph &graph,
                               const CarriedDependence &carried,
                               int64_t spread = 1);
Diagnostic becauseOfBound(const Kernel &kernel, const LoopNest &loop,
                          const std::string &variable);
// What lowering or scheduling has against the best way to map it.
Diagnostic becauseRefused(const Kernel &kernel, const std::string &loop,
                          const SourceRange &range, const UserError &refusal);

} // namespace loopyc

#endif
