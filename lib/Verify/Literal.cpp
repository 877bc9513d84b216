#include "Literal.h"

#include "Field.h"

#include <bit>
#include <cmath>
#include <cstdlib>

using namespace loopyc;
using namespace loopyc::verify;
using field::Fraction;

namespace {

// What a literal tells of the number that was rounded to it, perhaps in a few
// steps: within `relative` of it; and how large a denominator is meant.
struct Precision {
  double relative;
  int64_t largest;
};
constexpr Precision single = {0x1p-22, 1 << 11};
constexpr Precision twice = {0x1p-50, 1 << 20};

} // namespace

static int64_t elementOf(Fraction f) {
  return field::multiply(field::fromInteger(f.numerator),
                         field::invert(f.denominator));
}

// The first convergent of the continued fraction that is near enough.
static std::optional<Fraction> simplestFraction(double value,
                                                Precision precision) {
  double rest = std::abs(value);
  if (rest > static_cast<double>(precision.largest))
    return std::nullopt;
  int64_t p0 = 1, q0 = 0, p1 = static_cast<int64_t>(rest), q1 = 1;
  double near = rest * precision.relative;
  while (std::abs(static_cast<double>(p1) / static_cast<double>(q1) -
                  std::abs(value)) > near) {
    rest = 1 / (rest - std::floor(rest));
    if (!(rest < static_cast<double>(precision.largest)))
      return std::nullopt;
    int64_t whole = static_cast<int64_t>(rest);
    int64_t p2 = whole * p1 + p0, q2 = whole * q1 + q0;
    if (q2 > precision.largest)
      return std::nullopt;
    p0 = p1, q0 = q1, p1 = p2, q1 = q2;
  }
  return Fraction{value < 0 ? -p1 : p1, q1};
}

// sqrt(n/d) = sqrt(n*d)/d; squares of small factors leave n*d, and n*d itself
// if it is a square.
static int64_t rootOf(Fraction f) {
  int64_t rest = f.numerator * f.denominator, outside = 1;
  auto takeOut = [&](int64_t factor) {
    while (factor > 1 && rest % (factor * factor) == 0) {
      rest /= factor * factor;
      outside *= factor;
    }
  };
  takeOut(std::llround(std::sqrt(static_cast<double>(rest))));
  for (int64_t factor = 2; factor < 1024 && factor * factor <= rest; ++factor)
    takeOut(factor);
  int64_t scale = elementOf({outside, f.denominator});
  return rest <= 1 ? field::multiply(scale, rest)
                   : field::multiply(scale, field::mix(2, rest));
}

static std::optional<int64_t> simplestElement(double value,
                                              Precision precision) {
  if (auto fraction = simplestFraction(value, precision))
    return elementOf(*fraction);
  Precision ofSquare = {2 * precision.relative, precision.largest};
  if (auto square = simplestFraction(value * value, ofSquare);
      square && square->numerator > 0) {
    int64_t root = rootOf(*square);
    return value < 0 ? field::negate(root) : root;
  }
  return std::nullopt;
}

static int64_t exactElement(double value) {
  if (!std::isfinite(value))
    return field::mix(1, std::bit_cast<int64_t>(value));
  int exponent;
  double mantissa = std::frexp(value, &exponent);
  int64_t whole = static_cast<int64_t>(std::ldexp(mantissa, 53));
  exponent -= 53;
  int64_t two = exponent < 0 ? field::invert(2) : 2;
  return field::multiply(field::fromInteger(whole),
                         field::power(two, std::abs(exponent)));
}

int64_t verify::literalElement(double value, int bytes) {
  if (bytes > 4)
    if (auto simple = simplestElement(value, twice))
      return *simple;
  // A number of double precision may come from a conversion.
  double asSingle = static_cast<float>(value);
  if (bytes <= 4 || value == asSingle)
    if (auto simple = simplestElement(asSingle, single))
      return *simple;
  return exactElement(bytes <= 4 ? asSingle : value);
}

std::optional<int64_t> verify::rootElement(int64_t element) {
  auto fraction = field::smallFraction(element);
  if (!fraction || fraction->numerator < 0)
    return std::nullopt;
  return rootOf(*fraction);
}
