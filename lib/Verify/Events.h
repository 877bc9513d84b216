// What one thread of execution does, in order: points of statements, each at a
// time, a vector of integers that is compared lexicographically.
#ifndef LOOPYC_LIB_VERIFY_EVENTS_H
#define LOOPYC_LIB_VERIFY_EVENTS_H

#include "Statement.h"
#include "loopyc/Verify/Reference.h"

namespace loopyc {
namespace verify {

class EventList {
public:
  struct Event {
    int statement;
    const int64_t *point; // of the statement's scanned names
  };

  // Times shorter than others are continued by zeros.
  void add(int statement, const int64_t *point, size_t dims,
           const std::vector<int64_t> &time);
  // Events of one time stay in the order in which they were added.
  void sort();
  void clear();

  size_t size() const { return rows.size(); }
  Event operator[](size_t i) const {
    return {rows[i].statement, numbers.data() + rows[i].point};
  }
  std::vector<int64_t> time(size_t i) const {
    auto begin = numbers.begin() + static_cast<int64_t>(rows[i].time);
    return {begin, begin + static_cast<int64_t>(rows[i].timeSize)};
  }

private:
  struct Row {
    int statement;
    size_t point, time, timeSize; // positions in numbers
  };
  bool earlier(const Row &a, const Row &b) const;

  std::vector<Row> rows;
  std::vector<int64_t> numbers;
};

// Values that variables in loop bounds have had, by variable.
using BoundValues = std::map<int, std::set<int64_t>>;

// Every point that the domain can have at these sizes (`names`, by place), for
// any of the bounds' values; each once. `visit` gets the fixed and the scanned
// values.
void forEachPoint(const Domain &domain, const RunLimits &limits,
                  const std::vector<int64_t> &names, const BoundValues &bounds,
                  std::vector<Range> boxes, const Scanner::Visit &visit);

// Puts the point's values to their places in `names`.
void setPoint(const Domain &domain, const int64_t *scanned,
              std::vector<int64_t> &names);

// Is the point in the domain, with what its data are now? `names` holds sizes
// and scanned values. Throws Fault where a bound has no value.
bool isInside(const Domain &domain, std::vector<int64_t> &names,
              Elements &elements);

} // namespace verify
} // namespace loopyc

#endif
