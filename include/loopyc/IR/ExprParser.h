// Expressions from text in the seeds' notation, for strings that a script
// gives: 2*a[i, j] + b**2, sqrt(x), i < n and not flag, if(c, a, b), float64(i).
//
// Operators, from loose to tight: or, and, not, comparisons (0 <= i < n is
// both), + -, * / // %, sign, **. `//` and `%` round toward minus infinity;
// integer `/` and mod(a, b) truncate as Fortran's. `1.0d0` is real(8), `1.0`
// and `1e-3` take the type of the operand that they meet, and are real(8)
// where they meet none.
//
// sum(k, a[k]), sum([k, l], ...) and sum((k, l), ...), and so product, any and
// all, are reductions over inames. min and max with names in brackets,
// min([k], a[k]), are reductions, too; min(k, n) is the intrinsic. Each may be
// written reduce(min, k, a[k]).
#ifndef LOOPYC_IR_EXPRPARSER_H
#define LOOPYC_IR_EXPRPARSER_H

#include "loopyc/IR/Expr.h"
#include "loopyc/IR/Kernel.h"

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace loopyc {

struct ResolvedName {
  enum Kind { Scalar, Array, Rule, Iname } kind = Scalar;
  Type type;
  size_t operandCount = 0; // subscripts of an array, arguments of a rule
  std::string spelling;    // the kernel's own; "" if it is the one asked for
};

// What a name in a text means; nothing if it is unknown.
class NameResolver {
public:
  using Find = std::function<std::optional<ResolvedName>(const std::string &)>;
  // `known`: names that errors may suggest.
  template <typename F, typename = std::enable_if_t<
                            !std::is_same_v<std::decay_t<F>, NameResolver>>>
  NameResolver(F find, std::vector<std::string> known = {})
      : find(std::move(find)), names(std::move(known)) {}

  std::optional<ResolvedName> operator()(const std::string &name) const {
    return find(name);
  }
  const std::vector<std::string> &known() const { return names; }

private:
  Find find;
  std::vector<std::string> names;
};

// Inames, variables and rules of the kernel; `inAnyCase`: where that is unique.
NameResolver resolverOf(const Kernel &kernel, bool inAnyCase = true);
// For texts that cannot have reductions: inames are numbers and no more.
NameResolver withoutReductions(NameResolver resolve);

// Throws UserError that quotes the text and the place. With `expected` the
// result is converted to that type.
Expr parseExpr(const std::string &text, const NameResolver &resolve,
               std::optional<Type> expected = std::nullopt);

// A conversion as Fortran's assignment would make it; literals change type in
// place (2 -> 2.0).
Expr convert(const Expr &e, Type type);

} // namespace loopyc

#endif
