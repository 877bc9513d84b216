#include "Events.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

using namespace loopyc;
using namespace loopyc::verify;

void EventList::add(int statement, const int64_t *point, size_t dims,
                    const std::vector<int64_t> &time) {
  Row row{statement, numbers.size(), numbers.size() + dims, time.size()};
  numbers.insert(numbers.end(), point, point + dims);
  numbers.insert(numbers.end(), time.begin(), time.end());
  rows.push_back(row);
}

bool EventList::earlier(const Row &a, const Row &b) const {
  for (size_t i = 0; i < std::max(a.timeSize, b.timeSize); ++i) {
    int64_t x = i < a.timeSize ? numbers[a.time + i] : 0;
    int64_t y = i < b.timeSize ? numbers[b.time + i] : 0;
    if (x != y)
      return x < y;
  }
  return false;
}

void EventList::sort() {
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Row &a, const Row &b) { return earlier(a, b); });
}

void EventList::clear() {
  rows.clear();
  numbers.clear();
}

// Candidates for one instance that are looked at, in the mean.
constexpr int64_t candidates = 16;

// The data of the domain that no loop of the reference is bounded by: guards on
// what another launch has computed. Whether they hold is asked when it is known.
static poly::Names dataOfGuards(const Domain &domain,
                                const BoundValues &bounds) {
  poly::Names result;
  for (size_t d = 0; d < domain.data.size(); ++d)
    if (!bounds.count(domain.data[d]))
      result.push_back(domain.fixed[domain.sizes + d]);
  return result;
}

void verify::forEachPoint(const Domain &domain, const RunLimits &limits,
                          const std::vector<int64_t> &names,
                          const BoundValues &bounds, std::vector<Range> boxes,
                          const Scanner::Visit &visit) {
  const size_t fixed = domain.fixed.size(), dims = domain.places.size() - fixed;
  for (size_t d = 0; d < domain.isEndless.size(); ++d)
    if (domain.isEndless[d]) {
      boxes.resize(std::max(boxes.size(), d + 1), Range{INT64_MIN, INT64_MAX});
      boxes[d] = {0, limits.endless - 1};
    }
  std::vector<int64_t> sizes(domain.sizes);
  for (size_t i = 0; i < domain.sizes; ++i)
    sizes[i] = names[domain.places[i]];
  if (domain.data.empty())
    return domain.scanner->scan(sizes, boxes, visit);
  const poly::Names open = dataOfGuards(domain, bounds);
  poly::Names given;
  for (const std::string &name : domain.fixed)
    if (!llvm::is_contained(open, name))
      given.push_back(name);
  const poly::Names scanned(domain.names.begin() + fixed, domain.names.end());
  std::unique_ptr<Scanner> wide;
  if (!open.empty())
    wide = std::make_unique<Scanner>(domain.set.flat().project(open), given,
                                     scanned);
  const Scanner &scanner = wide ? *wide : *domain.scanner;

  // Any combination of values that the bounds have had.
  std::set<std::vector<int64_t>> points;
  int64_t looked = 0;
  auto look = [&] {
    if (++looked > candidates * limits.instances)
      throw TooLarge("loop bounds that the kernel computes have too many "
                     "values");
  };
  std::vector<int64_t> values = sizes;
  std::function<void(size_t)> choose = [&](size_t d) {
    look();
    if (d == domain.data.size())
      return scanner.scan(values, boxes, [&](const int64_t *point) {
        look();
        points.emplace(point + given.size(), point + given.size() + dims);
      });
    auto known = bounds.find(domain.data[d]);
    if (known == bounds.end())
      return choose(d + 1);
    for (int64_t value : known->second) {
      values.push_back(value);
      choose(d + 1);
      values.pop_back();
    }
  };
  choose(0);
  for (const std::vector<int64_t> &point : points) {
    std::vector<int64_t> all = sizes;
    all.resize(fixed);
    all.insert(all.end(), point.begin(), point.end());
    visit(all.data());
  }
}

void verify::setPoint(const Domain &domain, const int64_t *scanned,
                      std::vector<int64_t> &names) {
  size_t fixed = domain.fixed.size();
  for (size_t i = fixed; i < domain.places.size(); ++i)
    names[domain.places[i]] = scanned[i - fixed];
}

// Is the point in the domain for some values of these data?
static bool mayBeInside(const Domain &domain, const std::set<size_t> &data,
                        const std::vector<int64_t> &values) {
  auto known = domain.whatever.find(data);
  if (known == domain.whatever.end()) {
    poly::Names gone;
    for (size_t d : data)
      gone.push_back(domain.fixed[domain.sizes + d]);
    known = domain.whatever
                .emplace(data, poly::plainSet(domain.set.flat().project(gone),
                                              domain.names))
                .first;
  }
  return known->second.contains(values.data());
}

// A bound that has no value yet decides nothing where the loops around have no
// such iteration.
bool verify::isInside(const Domain &domain, std::vector<int64_t> &names,
                      Elements &elements) {
  std::set<size_t> undefined;
  for (size_t d = 0; d < domain.data.size(); ++d) {
    Value value = elements.load(domain.data[d], {});
    if (value.isDefined())
      names[domain.places[domain.sizes + d]] = value.re;
    else
      undefined.insert(d);
  }
  std::vector<int64_t> values;
  for (int place : domain.places)
    values.push_back(names[place]);
  if (undefined.empty())
    return domain.scanner->contains(values.data());
  if (mayBeInside(domain, undefined, values))
    throw Fault("has a loop bound '" +
                domain.fixed[domain.sizes + *undefined.begin()] +
                "' that is undefined");
  return false;
}
