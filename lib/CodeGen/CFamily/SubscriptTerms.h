// A subscript as a sum: what is the same inside of a part of the tree, a
// constant, and the rest.
//
//   k + n*(i + 1) + 3, k inside     ->     n*i + n, 3, k
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_SUBSCRIPTTERMS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_SUBSCRIPTTERMS_H

#include "loopyc/IR/Expr.h"

#include <functional>

namespace loopyc {
namespace codegen {

struct SubscriptTerms {
  Expr outside, inside; // null: 0
  int64_t constant = 0;
};

// `isInside` is asked of factors, which are names or no sums and products. What
// has too many terms is inside as a whole, and so are terms that are taken
// away: nothing begins in front of its array.
SubscriptTerms
subscriptTerms(const Expr &subscript,
               const std::function<bool(const Expr &factor)> &isInside);

} // namespace codegen
} // namespace loopyc

#endif
