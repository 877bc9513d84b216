#include "Meetings.h"

#include "loopyc/IR/SetNames.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/Interval.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::check;
using poly::PwAff;
using poly::Set;

Meetings::Meetings(const Kernel &kernel, const Values &sizes)
    : kernel(kernel), domains(kernel), sizes(sizes) {
  for (const auto &[name, value] : sizes)
    numbers[name] = Expr::integer(value, Type::integer(8));
}

Set Meetings::iterations(const std::vector<std::string> &inames) const {
  Set all = domains.domain(inames).flat().intersect(kernel.assumptions);
  return atSizes(all, sizes).projectOnto(inames);
}

std::optional<PwAff> Meetings::place(const Expr &subscript) const {
  return toAffine(substitute(subscript, numbers),
                  [&](const std::string &name) { return hasIname(name); });
}

// { x, x' : x and x' agree in the inames }
static Set agreement(const NameSet &inames) {
  Set result = Set::universe();
  for (const std::string &iname : inames)
    result =
        result.intersect(PwAff::name(iname).eq(PwAff::name(primed(iname))));
  return result;
}

// { x : iterations } -> { x' }
static Set primedSet(const Set &set, const std::vector<std::string> &inames) {
  return set.rename(markedNames(inames, Mark::Prime));
}

NameSet Meetings::inamesOf(const Instruction &writer) const {
  NameSet all(writer.inames.begin(), writer.inames.end());
  const Expr assignee = writer.assignees().front();
  const auto *element = assignee.getIf<ArrayRef>();
  if (!element || all.empty())
    return all;
  Set meet = iterations(writer.inames);
  meet = meet.intersect(primedSet(meet, writer.inames));
  NameSet followed;
  for (const Expr &subscript : element->subscripts) {
    auto here = place(subscript);
    if (!here)
      return all;
    Set at = PwAff::name(subscriptName(0)).eq(*here);
    meet = meet.intersect(at).intersect(primedSet(at, writer.inames));
    meet = meet.project({subscriptName(0)});
    followed.merge(namesIn(subscript));
  }
  Set same = agreement(all);
  NameSet result = all;
  for (const std::string &iname : writer.inames) {
    NameSet others = result;
    others.erase(iname);
    if (followed.count(iname) &&
        meet.intersect(agreement(others)).isSubset(same))
      result = others;
  }
  return result;
}
