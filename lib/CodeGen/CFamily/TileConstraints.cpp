#include "CFamily/TileConstraints.h"

#include "loopyc/IR/SetNames.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PlainForm;
using poly::PwAff;
using poly::Set;

TileConstraints::TileConstraints(const Set &domain, const poly::Names &loops)
    : names(domain.flat().names()), plain(poly::plainSet(domain.flat(), names)),
      loops(loops) {}

bool TileConstraints::isPlain(const PlainForm &form) const {
  return std::all_of(form.factors.begin() + names.size(), form.factors.end(),
                     [](int64_t factor) { return factor == 0; });
}

bool TileConstraints::areAllPlain(const poly::PlainPart &part) const {
  auto plainForm = [&](const PlainForm &form) { return isPlain(form); };
  return std::all_of(part.nonNegative.begin(), part.nonNegative.end(),
                     plainForm) &&
         std::all_of(part.zero.begin(), part.zero.end(), plainForm);
}

bool TileConstraints::tellsGroupsApart(const PlainForm &form) const {
  for (size_t i = 0; i < names.size(); ++i)
    if (std::optional<GridAxis> axis = axisOf(names[i]);
        axis && axis->isGroup() && form.factors[i])
      return true;
  return false;
}

std::set<std::string> TileConstraints::innerNames(const PlainForm &form) const {
  std::set<std::string> result;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!form.factors[i])
      continue;
    std::optional<GridAxis> axis = axisOf(names[i]);
    bool isInner =
        axis ? axis->isLocal()
             : std::find(loops.begin(), loops.end(), names[i]) != loops.end();
    if (isInner)
      result.insert(names[i]);
  }
  return result;
}

bool TileConstraints::limitsTiles(const PlainForm &form) const {
  return isPlain(form) && tellsGroupsApart(form) && !innerNames(form).empty();
}

PwAff TileConstraints::valueOf(const PlainForm &form) const {
  PwAff sum = PwAff::constant(form.constant);
  for (size_t i = 0; i < names.size(); ++i)
    if (form.factors[i])
      sum = sum + PwAff::name(names[i]).scaled(form.factors[i]);
  return sum;
}

Set TileConstraints::where(const PlainForm &form) const {
  return valueOf(form).ge(PwAff::constant(0));
}

Set TileConstraints::whereZero(const PlainForm &form) const {
  return valueOf(form).eq(PwAff::constant(0));
}
