// Bounds of loops as affine values of what the sets of iterations may mention:
// inames, arguments that keep their values, and scalars that the kernel
// computes.
#ifndef LOOPYC_LIB_FRONTEND_LOOPBOUNDS_H
#define LOOPYC_LIB_FRONTEND_LOOPBOUNDS_H

#include "ConstantProducts.h"
#include "KnownLocals.h"
#include "LocalBounds.h"
#include "Program.h"

#include "loopyc/Poly/Set.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class LoopBounds {
public:
  // Affine values that a bound is an extremum of, beside others if these are
  // not all.
  struct Bound {
    std::vector<poly::PwAff> values;
    bool isAll = true;
  };

  // The names of the kernel that is being built.
  class Names {
  public:
    virtual ~Names() = default;
    // A scalar that has one value throughout the procedure.
    virtual bool isInvariant(const std::string &name) const = 0;
    // May it be a parameter of a domain?
    virtual bool isParameter(const std::string &name) const = 0;
    virtual Expr makeTemporary(const std::string &base, Type type,
                               const SourceRange &range) = 0;
    virtual std::string instructionId(const std::string &assignee) = 0;
  };

  LoopBounds(const Procedure &procedure, Names &names)
      : names(names), localBounds(procedure, [this](const Expr &e) {
          return isInvariantBound(e);
        }) {}

  // Not of a choice, which would break the loop that it bounds into pieces.
  std::optional<poly::PwAff> affine(const Expr &e) const;
  // Bounds that choose, as ubound does for an array without elements, lose the
  // choice where a loop between them has the same iterations without. `matters`:
  // an iteration outside of it would do nothing, or be an error.
  void decide(Expr &first, Expr &last, int64_t step,
              const std::function<poly::Set()> &matters) const;
  // Does the value lose bits, so that sets of iterations would know nothing?
  static bool narrows(const Expr &value);
  // From below (Intrinsic::Max), or from above (Intrinsic::Min).
  Bound of(const Expr &bound, Intrinsic extremum, const SourceRange &where);

  // --- locals that are assigned once (see KnownLocals)
  void enterBlock() { knownLocals.enterBlock(); }
  void leaveBlock() { knownLocals.leaveBlock(); }
  void note(const std::string &local, const Expr &value);
  Expr withAffine(const Expr &e) const { return knownLocals.withAffine(e); }
  Expr valueOf(const Expr &e) const { return knownLocals.valueOf(e); }

  // What computes products of arguments, in front of the instructions.
  void putProductsFirst(std::vector<InstructionPtr> &instructions) const {
    constantProducts.putFirst(instructions);
  }

private:
  std::optional<poly::PwAff> withChoices(const Expr &e) const;
  std::optional<poly::PwAff> withProduct(const Expr &e,
                                         const SourceRange &where);
  bool isInvariantBound(const Expr &e) const;

  Names &names;
  KnownLocals knownLocals;
  LocalBounds localBounds;
  ConstantProducts constantProducts;
};

} // namespace frontend
} // namespace loopyc

#endif
