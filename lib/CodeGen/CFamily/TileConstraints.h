// The constraints of a statement's domain, as tiles see them: which tell groups
// apart, and which loops and work-items are inside of a group.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_TILECONSTRAINTS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_TILECONSTRAINTS_H

#include "loopyc/Poly/PlainSet.h"
#include "loopyc/Poly/Set.h"

#include <set>
#include <string>

namespace loopyc {
namespace codegen {

class TileConstraints {
public:
  // `loops`: those around the statement.
  TileConstraints(const poly::Set &domain, const poly::Names &loops);

  const std::vector<poly::PlainPart> &parts() const { return plain.parts; }
  // Names of loops around the statement, and of work-items, with a factor.
  std::set<std::string> innerNames(const poly::PlainForm &form) const;
  // Does it say something of one group and not of another, inside of a group,
  // without quotients?
  bool limitsTiles(const poly::PlainForm &form) const;
  bool tellsGroupsApart(const poly::PlainForm &form) const;
  bool isPlain(const poly::PlainForm &form) const;    // without quotients
  bool areAllPlain(const poly::PlainPart &part) const;
  poly::Set where(const poly::PlainForm &form) const; // it is >= 0
  poly::Set whereZero(const poly::PlainForm &form) const;
  poly::PwAff valueOf(const poly::PlainForm &form) const; // without quotients

private:

  poly::Names names; // of the domain
  poly::PlainSet plain;
  const poly::Names &loops;
};

} // namespace codegen
} // namespace loopyc

#endif
