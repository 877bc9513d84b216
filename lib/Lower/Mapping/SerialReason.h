// Why a loop stays on one work-item, and what helps.
#ifndef LOOPYC_LIB_LOWER_MAPPING_SERIALREASON_H
#define LOOPYC_LIB_LOWER_MAPPING_SERIALREASON_H

#include "Mapping/Remedies.h"
#include "loopyc/Support/Diagnostic.h"

#include <cstdint>
#include <string>

namespace loopyc {

// What becomes of a loop that is not spread: "the loop over 'i' stays on one
// work-item". `spread`: of how many of its loops' iterations together
// work-items run, if any of these are spread.
std::string onWorkItems(const std::string &loop, int64_t spread = 1);
// Of one that is around launches; `inner` is a loop in it that is, too, and has
// them in each of its iterations.
std::string onHost(const std::string &loop, const std::string &inner,
                   int64_t launches);

// Of a loop that carries something that is no reduction.
Diagnostic becauseOfDependence(const std::string &problem, const LoopNest &loop,
                               LoopFacts &facts, const LoopRemedies &remedies);
// What the loop carries of that, alone.
std::string conflictOf(LoopFacts &facts, const LoopRemedies &remedies);
Diagnostic becauseOfBound(const std::string &problem, const Kernel &kernel,
                          const LoopNest &loop, const std::string &variable);
// Of one whose iterations would need copies of large temporaries.
Diagnostic becauseOfCopies(const std::string &problem, const LoopNest &loop,
                           LoopFacts &small, LoopFacts &any);
// What lowering or scheduling has against the best way to map it.
Diagnostic becauseRefused(const std::string &problem, const Kernel &kernel,
                          const SourceRange &range, const UserError &refusal);

} // namespace loopyc

#endif
