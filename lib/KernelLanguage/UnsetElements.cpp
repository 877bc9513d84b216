// Elements of temporaries that something reads and nothing sets: whatever was
// in memory would be in results.
#include "Builder.h"

#include "ElementAccesses.h"

#include "loopyc/IR/SetNames.h"

using namespace loopyc;
using namespace loopyc::language;
using poly::PwAff;
using poly::Set;

// { subscripts : of some instance }, in arguments by value; nothing where a
// subscript is data.
static std::optional<Set> elementsOf(const Kernel &kernel,
                                     const ElementAccess &access) {
  Set values = access.domain;
  poly::Names kept;
  const auto &subscripts = access.reference.getIf<ArrayRef>()->subscripts;
  for (size_t a = 0; a < subscripts.size(); ++a) {
    std::optional<PwAff> subscript = affineIn(kernel, subscripts[a]);
    if (!subscript)
      return std::nullopt;
    values = values.equate(subscriptName(a), *subscript);
    kept.push_back(subscriptName(a));
  }
  for (const std::string &name : values.names())
    if (VariablePtr var = kernel.findVariable(name); var && var->isValue())
      kept.push_back(name);
  return values.projectOnto(kept);
}

static std::string elementText(const std::string &array, size_t rank,
                               const poly::Point &point) {
  std::string list;
  for (size_t a = 0; a < rank; ++a) {
    auto it = point.find(subscriptName(a));
    list += (list.empty() ? "" : ", ") +
            std::to_string(it == point.end() ? 0 : it->second);
  }
  return array + "[" + list + "]";
}

void language::warnOfUnset(const Kernel &kernel) {
  bool hasArrays = false;
  for (const VariablePtr &temp : kernel.temporaries)
    hasArrays = hasArrays || !temp->isScalar();
  if (!hasArrays)
    return;
  std::vector<ElementAccess> accesses = elementAccesses(kernel);
  for (const VariablePtr &temp : kernel.temporaries) {
    if (temp->isScalar() || temp->isTable())
      continue;
    std::optional<Set> set = Set::empty();
    for (const ElementAccess &access : accesses)
      if (access.isWrite && set &&
          access.reference.getIf<ArrayRef>()->name == temp->name) {
        auto more = elementsOf(kernel, access);
        set = more ? std::optional(set->unite(*more)) : std::nullopt;
      }
    for (const ElementAccess &access : accesses) {
      if (access.isWrite || !set ||
          access.reference.getIf<ArrayRef>()->name != temp->name)
        continue;
      auto read = elementsOf(kernel, access);
      if (!read || read->isSubset(*set))
        continue;
      auto point = read->subtract(*set).sample();
      warn("unset",
           "'" + access.insn->id + "' reads " + access.reference.str() +
               ", of which " +
               elementText(temp->name, temp->axes.size(),
                           point.value_or(poly::Point())) +
               " is set by nothing; set all elements of '" + temp->name +
               "' that are read",
           access.insn->range);
      break;
    }
  }
}
