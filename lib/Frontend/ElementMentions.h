// Does a statement work on elements of arrays?
#ifndef LOOPYC_LIB_FRONTEND_ELEMENTMENTIONS_H
#define LOOPYC_LIB_FRONTEND_ELEMENTMENTIONS_H

#include "StatementExprs.h"

namespace loopyc {
namespace frontend {

// In itself, and not in statements that it holds: as array operands or in its
// expressions; views that it passes on are none.
inline bool mentionsElements(const Statement &statement) {
  bool found = !statement.facts.arrays.empty();
  forEachOwnExpr(
      statement,
      [&](const Expr &e) {
        walk(e, [&](const Expr &node) {
          found = found || node.getIf<ArrayRef>();
          return !found;
        });
      },
      [](const ArrayView &) {});
  return found;
}

} // namespace frontend
} // namespace loopyc

#endif
