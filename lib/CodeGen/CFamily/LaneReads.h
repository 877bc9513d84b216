// Where a work-item finds the value that it reads of another: the rule by which
// subscripts of a local array name a work-item of the same warp.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_LANEREADS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_LANEREADS_H

#include "CFamily/Dialect.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <map>
#include <optional>
#include <vector>

namespace loopyc {
namespace codegen {

// The work-items of a group in the order of their numbers, axis 0 fastest.
class GroupItems {
public:
  explicit GroupItems(const ScheduledKernel &kernel);

  int64_t size() const { return static_cast<int64_t>(points.size()); }
  // Its positions on the local axes, by their names in sets.
  const poly::Point &at(int64_t item) const { return points[item]; }
  const poly::Names &axes() const { return names; }
  // { the axes : each position is one of the group's }
  const poly::Set &range() const { return all; }
  // By its number: which of them may run what has this domain.
  std::vector<bool> in(const poly::Set &domain) const;
  // An expression that gives the item's number plus a constant.
  Expr number() const;
  // Of each axis, the step of numbers along it.
  const std::vector<int64_t> &strides() const { return steps; }
  Expr axis(size_t which) const { return Expr::axis(kinds[which]); }

private:
  std::vector<poly::Point> points;
  std::vector<GridAxis> kinds;
  poly::Names names;
  std::vector<int64_t> steps;
  poly::Set all = poly::Set::universe();
};

// Which element an item assigns, and who assigns an element: both one each.
class OwnElements {
public:
  explicit OwnElements(int64_t items) : ofItem(items) {}

  // False if it has another already, or the element has another owner.
  bool add(int64_t item, int64_t element);
  // nullopt: nobody.
  std::optional<int64_t> ownerOf(int64_t element) const;

private:
  std::vector<std::optional<int64_t>> ofItem;
  std::map<int64_t, int64_t> owners;
};

// Whose value it is.
struct LaneRead {
  LaneSource source = LaneSource::Own;
  int64_t distance = 0; // of Down and Up
  Expr item;            // of At
  // May it be the item's own value?
  bool mayBeOwn = true;
};

// The rule for what items read: whose value, by item; nullopt for those that do
// not read. nullopt if there is none, or a value is outside of the item's warp
// of `lanes`.
std::optional<LaneRead>
laneRead(const std::vector<std::optional<int64_t>> &sources,
         const GroupItems &items, int64_t lanes);

// The element's place among the elements of the array; null if there is no
// constant layout of scalars.
Expr placeInArray(const ArrayRef &ref, const Variable &var);

} // namespace codegen
} // namespace loopyc

#endif
