// Comparisons and bounds as a person would write them.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_CONDITIONS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_CONDITIONS_H

#include "loopyc/IR/Expr.h"

namespace loopyc {
namespace codegen {

// n >= 16*gid(0) + lid(0) + 1  becomes  16*gid(0) + lid(0) < n: no constant
// that a strict comparison saves, no negative term, sizes to the right.
// Conjunctions and disjunctions are tidied part by part.
Expr tidyCondition(const Expr &condition);

// i <= min(15, n - 16*j - 1)  becomes  i < min(16, n - 16*j), and a bound that
// is rounded down is multiplied out: i <= floor(n / 4)  becomes  4*i <= n.
Expr tidyLoopCondition(const Expr &condition);

// The bound or condition with its large literals in 64 bits, and with them what
// is computed from them: 1000000000*i is compared with n beyond the range of a
// 32-bit i, where the loop over i ends.
Expr withWideNumbers(const Expr &e);
bool isLargeNumber(int64_t value);

bool isTrue(const Expr &e);
bool isFalse(const Expr &e);

} // namespace codegen
} // namespace loopyc

#endif
