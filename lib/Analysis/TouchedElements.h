// The elements of an array that an access touches, as a set over its axes.
#ifndef LOOPYC_LIB_ANALYSIS_TOUCHEDELEMENTS_H
#define LOOPYC_LIB_ANALYSIS_TOUCHEDELEMENTS_H

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/SetNames.h"

#include <optional>
#include <string>

namespace loopyc {

// The first subscript that is not affine, as text; "" if all are.
std::string nonAffineSubscript(const AccessInfo &access);

// By subscriptName, { axis(0), axis(1), ... : one of the instances accesses
// this element }; nullopt if a subscript is not affine.
std::optional<poly::Set> touchedElements(const AccessInfo &access,
                                         const poly::Set &instances,
                                         const Instruction &insn);

} // namespace loopyc

#endif
