// Ranges that must be known when code is written.
#ifndef LOOPYC_LIB_LOWER_CONSTANTRANGE_H
#define LOOPYC_LIB_LOWER_CONSTANTRANGE_H

#include "loopyc/IR/Kernel.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace loopyc {

// { iname : in its range }: the smallest and the largest value, nullopt where
// these are not constant. Of a loop that never runs, one position: [0, 0].
std::optional<std::pair<int64_t, int64_t>>
constantEnds(const poly::Set &range, const std::string &iname);

// The smallest and the largest value of an iname; throws UserError that says
// what needs them where they are not constant.
std::pair<int64_t, int64_t> constantRange(const Kernel &kernel,
                                          const std::string &iname);

// For each iname whose tag needs one.
void requireConstantRanges(const Kernel &kernel);

} // namespace loopyc

#endif
