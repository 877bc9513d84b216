#include "RegionArrays.h"

#include "KernelBuilder.h"
#include "Obstacles.h"
#include "loopyc/Analysis/ExposedReads.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// What no work-group could keep to itself stays where it is.
constexpr int64_t mostBytes = 48 * 1024;

bool isSmall(const Variable &variable) {
  std::optional<int64_t> bytes = storageBytes(variable);
  return bytes && *bytes <= mostBytes;
}

const Variable *find(const Procedure &procedure, const std::string &name) {
  auto found = std::find_if(
      procedure.variables.begin(), procedure.variables.end(),
      [&](const Variable &variable) { return variable.name == name; });
  return found == procedure.variables.end() ? nullptr : &*found;
}

template <typename T> bool holds(const std::vector<T> &list, const T &what) {
  return std::find(list.begin(), list.end(), what) != list.end();
}

// Those of the region's own arrays that it certainly writes before it reads.
std::vector<std::string> writtenFirst(const Procedure &region) {
  std::vector<std::string> result;
  if (obstacleOf(region))
    return result;
  try {
    std::set<size_t> noRegionsOfTags;
    Kernel kernel = buildKernel(region, {}, noRegionsOfTags);
    for (const std::string &name : region.ownArrays)
      if (isSmall(*find(region, name)) && !hasExposedReads(kernel, name))
        result.push_back(name);
  } catch (const UserError &) { // will be told when its kernel is built
  }
  return result;
}

void makeTemporaries(Procedure &region, const std::vector<std::string> &names) {
  auto chosen = [&](const std::string &name) { return holds(names, name); };
  region.dummies.erase(
      std::remove_if(region.dummies.begin(), region.dummies.end(), chosen),
      region.dummies.end());
  auto first = std::stable_partition(
      region.variables.begin(), region.variables.end(),
      [&](const Variable &variable) { return !chosen(variable.name); });
  for (auto it = first; it != region.variables.end(); ++it) {
    it->kind = VariableKind::Temporary;
    it->space = AddressSpace::Auto;
  }
}

// Another region that mentions one must not read what this one wrote; what a
// region with calls, say, mentions is not known.
bool leavesAlone(const Procedure &other, const std::string &name) {
  return isTransparent(other) &&
         (!find(other, name) || holds(other.ownArrays, name));
}

} // namespace

Program frontend::privatizeOwnArrays(Program program) {
  std::vector<Procedure> &procedures = program.procedures;
  for (Procedure &procedure : procedures)
    if (!procedure.ownArrays.empty())
      procedure.ownArrays = writtenFirst(procedure);
  std::vector<std::vector<std::string>> chosen;
  for (const Procedure &region : procedures) {
    chosen.emplace_back();
    for (const std::string &name : region.ownArrays)
      if (std::all_of(procedures.begin(), procedures.end(),
                      [&](const Procedure &other) {
                        return !other.isRegion() || other.host != region.host ||
                               leavesAlone(other, name);
                      }))
        chosen.back().push_back(name);
  }
  for (size_t p = 0; p < procedures.size(); ++p)
    if (!chosen[p].empty())
      makeTemporaries(procedures[p], chosen[p]);
  return program;
}
