#include "Field.h"

#include "loopyc/Support/Integers.h"

#include <cstdlib>

using namespace loopyc::verify;

int64_t field::fromInteger(int64_t value) {
  int64_t rest = value % prime;
  return rest < 0 ? rest + prime : rest;
}

int64_t field::add(int64_t a, int64_t b) {
  int64_t sum = a + b;
  return sum >= prime ? sum - prime : sum;
}

int64_t field::negate(int64_t a) { return a ? prime - a : 0; }

int64_t field::multiply(int64_t a, int64_t b) {
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  int64_t low = static_cast<int64_t>(product & prime);
  int64_t high = static_cast<int64_t>(product >> 61);
  return add(low, high);
}

int64_t field::power(int64_t a, uint64_t exponent) {
  int64_t result = 1;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = multiply(result, a);
    a = multiply(a, a);
  }
  return result;
}

int64_t field::invert(int64_t a) { return power(a, prime - 2); }

static uint64_t scramble(uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

int64_t field::mix(uint64_t seed, int64_t a, int64_t b) {
  uint64_t x = scramble(seed + 0x9e3779b97f4a7c15u);
  x = scramble(x ^ (static_cast<uint64_t>(a) + 0x632be59bd9b4e019u));
  x = scramble(x ^ (static_cast<uint64_t>(b) + 0xd1342543de82ef95u));
  return static_cast<int64_t>(x % static_cast<uint64_t>(prime));
}

int64_t field::Fraction::floor() const {
  return *integers::floorQuotient(numerator, denominator);
}

// The extended Euclidean algorithm, stopped half way: each remainder r has a
// factor t with r = t * a modulo the prime.
std::optional<field::Fraction> field::smallFraction(int64_t a) {
  constexpr int64_t limit = int64_t(1) << 29;
  int64_t r0 = prime, r1 = a, t0 = 0, t1 = 1;
  while (r1 >= limit) {
    int64_t quotient = r0 / r1;
    int64_t r2 = r0 - quotient * r1, t2 = t0 - quotient * t1;
    r0 = r1, r1 = r2, t0 = t1, t1 = t2;
  }
  if (std::abs(t1) >= limit)
    return std::nullopt;
  return t1 < 0 ? Fraction{-r1, -t1} : Fraction{r1, t1};
}

// Small fractions lie between the negative half of the others and the rest.
int field::compare(int64_t a, int64_t b) {
  if (a == b)
    return 0;
  auto x = smallFraction(a), y = smallFraction(b);
  if (x && y)
    return x->numerator * y->denominator < y->numerator * x->denominator ? -1
                                                                         : 1;
  auto side = [](int64_t e) { return e > prime / 2 ? -1 : 1; };
  auto place = [](int64_t e) { return e > prime / 2 ? e - prime : e; };
  if (x)
    return -side(b);
  if (y)
    return side(a);
  return place(a) < place(b) ? -1 : 1;
}
