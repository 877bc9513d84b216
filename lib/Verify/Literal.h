// The elements of the field that real literals stand for. Programs, compilers
// and fold_constants compute with constants, and round: 0.25/3 may stand in one
// place, and 0.08333333333333333 in another. Both are 1/12: a literal is the
// simplest number that is rounded to it, a fraction or the root of one, if one
// is simple enough to be meant; else it is what is written.
#ifndef LOOPYC_LIB_VERIFY_LITERAL_H
#define LOOPYC_LIB_VERIFY_LITERAL_H

#include <cstdint>
#include <optional>

namespace loopyc {
namespace verify {

// Of a literal of `bytes` bytes.
int64_t literalElement(double value, int bytes);

// The square root of a small fraction that is not negative: a/b*sqrt(c) with
// the smallest c, so that sqrt(8) is 2*sqrt(2); nullopt for other elements.
std::optional<int64_t> rootElement(int64_t element);

} // namespace verify
} // namespace loopyc

#endif
