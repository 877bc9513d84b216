// The field of integers modulo 2^61 - 1, and its small fractions.
#ifndef LOOPYC_LIB_VERIFY_FIELD_H
#define LOOPYC_LIB_VERIFY_FIELD_H

#include <cstdint>
#include <optional>

namespace loopyc {
namespace verify {
namespace field {

constexpr int64_t prime = (int64_t(1) << 61) - 1;

int64_t fromInteger(int64_t value);
int64_t add(int64_t a, int64_t b);
int64_t negate(int64_t a);
int64_t multiply(int64_t a, int64_t b);
int64_t power(int64_t a, uint64_t exponent);
int64_t invert(int64_t a); // a != 0
// An element that depends on all of its arguments, and looks random.
int64_t mix(uint64_t seed, int64_t a, int64_t b = 0);

// numerator/denominator in lowest terms, denominator > 0.
struct Fraction {
  int64_t numerator = 0, denominator = 1;
  int64_t floor() const;
};
// The fraction that the element stands for if there is one with both numbers
// below 2^29: there is one at most.
std::optional<Fraction> smallFraction(int64_t a);
// A total order that is that of numbers on small fractions: -1, 0, 1.
int compare(int64_t a, int64_t b);

} // namespace field
} // namespace verify
} // namespace loopyc

#endif
