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
  BufferExpressions(const Kernel &kernel, Type type,
                    const BufferOptions &options)
      : kernel(kernel), type(type), options(options) {}

  Expr init(const Expr &base) const {
    return expression(options.initExpression, "base", base, Expr());
  }
  Expr store(const Expr &base, const Expr &buffer) const {
    return expression(options.storeExpression, "buffer", base, buffer);
  }

  // Any accesses in between do where what is loaded is stored; updates where
  // the buffer starts at the neutral element; nullopt: none.
  std::optional<KeptBy> keptBy() const;

private:
  Expr expression(const std::string &text, const char *fallback,
                  const Expr &base, const Expr &stored) const;

  const Kernel &kernel;
  Type type; // of the array
  const BufferOptions &options;
};

} // namespace loopyc

#endif
