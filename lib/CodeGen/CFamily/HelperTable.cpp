#include "CFamily/HelperTable.h"

using namespace loopyc;
using namespace loopyc::codegen;

static const std::vector<HelperText> &integerHelpers() {
  static const std::vector<HelperText> table = {
      {"floor_div", TypeClass::Integer, R"($T $fn($T a, $T b) {
  $T q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
)"},
      {"floor_mod", TypeClass::Integer, R"($T $fn($T a, $T b) {
  $T r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
)"},
      {"abs", TypeClass::Integer, R"($T $fn($T a) {
  return a < 0 ? -a : a;
}
)"},
      {"min", TypeClass::Integer, R"($T $fn($T a, $T b) {
  return a < b ? a : b;
}
)"},
      {"max", TypeClass::Integer, R"($T $fn($T a, $T b) {
  return a > b ? a : b;
}
)"},
      {"sign", TypeClass::Integer, R"($T $fn($T a, $T b) {
  return (a < 0) == (b < 0) ? a : -a;
}
)"},
      {"dim", TypeClass::Integer, R"($T $fn($T a, $T b) {
  return a > b ? a - b : 0;
}
)"},
      {"ishft", TypeClass::Integer, R"($T $fn($T a, int shift) {
  if (shift >= $bits || shift <= -$bits)
    return 0;
  return shift < 0 ? ($T) (($U) a >> -shift) : ($T) (($U) a << shift);
}
)"},
      {"popcnt", TypeClass::Integer, R"(int $fn($T a) {
  $U bits = ($U) a;
  return $ones{bits};
}
)"},
      {"leadz", TypeClass::Integer, R"(int $fn($T a) {
  $U bits = ($U) a;
  return bits == 0 ? $bits : $leadingZeros{bits};
}
)"},
      // The zeros below the lowest one become all ones that there are.
      {"trailz", TypeClass::Integer, R"(int $fn($T a) {
  $U below = ~($U) a & (($U) a - 1);
  return $ones{below};
}
)"},
      {"pow", TypeClass::Integer, R"($T $fn($T base, $I exponent) {
  $T result = 1;
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2)
      result *= base;
    if (exponent > 1)
      base *= base;
  }
  return result;
}
)"}};
  return table;
}

// As those of integers, where nothing is negative.
static std::vector<HelperText> naturalHelpers() {
  std::vector<HelperText> table;
  for (HelperText helper : integerHelpers()) {
    helper.cls = TypeClass::Unsigned;
    if (helper.key == "min" || helper.key == "max" || helper.key == "popcnt" ||
        helper.key == "leadz" || helper.key == "trailz")
      table.push_back(std::move(helper));
  }
  table.push_back({"ishft", TypeClass::Unsigned, R"($T $fn($T a, $I shift) {
  if (shift >= $bits || shift <= -$bits)
    return 0;
  return shift < 0 ? ($T) (a >> -shift) : ($T) (a << shift);
}
)"});
  // Where the product of numbers of 16 bits is one of int, it may not fit.
  table.push_back({"pow", TypeClass::Unsigned, R"($T $fn($T base, $I exponent) {
  $T result = 1;
  if (exponent < 0)
    return base == 1 ? 1 : 0;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2)
      result = ($T) (1u * result * base);
    base = ($T) (1u * base * base);
  }
  return result;
}
)"});
  return table;
}

static const std::vector<HelperText> &realHelpers() {
  static const std::vector<HelperText> table = {
      {"exponent", TypeClass::Real, R"(int $fn($T a) {
  int exponent;
  $math{frexp}(a, &exponent);
  return isfinite(a) ? exponent : 2147483647;
}
)"},
      {"fraction", TypeClass::Real, R"($T $fn($T a) {
  int exponent;
  $T result = $math{frexp}(a, &exponent);
  return isfinite(a) ? result : a - a;
}
)"},
      {"nearest", TypeClass::Real, R"($T $fn($T a, $T direction) {
  return $math{nextafter}(a, $math{copysign}(($T) INFINITY, direction));
}
)"},
      // exp(a*a)*erfc(a). What is lost of a*a counts as a part of the result;
      // where erfc loses digits, the terms of its asymptotic series do not.
      {"erfc_scaled", TypeClass::Real, R"($T $fn($T a) {
  if (a < (sizeof($T) == 4 ? 7 : 20)) {
    $T square = a * a, lost = $math{fma}(a, a, -square);
    $T power = $math{exp}(square);
    return (isfinite(power) ? power + power * lost : power) * $math{erfc}(a);
  }
  $T term = ($T) 0.56418958354775629 / a, result = term;
  $T step = ($T) -0.5 / a / a;
  for (int k = 1; k < 15; k += 2) {
    term *= k * step;
    result += term;
  }
  return result;
}
)"},
      {"floor_mod", TypeClass::Real, R"($T $fn($T a, $T b) {
  $T r = $math{fmod}(a, b);
  if (r == 0)
    return $math{copysign}(r, b);
  return (r < 0) != (b < 0) ? r + b : r;
}
)"},
      // The order of multiplications is that of the usual square-and-multiply,
      // from the lowest bit.
      {"powi", TypeClass::Real, R"($T $fn($T base, $I exponent) {
  $I n = exponent < 0 ? -exponent : exponent;
  $T result = n % 2 ? base : 1;
  for (n /= 2; n > 0; n /= 2) {
    base *= base;
    if (n % 2)
      result *= base;
  }
  return exponent < 0 ? 1 / result : result;
}
)"}};
  return table;
}

