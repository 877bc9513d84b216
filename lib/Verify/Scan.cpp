#include "loopyc/Verify/Scan.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Integers.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

Scanner::Scanner(const poly::Set &given, const poly::Names &fixed,
                 const poly::Names &names)
    : fixedCount(fixed.size()), scanned(names) {
  poly::Set flat = given.flat().coalesce();
  poly::Names order = fixed;
  for (const std::string &name : scanned) {
    order.push_back(name);
    hulls.push_back(plainHull(flat.projectOnto(order), order));
  }
  set = plainSet(flat, order);
}

void Scanner::scan(const std::vector<int64_t> &values,
                   const std::vector<Range> &boxes, const Visit &visit) const {
  std::vector<int64_t> point(values.begin(), values.begin() + fixedCount);
  point.resize(fixedCount + scanned.size());
  level(0, point, boxes, visit);
}

void Scanner::level(size_t depth, std::vector<int64_t> &point,
                    const std::vector<Range> &boxes, const Visit &visit) const {
  if (depth == scanned.size()) {
    if (set.contains(point.data()))
      visit(point.data());
    return;
  }
  Range range = rangeAt(depth, point, boxes);
  for (int64_t value = range.low; value <= range.high; ++value) {
    point[fixedCount + depth] = value;
    level(depth + 1, point, boxes, visit);
  }
}

static int64_t fitting(std::optional<int64_t> value) {
  if (!value)
    throw UserError("the numbers in an iteration domain exceed 64 bits; use "
                    "smaller constants");
  return *value;
}

static int64_t negated(int64_t value) {
  return fitting(integers::negated(value));
}

// Narrows `range` by factor * x + rest >= 0.
static void limit(Range &range, int64_t factor, int64_t rest) {
  auto quotient = [&](int64_t divisor) {
    return fitting(integers::floorQuotient(rest, divisor));
  };
  if (factor > 0)
    range.low = std::max(range.low, negated(quotient(factor)));
  else if (factor < 0)
    range.high = std::min(range.high, quotient(negated(factor)));
  else if (rest < 0)
    range = {1, 0};
}

// Of the name at position `at`, the last one, in one polyhedron.
static Range rangeIn(const poly::PlainPart &part, size_t at,
                     const std::vector<int64_t> &point) {
  Range range;
  for (const poly::PlainForm &form : part.nonNegative)
    limit(range, form.factors[at], form.at(point.data(), at));
  for (const poly::PlainForm &form : part.zero) {
    int64_t rest = form.at(point.data(), at);
    limit(range, form.factors[at], rest);
    limit(range, negated(form.factors[at]), negated(rest));
  }
  return range;
}

Range Scanner::rangeAt(size_t depth, const std::vector<int64_t> &point,
                       const std::vector<Range> &boxes) const {
  Range all{1, 0};
  bool any = false;
  for (const poly::PlainPart &part : hulls[depth].parts) {
    Range own = rangeIn(part, fixedCount + depth, point);
    if (depth < boxes.size()) {
      own.low = std::max(own.low, boxes[depth].low);
      own.high = std::min(own.high, boxes[depth].high);
    }
    if (own.low > own.high)
      continue;
    if (own.low == INT64_MIN || own.high == INT64_MAX)
      throw UserError("the range of '" + scanned[depth] + "' has no bound");
    all.low = any ? std::min(all.low, own.low) : own.low;
    all.high = any ? std::max(all.high, own.high) : own.high;
    any = true;
  }
  return all;
}
