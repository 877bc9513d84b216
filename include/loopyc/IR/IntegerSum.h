// A sum of products with integer coefficients,
//   c0 + sum_k c_k * (f_k1 * f_k2 * ...),
// the canonical form that integer arithmetic is folded to.
#ifndef LOOPYC_IR_INTEGERSUM_H
#define LOOPYC_IR_INTEGERSUM_H

#include "loopyc/IR/Expr.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace loopyc {

// Most products are of one name or two, and most sums of a few.
using IntegerFactors = llvm::SmallVector<Expr, 2>;

struct IntegerTerm {
  int64_t coefficient = 1;
  IntegerFactors factors; // ordered by their text
};

struct IntegerSum {
  int64_t constant = 0;
  llvm::SmallVector<IntegerTerm, 3> terms;
};

// The integer expression as such a sum; nullopt where a number in it would not
// fit 64 bits.
std::optional<IntegerSum> asSum(const Expr &e);
// a - b of two integer expressions of one type, where it is one number.
std::optional<int64_t> constantDifference(const Expr &a, const Expr &b);

// Thrown where a number would not fit 64 bits: the expression stays as it is.
struct IntegerOverflow {};

// The smallest number has no opposite, and is not used.
int64_t fitting(std::optional<int64_t> value);

// Adds factor * other; to be combined when all is there.
void append(IntegerSum &sum, IntegerSum other, int64_t factor);
// Like terms become one, where the first of them stands.
void combine(IntegerSum &sum);
IntegerSum product(const IntegerSum &a, const IntegerSum &b);
// The part of `sum` whose coefficients `divisor` > 0 divides is returned,
// divided; the rest stays, with a constant from 0 to divisor - 1.
IntegerSum takeMultiples(IntegerSum &sum, int64_t divisor);
// The same by a product, which is not zero; the constant stays.
//   n*i + n + r by n: i + 1, and r stays
IntegerSum takeMultiples(IntegerSum &sum, const IntegerTerm &divisor);
// Of one term.
size_t mostFactors(const IntegerSum &sum);

// Terms with positive coefficients first, each part in alphabetical order.
Expr toExpr(const IntegerSum &sum, Type type);

} // namespace loopyc

#endif
