// What a buffer starts with and what goes back from it, as expressions of
// `base`, the array's element, and `buffer`.
#ifndef LOOPYC_LIB_TRANSFORM_BUFFEREXPRESSIONS_H
#define LOOPYC_LIB_TRANSFORM_BUFFEREXPRESSIONS_H

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Transform/Precompute.h"

#include <optional>
#include <string>

namespace loopyc {

// Which accesses keep the values of a buffer: any, or updates of one operation.
struct KeptBy {
  std::optional<ReductionOp> op;
};

class BufferExpressions {
public:
  BufferExpressions(Type type, const BufferOptions &options)
      : type(type), options(options) {}

  // Of `base` and `buffer`.
  Expr init() const;
  Expr store() const;
  // Of what these stand for.
  Expr init(const Expr &base) const;
  Expr store(const Expr &base, const Expr &buffer) const;

  // Any accesses in between do where what is loaded is stored; updates where
  // the buffer starts at the neutral element; nullopt: none.
  std::optional<KeptBy> keptBy() const;

private:
  Type type; // of the array
  const BufferOptions &options;
};

} // namespace loopyc

#endif
