// Why a loop stays on one work-item, and what helps.
#ifndef LOOPYC_LIB_LOWER_MAPPING_SERIALREASON_H
#define LOOPYC_LIB_LOWER_MAPPING_SERIALREASON_H

#include "Mapping/LoopDependences.h"
#include "loopyc/Support/Diagnostic.h"

#include <string>

namespace loopyc {

Diagnostic becauseOfDependence(const Kernel &kernel, const LoopNest &loop,
                               DependenceGraph &graph,
                               const CarriedDependence &carried);
Diagnostic becauseOfBound(const Kernel &kernel, const LoopNest &loop,
                          const std::string &variable);
// What lowering or scheduling has against the best way to map it.
Diagnostic becauseRefused(const Kernel &kernel, const std::string &loop,
                          const SourceRange &range, const UserError &refusal);

} // namespace loopyc

#endif
