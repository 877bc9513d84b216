// Arithmetic that set_options(fast_math=...) allows, as rewritings of
// expressions. What they leave is printed with the device's operations:
// x**(-0.5) as rsqrt(x).
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_FASTMATH_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_FASTMATH_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"

#include <functional>
#include <optional>

namespace loopyc {
namespace codegen {

// The value of a literal, converted or not, and of what is made of literals.
std::optional<double> constantOf(const Expr &e);

// An exponent in sixths: 3 of x**0.5, 2 of x**(1.0/3), -9 of x**(-1.5). None
// for what is no literal, or no small multiple of a half or a third as exactly
// as a number of the power's type can be.
std::optional<int> exponentInSixths(const Expr &exponent, Type type);

// What a reference is known to be; null if nothing is.
using KnownValue = std::function<Expr(const Expr &reference)>;

// Quotients by roots as products with powers, throughout the expression:
//   q/sqrt(x) -> q*x**(-0.5),  1/(x*sqrt(x)) -> x**(-1.5)
// `known` values count in divisors: q/r, where r is sqrt(x).
Expr quotientsByRoots(const Expr &e, const KnownValue &known);

// Kinds `rsqrt` and `reciprocal`, in all statements. A division by what is the
// same in each iteration of the loop around, or in another division beside it,
// becomes a product with its reciprocal, which compilers compute once:
//   for (j) y[j] = x[j]/c    ->    for (j) y[j] = x[j]*(1/c)
Block withFastMath(Block block, const KernelData &data);

} // namespace codegen
} // namespace loopyc

#endif