static const std::vector<HelperText> &complexHelpers() {
  static const std::vector<HelperText> table = {
      {"make", TypeClass::Complex, R"($T $fn($R re, $R im) {
  $T z;
  z.re = re;
  z.im = im;
  return z;
}
)"},
      {"widen", TypeClass::Complex, R"($T $fn(loopyc_cfloat a) {
  return $use{make}(a.re, a.im);
}
)"},
      {"narrow", TypeClass::Complex, R"($T $fn(loopyc_cdouble a) {
  return $use{make}(($R) a.re, ($R) a.im);
}
)"},
      {"neg", TypeClass::Complex, R"($T $fn($T a) {
  return $use{make}(-a.re, -a.im);
}
)"},
      {"conj", TypeClass::Complex, R"($T $fn($T a) {
  return $use{make}(a.re, -a.im);
}
)"},
      {"add", TypeClass::Complex, R"($T $fn($T a, $T b) {
  return $use{make}(a.re + b.re, a.im + b.im);
}
)"},
      {"sub", TypeClass::Complex, R"($T $fn($T a, $T b) {
  return $use{make}(a.re - b.re, a.im - b.im);
}
)"},
      {"mul", TypeClass::Complex, R"($T $fn($T a, $T b) {
  return $use{make}(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
)"},
      // Scaled by the larger part of the divisor, against overflow.
      {"div", TypeClass::Complex, R"($T $fn($T a, $T b) {
  $R ratio, scale;
  if ($math{fabs}(b.re) < $math{fabs}(b.im)) {
    ratio = b.re / b.im;
    scale = b.re * ratio + b.im;
    return $use{make}((a.re * ratio + a.im) / scale,
                      (a.im * ratio - a.re) / scale);
  }
  ratio = b.im / b.re;
  scale = b.im * ratio + b.re;
  return $use{make}((a.im * ratio + a.re) / scale,
                    (a.im - a.re * ratio) / scale);
}
)"},
      {"eq", TypeClass::Complex, R"(int $fn($T a, $T b) {
  return a.re == b.re && a.im == b.im;
}
)"},
      {"abs", TypeClass::Complex, R"($R $fn($T a) {
  return $math{hypot}(a.re, a.im);
}
)"},
      {"powi", TypeClass::Complex, R"($T $fn($T base, $I exponent) {
  $I n = exponent < 0 ? -exponent : exponent;
  $T result = $use{make}(1, 0);
  for (; n > 0; n /= 2) {
    if (n % 2)
      result = $use{mul}(result, base);
    if (n > 1)
      base = $use{mul}(base, base);
  }
  return exponent < 0 ? $use{div}($use{make}(1, 0), result) : result;
}
)"},
      {"exp", TypeClass::Complex, R"($T $fn($T a) {
  $R e = $math{exp}(a.re);
  return $use{make}(e * $math{cos}(a.im), e * $math{sin}(a.im));
}
)"},
      {"log", TypeClass::Complex, R"($T $fn($T a) {
  return $use{make}($math{log}($use{abs}(a)), $math{atan2}(a.im, a.re));
}
)"},
      {"sqrt", TypeClass::Complex, R"($T $fn($T a) {
  $R t;
  if (a.re == 0 && a.im == 0)
    return $use{make}(0, a.im);
  t = $math{sqrt}(0.5$f * ($math{fabs}(a.re) + $use{abs}(a)));
  if (a.re >= 0)
    return $use{make}(t, a.im / (2 * t));
  return $use{make}($math{fabs}(a.im) / (2 * t), $math{copysign}(t, a.im));
}
)"},
      {"pow", TypeClass::Complex, R"($T $fn($T a, $T b) {
  if (a.re == 0 && a.im == 0)
    return b.re == 0 && b.im == 0 ? $use{make}(1, 0) : $use{make}(0, 0);
  return $use{exp}($use{mul}(b, $use{log}(a)));
}
)"},
      {"sin", TypeClass::Complex, R"($T $fn($T a) {
  return $use{make}($math{sin}(a.re) * $math{cosh}(a.im),
                    $math{cos}(a.re) * $math{sinh}(a.im));
}
)"},
      {"cos", TypeClass::Complex, R"($T $fn($T a) {
  return $use{make}($math{cos}(a.re) * $math{cosh}(a.im),
                    -$math{sin}(a.re) * $math{sinh}(a.im));
}
)"},
      {"tan", TypeClass::Complex, R"($T $fn($T a) {
  return $use{div}($use{sin}(a), $use{cos}(a));
}
)"},
      {"sinh", TypeClass::Complex, R"($T $fn($T a) {
  return $use{make}($math{sinh}(a.re) * $math{cos}(a.im),
                    $math{cosh}(a.re) * $math{sin}(a.im));
}
)"},
      {"cosh", TypeClass::Complex, R"($T $fn($T a) {
  return $use{make}($math{cosh}(a.re) * $math{cos}(a.im),
                    $math{sinh}(a.re) * $math{sin}(a.im));
}
)"},
      {"tanh", TypeClass::Complex, R"($T $fn($T a) {
  return $use{div}($use{sinh}(a), $use{cosh}(a));
}
)"}};
  return table;
}

const std::vector<HelperText> &codegen::helperTable() {
  static const std::vector<HelperText> table = [] {
    std::vector<HelperText> all = integerHelpers();
    for (HelperText &helper : naturalHelpers())
      all.push_back(std::move(helper));
    for (const auto *part : {&realHelpers(), &complexHelpers()})
      all.insert(all.end(), part->begin(), part->end());
    return all;
  }();
  return table;
}
