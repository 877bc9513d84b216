#include "Elements.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// Extents multiplied: what is constant, and the others as text.
static std::pair<int64_t, std::vector<std::string>>
volume(const std::vector<Expr> &extents) {
  int64_t constant = 1;
  std::vector<std::string> others;
  for (const Expr &extent : extents)
    if (auto number = extent ? asInteger(fold(extent)) : std::nullopt)
      constant *= *number;
    else
      others.push_back(extent ? fold(extent).str() : "");
  std::sort(others.begin(), others.end());
  return {constant, others};
}

// The layout maps elements to different places: without padding there are as
// many of these.
static bool hasPadding(const Variable &array) {
  std::vector<Expr> extents;
  for (const Axis &axis : array.axes)
    extents.push_back(axis.extent);
  return volume(extents) != volume(array.declared.extents);
}

std::optional<Set> loopyc::elementsOf(const Variable &array,
                                      const Names &indices) {
  const DeclaredLayout &declared = array.declared;
  if (declared.indices.size() != array.axes.size() || !hasPadding(array))
    return std::nullopt;
  Set elements = Set::universe();
  Names all;
  Substitution own; // i0, i1, ... may be names in the kernel, too
  for (size_t d = 0; d < declared.extents.size(); ++d) {
    std::string given = "i" + std::to_string(d);
    all.push_back(" " + given);
    own[given] = Expr::var(all.back());
    PwAff index = PwAff::name(all.back());
    elements = elements.intersect(index.ge(PwAff::constant(0)));
    const Expr &extent = declared.extents[d];
    if (auto size = extent ? toAffine(extent) : std::nullopt)
      elements = elements.intersect(index.lt(*size));
  }
  for (size_t a = 0; a < indices.size(); ++a) {
    auto place = toAffine(substitute(declared.indices[a], own));
    if (!place)
      return std::nullopt;
    elements = elements.intersect(PwAff::name(indices[a]).eq(*place));
  }
  return elements.project(all).coalesce();
}

Set loopyc::restricted(const Set &elements, const std::string &axis,
                       const Expr &index) {
  if (auto number = asInteger(fold(index)))
    return elements.fix(axis, *number);
  return elements.project({axis});
}
