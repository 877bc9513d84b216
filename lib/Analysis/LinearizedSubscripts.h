// Subscripts of arrays that have one axis for several, where extents are
// multiplied:
//
//   b(i + n*(j - 1)), 1 <= i <= n
//
// That i - i' + n*(j - j') is zero takes i = i' and j = j', where |i - i'| < n.
// Grosser, Ramanujam, Pouchet, Sadayappan and Pop, Optimistic Delinearization
// of Parametrically Sized Arrays (2015), recover the axes; here what is not
// certain of them stays possible.
#ifndef LOOPYC_LIB_ANALYSIS_LINEARIZEDSUBSCRIPTS_H
#define LOOPYC_LIB_ANALYSIS_LINEARIZEDSUBSCRIPTS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Poly/Set.h"
#include "loopyc/Values/Polynomial.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace loopyc {

class LinearizedSubscripts {
public:
  explicit LinearizedSubscripts(const Kernel &kernel);

  // { inames of source, primed ones of sink : the subscripts may be equal };
  // nullopt where they are no polynomials that are linear in inames.
  std::optional<poly::Set> equal(const Expr &source,
                                 const Instruction &sourceInsn,
                                 const Expr &sink,
                                 const Instruction &sinkInsn) const;

  // Scalars that are products of arguments: parameters of such sets.
  std::set<std::string> products() const;

private:
  std::optional<Polynomial> valueOf(const Expr &e,
                                    const Instruction &user) const;
  bool isOfData(const Polynomial &value) const;
  bool isKnownAlike(const Polynomial &value, const Instruction &user) const;
  poly::Set
  differentValues(const Polynomial &from, const Polynomial &to,
                  const std::map<std::string, std::string> &marks) const;
  std::optional<Polynomial> valueFrom(const Instruction &assigned) const;
  std::set<Polynomial> divisors(const Instruction &insn) const;

  const Kernel &kernel;
  std::set<std::string> data; // what the kernel assigns
  // Scalars among it that are assigned outside of all loops, and where this is
  // done the last time: what comes later finds one value.
  std::map<std::string, int64_t> settled;
  // Scalars that numbers of iterations are divided by. One that is no
  // polynomial has a name for the value that an assignment gives it.
  std::set<std::string> steps;
  mutable std::map<std::string, const Instruction *> values; // by such names
  // Products of arguments that scalars are which bound loops: n*m, i_hi.
  std::map<Polynomial, std::string> constants;
  poly::Set related = poly::Set::universe(); // others, by these
  // Of scalars, by what assigns them.
  mutable std::map<const Instruction *, std::optional<Polynomial>> known;
};

} // namespace loopyc

#endif
