#include "RegionVariables.h"

#include "KernelBuilder.h"
#include "Obstacles.h"
#include "ProcedureIndex.h"
#include "loopyc/Analysis/ExposedReads.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

bool mentions(const Procedure &procedure, const std::string &name) {
  return std::any_of(
      procedure.variables.begin(), procedure.variables.end(),
      [&](const Variable &variable) { return variable.name == name; });
}

template <typename T> bool holds(const std::vector<T> &list, const T &what) {
  return std::find(list.begin(), list.end(), what) != list.end();
}

void makeTemporaries(Procedure &region, const std::vector<std::string> &names) {
  auto chosen = [&](const std::string &name) { return holds(names, name); };
  region.dummies.erase(
      std::remove_if(region.dummies.begin(), region.dummies.end(), chosen),
      region.dummies.end());
  region.hidden.erase(std::remove_if(region.hidden.begin(), region.hidden.end(),
                                     [&](const HiddenVariable &hidden) {
                                       return chosen(hidden.variable.name);
                                     }),
                      region.hidden.end());
  auto first = std::stable_partition(
      region.variables.begin(), region.variables.end(),
      [&](const Variable &variable) { return !chosen(variable.name); });
  for (auto it = first; it != region.variables.end(); ++it) {
    it->kind = VariableKind::Temporary;
    it->space = AddressSpace::Auto;
  }
}

// Those of the region's own variables that it certainly writes before it reads,
// or that have no values where it begins: of a region of all statements, all
// that it writes.
std::vector<std::string> writtenFirst(const Procedure &region) {
  std::vector<std::string> written, result;
  ProcedureIndex index(region);
  for (const std::string &name : region.own)
    if (index.isWritten(name) && !index.isLoopVariable(name))
      written.push_back(name);
  if (written.empty() || obstacleOf(region))
    return result;
  if (region.isWhole)
    return written;
  try {
    Procedure trial = region;
    makeTemporaries(trial, written);
    std::set<size_t> noRegionsOfTags;
    Kernel kernel = buildKernel(trial, {}, noRegionsOfTags);
    for (const std::string &name : written)
      if (holds(region.unset, name) || !hasExposedReads(kernel, name))
        result.push_back(name);
  } catch (const UserError &) { // will be told when its kernel is built
  }
  return result;
}

// Another region that mentions one must not read what this one wrote; what a
// region with calls, say, mentions is not known.
bool leavesAlone(const Procedure &other, const std::string &name) {
  return isTransparent(other) &&
         (!mentions(other, name) || holds(other.own, name));
}

} // namespace

Program frontend::privatizeOwn(Program program) {
  std::vector<Procedure> &procedures = program.procedures;
  for (Procedure &procedure : procedures)
    if (!procedure.own.empty())
      procedure.own = writtenFirst(procedure);
  std::vector<std::vector<std::string>> chosen;
  for (const Procedure &region : procedures) {
    chosen.emplace_back();
    for (const std::string &name : region.own)
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
