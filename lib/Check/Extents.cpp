#include "Extents.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::check;

// Of elements along the unknown axis.
static constexpr int64_t largestExtent = 1 << 24;

Extents::Extents(const Bounds &bounds, const KernelObjects &objects,
                 const Values &sizes,
                 const std::map<std::string, IndexRange> &inputs)
    : bounds(bounds), sizes(sizes),
      ranges(bounds.subject(), objects, sizes, inputs,
             [this](const Object &object) { return of(object); }) {}

[[noreturn]] static void cannotTell(const std::string &array,
                                    const std::string &why) {
  throw UserError("--check cannot tell how large the assumed-size array '" +
                  array + "' must be: " + why + "; declare its last extent");
}

const std::vector<int64_t> &Extents::of(const Object &object) {
  if (auto found = known.find(object.name); found != known.end())
    return found->second;
  if (!inProgress.insert(object.name).second)
    cannotTell(object.name, "its own elements are among its subscripts");
  std::vector<int64_t> extents;
  for (size_t a = 0; a < object.extents.size(); ++a)
    extents.push_back(object.extents[a] ? declared(object, a)
                                        : needed(object, a));
  inProgress.erase(object.name);
  return known[object.name] = extents;
}

int64_t Extents::declared(const Object &object, size_t axis) const {
  auto value = evaluate(object.extents[axis], sizes);
  if (!value)
    throw UserError("--check cannot compute the extent '" +
                    object.extents[axis].str() + "' of array '" + object.name +
                    "'");
  return std::max<int64_t>(*value, 0);
}

// The smallest at which the current indices along the axes of unknown extent
// reach far enough.
int64_t Extents::needed(const Object &object, size_t axis) {
  VariablePtr array = bounds.subject().findVariable(object.name);
  int64_t extent = 1;
  for (const auto &[current, count] : neededIndices(object.name)) {
    const Expr &index = array->declared.indices.at(current);
    Values at = sizes;
    for (size_t d = 0; d < object.extents.size(); ++d)
      at["i" + std::to_string(d)] = 0;
    auto reached = [&](int64_t last) {
      at["i" + std::to_string(axis)] = last;
      return evaluate(index, at).value_or(count) >= count;
    };
    while (extent < largestExtent && !reached(extent))
      ++extent;
  }
  // What is passed by value, the kernel reaches no more.
  for (const Object::Element &element : object.elements)
    if (auto position = evaluate(element.position[axis], sizes))
      extent = std::max(extent, *position + 1);
  if (extent > largestExtent)
    throw UserError("--check: the values given make the assumed-size array '" +
                    object.name + "' too large to test; give smaller ones");
  return extent;
}

// By current axis of unknown extent, one more than the largest index.
std::map<size_t, int64_t> Extents::neededIndices(const std::string &array) {
  VariablePtr variable = bounds.subject().findVariable(array);
  std::map<size_t, int64_t> result;
  for (const AccessInfo &access : bounds.everyAccess()) {
    if (access.variable != array || !variable)
      continue;
    for (size_t a = 0; a < access.location.size(); ++a) {
      if (a >= variable->axes.size() || variable->axes[a].extent ||
          !access.location[a])
        continue;
      Interval index = ranges.of(access.location[a], access.instruction);
      if (index.isEmpty())
        continue;
      if (!index.high)
        cannotTell(array, "nothing bounds the subscript of '" +
                              access.reference.str() + "'");
      if (*index.high >= largestExtent)
        throw UserError("--check: the values given make '" +
                        access.reference.str() + "' reach element " +
                        std::to_string(*index.high) + " of array '" + array +
                        "', which is too large to test; give smaller ones");
      int64_t &count = result[a];
      count = std::max(count, *index.high + 1);
    }
  }
  return result;
}
