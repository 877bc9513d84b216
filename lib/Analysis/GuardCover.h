// Writes under conditions that together always happen:
//   if (c) t = a;  else t = b;  y = t
// hides from the read of t whatever was there before.
#ifndef LOOPYC_LIB_ANALYSIS_GUARDCOVER_H
#define LOOPYC_LIB_ANALYSIS_GUARDCOVER_H

#include "loopyc/IR/Expr.h"

#include <vector>

namespace loopyc {

// Conditions that all hold.
using Guards = std::vector<Expr>;

class GuardCover {
public:
  // One more write, which happens where its guards hold. True once the writes
  // so far leave no case out: c, `not c and d`, `not c and not d`.
  bool add(Guards guards);

private:
  std::vector<Guards> cases;
};

} // namespace loopyc

#endif
