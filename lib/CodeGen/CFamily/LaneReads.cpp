#include "CFamily/LaneReads.h"

#include "loopyc/IR/SetNames.h"

#include <cstdlib>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PwAff;
using poly::Set;

GroupItems::GroupItems(const ScheduledKernel &kernel) {
  points.emplace_back();
  int64_t step = 1;
  for (const HardwareAxis &axis : kernel.axes) {
    if (!axis.isLocal())
      continue;
    const int64_t length = *asInteger(axis.size);
    const std::string name = axis.str();
    std::vector<poly::Point> longer;
    for (int64_t position = 0; position < length; ++position)
      for (poly::Point point : points) {
        point[name] = position;
        longer.push_back(std::move(point));
      }
    points = std::move(longer);
    kinds.push_back(axis);
    names.push_back(name);
    steps.push_back(step);
    step *= length;
    all = all.intersect(PwAff::name(name).ge(PwAff::constant(0)))
              .intersect(PwAff::name(name).lt(PwAff::constant(length)));
  }
}

Expr GroupItems::number() const {
  Expr sum = Expr::integer(0);
  for (size_t i = 0; i < kinds.size(); ++i)
    sum = sum + axis(i) * steps[i];
  return fold(sum);
}

// By the least and the last position on each axis, which is enough for what
// the first items of a row do.
std::vector<bool> GroupItems::in(const Set &domain) const {
  Set here = domain.flat().intersect(all);
  std::vector<bool> result(points.size(), true);
  for (const std::string &name : names) {
    auto low = here.minConst(name), high = here.maxConst(name);
    for (size_t i = 0; i < points.size(); ++i) {
      const int64_t position = points[i].at(name);
      result[i] = result[i] && (!low || position >= *low) &&
                  (!high || position <= *high);
    }
  }
  return result;
}

bool OwnElements::add(int64_t item, int64_t element) {
  auto [owner, isNew] = owners.emplace(element, item);
  if (owner->second != item || (ofItem[item] && *ofItem[item] != element))
    return false;
  ofItem[item] = element;
  return true;
}

std::optional<int64_t> OwnElements::ownerOf(int64_t element) const {
  auto owner = owners.find(element);
  return owner == owners.end() ? std::nullopt
                               : std::make_optional(owner->second);
}

namespace {

using Sources = std::vector<std::optional<int64_t>>;

} // namespace

// source - item, if that is one number for all.
static std::optional<int64_t> commonDistance(const Sources &sources) {
  std::optional<int64_t> distance;
  for (size_t item = 0; item < sources.size(); ++item) {
    if (!sources[item])
      continue;
    const int64_t here = *sources[item] - static_cast<int64_t>(item);
    if (distance && *distance != here)
      return std::nullopt;
    distance = here;
  }
  return distance;
}

// A sum of multiples of positions that gives the source of all items. Of an
// axis along which no two neighbours read, nothing is to be known.
static std::optional<Expr> commonSum(const Sources &sources,
                                     const GroupItems &items) {
  const std::vector<int64_t> &steps = items.strides();
  std::vector<int64_t> factors(steps.size(), 0);
  std::optional<size_t> first;
  for (size_t item = 0; item < sources.size(); ++item) {
    if (!sources[item])
      continue;
    first = first ? *first : item;
    for (size_t axis = 0; axis < steps.size(); ++axis) {
      const size_t next = item + steps[axis];
      if (next < sources.size() && sources[next] &&
          items.at(next).at(items.axes()[axis]) ==
              items.at(item).at(items.axes()[axis]) + 1)
        factors[axis] = *sources[next] - *sources[item];
    }
  }
  if (!first)
    return std::nullopt;
  auto valueAt = [&](size_t item) {
    int64_t sum = 0;
    for (size_t axis = 0; axis < steps.size(); ++axis)
      sum += factors[axis] * items.at(item).at(items.axes()[axis]);
    return sum;
  };
  const int64_t constant = *sources[*first] - valueAt(*first);
  for (size_t item = 0; item < sources.size(); ++item)
    if (sources[item] && *sources[item] != valueAt(item) + constant)
      return std::nullopt;
  Expr sum = Expr::integer(constant);
  for (size_t axis = 0; axis < steps.size(); ++axis)
    sum = sum + items.axis(axis) * factors[axis];
  return fold(sum);
}

std::optional<LaneRead> codegen::laneRead(const Sources &sources,
                                          const GroupItems &items,
                                          int64_t lanes) {
  LaneRead read;
  read.mayBeOwn = false;
  for (int64_t item = 0; item < items.size(); ++item) {
    if (!sources[item])
      continue;
    if (*sources[item] / lanes != item / lanes)
      return std::nullopt;
    read.mayBeOwn = read.mayBeOwn || *sources[item] == item;
  }
  if (auto distance = commonDistance(sources)) {
    read.source = *distance == 0  ? LaneSource::Own
                  : *distance > 0 ? LaneSource::Down
                                  : LaneSource::Up;
    read.distance = std::abs(*distance);
    return read;
  }
  auto sum = commonSum(sources, items);
  if (!sum)
    return std::nullopt;
  read.source = LaneSource::At;
  read.item = *sum;
  return read;
}

Expr codegen::placeInArray(const ArrayRef &ref, const Variable &var) {
  const std::vector<Expr> strides = axisStrides(var);
  Expr place = Expr::integer(0);
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    if (std::holds_alternative<ReusedAxis>(var.axes[axis].tag))
      continue;
    auto stride = strides[axis] ? asInteger(fold(strides[axis])) : std::nullopt;
    if (!stride || axis >= ref.subscripts.size())
      return Expr();
    place = place + ref.subscripts[axis] * *stride;
  }
  return fold(place);
}
