// Deep expressions, analysed in pieces.
//
// Flang analyses an expression from its leaves to its root and folds, at each
// operation, all that is below it once more: the time of a sum grows with the
// cube of its terms, that of nested intrinsic functions is exponential. So an
// expression that is deep is analysed from the inside out, and what has been
// analysed is replaced by a variable of its type, its stand-in:
//   ((a + b) + c) + d   ->   s + d   where s stands for (a + b) + c
// Lowering looks through stand-ins (Symbols::meaning).
#ifndef LOOPYC_LIB_FRONTEND_FLANG_DEEPEXPRESSIONS_H
#define LOOPYC_LIB_FRONTEND_FLANG_DEEPEXPRESSIONS_H

#include "flang/Evaluate/expression.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"

#include <unordered_map>

namespace loopyc {
namespace frontend {

class DeepExpressions {
public:
  using SomeExpr = Fortran::evaluate::Expr<Fortran::evaluate::SomeType>;

  explicit DeepExpressions(Fortran::semantics::SemanticsContext &context)
      : context(context) {}

  // Analyses the deep expressions in the statements of a program whose names
  // are resolved and whose other expressions have no types yet.
  void analyse(const Fortran::parser::Program &program);

  // What the symbol stands for; null for a symbol of the source.
  const SomeExpr *meaning(const Fortran::semantics::Symbol &symbol) const;

private:
  class Visitor;
  bool replace(const Fortran::parser::Expr &expr);
  const Fortran::semantics::Symbol &
  standIn(const Fortran::parser::Expr &expr,
          const Fortran::evaluate::DynamicType &type);

  Fortran::semantics::SemanticsContext &context;
  std::unordered_map<const Fortran::semantics::Symbol *, SomeExpr> meanings;
};

// While it lives, Flang's analysis of expressions begins with these.
class DeepExpressionsFirst {
public:
  explicit DeepExpressionsFirst(DeepExpressions &expressions);
  ~DeepExpressionsFirst();
  DeepExpressionsFirst(const DeepExpressionsFirst &) = delete;

private:
  DeepExpressions *outer;
};

} // namespace frontend
} // namespace loopyc

#endif
