// Which arguments may hold values of both signs?
//
//   y(i) = sqrt(h(i)) + u(i)/h(i)     h: ALL_SIGNS, u: HARMLESS_SIGNS
//   z(ix(i)) = ...                    ix: never
//   k = int(t(i)); if (k < 1) k = 1; z(k) = ...    t: ALL_SIGNS
//
// What runs decides in the end (Harness/trials.h): where roots of negative
// numbers have no value, a run falls back on the level before.
#ifndef LOOPYC_LIB_CHECK_SIGNS_H
#define LOOPYC_LIB_CHECK_SIGNS_H

#include "Bounds.h"

#include <map>
#include <string>

namespace loopyc {
namespace check {

enum class SignLevel { Never, Harmless, All }; // 0, HARMLESS_SIGNS, ALL_SIGNS

// By the names of real, complex and integer objects.
std::map<std::string, SignLevel> signLevels(const Bounds &bounds,
                                            const KernelObjects &objects);

} // namespace check
} // namespace loopyc

#endif
