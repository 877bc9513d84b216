// What a write depends on, in the words of a read of what it wrote: the loops
// that both are in, and the element, say which instance of the write it was.
//   do s: if (x(s) > 0) w(s) = ...        x(s) is x(r + 1)
//   do r: ... = w(r + 1)
#ifndef LOOPYC_LIB_ANALYSIS_READERSWORDS_H
#define LOOPYC_LIB_ANALYSIS_READERSWORDS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Values/BoundedAffine.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {

class ReadersWords {
public:
  // `written` and `read` are where the element is. The first `depth` loops are
  // in the same iteration.
  ReadersWords(BoundedAffine &affine, const Instruction &writer,
               const std::vector<Expr> &written, const Instruction &reader,
               const std::vector<Expr> &read, int depth);

  // Null if there are no words for it.
  Expr operator()(const Expr &e) const;
  // The writer's iteration; nullopt if it may be one of several.
  std::optional<std::vector<Expr>> iteration() const;

private:
  const Instruction &writer;
  std::set<std::string> shared; // inames with one value at both
  // written + offset is read + offset
  std::vector<std::pair<Expr, Expr>> axes;
  std::vector<bool> isInjective; // of what is written there
};

} // namespace loopyc

#endif
