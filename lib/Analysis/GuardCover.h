// Writes under conditions that together always happen:
//   if (c) t = a;  else t = b;  y = t
// hides from the read of t whatever was there before.
#ifndef LOOPYC_LIB_ANALYSIS_GUARDCOVER_H
#define LOOPYC_LIB_ANALYSIS_GUARDCOVER_H

#include "GuardTable.h"

#include <vector>

namespace loopyc {

class GuardCover {
public:
  // Of so many conditions nobody wrote the cases by hand: they are left alone.
  static constexpr size_t mostGuards = 64;

  // One more write, which happens where its guards hold. True once the writes
  // so far leave no case out: c, `not c and d`, `not c and not d`.
  bool add(Guards guards, const GuardTable &table);

private:
  std::vector<Guards> cases;
};

} // namespace loopyc

#endif
