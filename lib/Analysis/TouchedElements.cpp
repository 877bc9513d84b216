#include "TouchedElements.h"

#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::Names;
using poly::Set;

std::string loopyc::nonAffineSubscript(const AccessInfo &access) {
  for (const Expr &subscript : access.location)
    if (!subscript || !toAffine(subscript))
      return subscript ? subscript.str() : "*";
  return "";
}

std::optional<Set> loopyc::touchedElements(const AccessInfo &access,
                                           const Set &instances,
                                           const Instruction &insn) {
  Set result = instances;
  for (size_t a = 0; a < access.location.size(); ++a) {
    const Expr &subscript = access.location[a];
    auto value = subscript ? toAffine(subscript) : std::nullopt;
    if (!value)
      return std::nullopt;
    result = result.equate(subscriptName(a), *value);
  }
  return result.project(Names(insn.inames.begin(), insn.inames.end()));
}
