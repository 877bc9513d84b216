// Expressions of a kernel in plain C, operation for operation in their types.
#ifndef LOOPYC_LIB_CHECK_KERNELTEXT_REFERENCEEXPR_H
#define LOOPYC_LIB_CHECK_KERNELTEXT_REFERENCEEXPR_H

#include "loopyc/IR/Kernel.h"

#include <functional>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

// What the expressions below call; headers included.
extern const char referencePrelude[];

// "float", "int32_t", "double _Complex"
std::string referenceType(Type type);
// Names of the kernel with a prefix, so that none is C's.
std::string referenceName(const std::string &name);

class ReferenceExpr {
public:
  // Loops over a reduction's inames with what stands in them, which is written
  // there, for it may have reductions of its own.
  using Body = std::function<std::string()>;
  using Loops = std::function<std::string(
      const std::vector<std::string> &inames, const Body &body)>;
  ReferenceExpr(const Kernel &kernel, Loops loops)
      : kernel(kernel), loops(std::move(loops)) {}

  std::string text(const Expr &e) const;
  // An element: v_a[(i) + (n)*(j)], as its array is declared.
  std::string element(const std::string &array,
                      const std::vector<Expr> &subscripts) const;

private:
  std::string cast(Type type, const std::string &value) const;
  std::string binary(const Expr &e, const Binary &b) const;
  std::string call(const Expr &e, const Call &call) const;
  std::string reduction(const Expr &e, const Reduction &reduction) const;
  std::string combined(ReductionOp op, Type type, const std::string &a,
                       const std::string &b) const;
  std::string neutral(ReductionOp op, Type type) const;

  const Kernel &kernel;
  Loops loops;
};

} // namespace check
} // namespace loopyc

#endif
