// The same values put into many expressions, which have many nodes in common:
// transformations put one node wherever a name stood. Integer arithmetic that
// is one node before is substituted and folded once, and is one node after.
#ifndef LOOPYC_IR_SHAREDSUBSTITUTION_H
#define LOOPYC_IR_SHAREDSUBSTITUTION_H

#include "loopyc/IR/Expr.h"

#include <unordered_map>
#include <utility>

namespace loopyc {

class SharedSubstitution {
public:
  // Which keep these nodes, and what they became.
  using Known = std::unordered_map<const ExprNode *, std::pair<Expr, Expr>>;

  explicit SharedSubstitution(Substitution by) : by(std::move(by)) {}

  // As substitute(e, by).
  Expr operator()(const Expr &e);
  const Substitution &values() const { return by; }

private:
  const Substitution by;
  Known known;
};

} // namespace loopyc

#endif
