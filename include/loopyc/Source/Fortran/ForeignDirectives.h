// What OpenACC and OpenMP write, in the form of `!$loopy` lines: for messages
// about lines that were written out of habit.
#ifndef LOOPYC_SOURCE_FORTRAN_FOREIGNDIRECTIVES_H
#define LOOPYC_SOURCE_FORTRAN_FOREIGNDIRECTIVES_H

#include <optional>
#include <string>
#include <string_view>

namespace loopyc {
namespace fortran {

// "data copyin(a, b) create(c)": "begin data: copyin: a, b, create: c".
// "update self": "update host: NAMES". Nothing for what is no directive about
// data.
std::optional<std::string> asDataDirective(std::string_view words);

// "parallel loop", "kernels", "do simd"
bool isAboutLoops(std::string_view words);

} // namespace fortran
} // namespace loopyc

#endif
