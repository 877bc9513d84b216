// Which iterations of an instruction meet in one element?
//
//   y(i) = y(i) + a(i, j)*x(j)          those that differ in j
//   h(mod(i, 4)) = h(mod(i, 4)) + x(i)  those that differ in i
//
// The inames that, besides the element, say which iteration it is: of the
// others, one value leads there.
//   { x, x' : s(x) = s(x') and x, x' agree in these } = { x, x' : x = x' }
#ifndef LOOPYC_LIB_CHECK_MEETINGS_H
#define LOOPYC_LIB_CHECK_MEETINGS_H

#include "Objects.h"
#include "Writers.h"

#include "loopyc/IR/DomainIndex.h"

namespace loopyc {
namespace check {

// At given sizes.
class Meetings {
public:
  // The kernel's domains must outlive it.
  Meetings(const Kernel &kernel, const Values &sizes);

  bool hasIname(const std::string &name) const {
    return domains.hasIname(name);
  }
  // As few inames as that takes; all where data say which element it is.
  NameSet inamesOf(const Instruction &writer) const;

  // { iname values : in the domains, at the sizes }, of these alone
  poly::Set iterations(const std::vector<std::string> &inames) const;
  // The subscript in inames; nullopt where it is not affine in them.
  std::optional<poly::PwAff> place(const Expr &subscript) const;

private:
  const Kernel &kernel;
  DomainIndex domains;
  Values sizes;
  Substitution numbers;
};

} // namespace check
} // namespace loopyc

#endif
