// What a buffer starts with and what goes back from it, as expressions of
// `base`, the array's element, and `buffer`.
#ifndef LOOPYC_LIB_TRANSFORM_BUFFEREXPRESSIONS_H
#define LOOPYC_LIB_TRANSFORM_BUFFEREXPRESSIONS_H

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Transform/Precompute.h"

#include <optional>
#include <string>

namespace loopyc {

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

  // Which accesses in between keep the values: any (None: what is loaded is
  // stored), or updates of one operation, at whose neutral element the buffer
  // starts; nullopt: no accesses may.
  std::optional<UpdateOp> keptBy() const;

private:
  Expr expression(const std::string &text, const char *fallback,
                  const Expr &base, const Expr &stored) const;

  const Kernel &kernel;
  Type type; // of the array
  const BufferOptions &options;
};

} // namespace loopyc

#endif
