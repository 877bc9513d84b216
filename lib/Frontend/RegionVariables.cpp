#include "RegionVariables.h"

#include "FirstUse.h"
#include "KernelBuilder.h"
#include "Obstacles.h"
#include "ProcedureIndex.h"
#include "loopyc/Analysis/ExposedReads.h"
#include "loopyc/Source/Fortran/ModuleDeclarations.h"
#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Source/Fortran/Threads.h"
#include "loopyc/Support/LetterCase.h"

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

std::vector<std::string> written(const Procedure &region,
                                 const std::vector<std::string> &names) {
  std::vector<std::string> result;
  ProcedureIndex index(region);
  for (const std::string &name : names)
    if (index.isWritten(name) && !index.isLoopVariable(name))
      result.push_back(name);
  return result;
}

// Those that the region certainly writes before it reads, or that have no
// values where it begins.
std::vector<std::string> writtenFirst(const Procedure &region,
                                      const std::vector<std::string> &written) {
  std::vector<std::string> result;
  if (written.empty() || obstacleOf(region))
    return result;
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

// Of a region of all statements, all of the own variables that it writes.
std::vector<std::string> ownOf(const Procedure &region) {
  const std::vector<std::string> names = written(region, region.own);
  return region.isWhole && !obstacleOf(region) ? names
                                               : writtenFirst(region, names);
}

// Does a directive in front of the loop share its iterations out among threads?
bool isSharedOut(const Statement &loop, const fortran::DirectiveLines &lines) {
  if (!std::holds_alternative<DoStatement>(loop.value))
    return false;
  for (int n = loop.line - 1; n > 0 && lines.isEmpty(n); --n)
    if (const fortran::DirectiveLine *directive = lines.at(n);
        directive && fortran::sharesLoop(*directive))
      return true;
  return false;
}

// Variables of modules of which each thread has its own, where nothing but
// loops mentions them whose iterations threads share out: which iteration's
// values are in a thread's own behind such a loop, the program does not say.
std::vector<std::string> ofThreads(const Procedure &region,
                                   const fortran::DirectiveLines &lines) {
  std::vector<std::string> result;
  for (const HiddenVariable &hidden : region.hidden) {
    const std::string &name = hidden.variable.name;
    if (hidden.value.kind == HostValue::Kind::Variable &&
        hidden.value.isOfModule() && !hidden.value.isComponent() &&
        std::all_of(region.body.begin(), region.body.end(),
                    [&](const Statement &statement) {
                      return !countMentions(statement, name) ||
                             isSharedOut(statement, lines);
                    }) &&
        fortran::sharingOf(hidden.variable.range) == fortran::Sharing::OfEach)
      result.push_back(name);
  }
  return writtenFirst(region, written(region, result));
}

// The statements of the original have the module's, as what they call.
void keepOfModule(Procedure &region, const HiddenVariable &hidden) {
  const std::string name = lowerCase(hidden.value.path.front());
  region.inlinedLocals.push_back(hidden.variable.name);
  region.namesOfModules.push_back(fortran::useText(hidden.value));
  auto &objects = region.objects;
  objects.erase(std::remove_if(objects.begin(), objects.end(),
                               [&](const source::HostObject &object) {
                                 return object.name == name;
                               }),
                objects.end());
}

void giveThreadsTheirs(Procedure &region,
                       const fortran::DirectiveLines &lines) {
  const std::vector<std::string> names = ofThreads(region, lines);
  for (const HiddenVariable &hidden : region.hidden)
    if (holds(names, hidden.variable.name))
      keepOfModule(region, hidden);
  for (const std::string &name : names)
    region.remarks.push_back("assumes that nothing reads behind the loop what "
                             "an iteration leaves in '" +
                             name + "' (threadprivate)");
  makeTemporaries(region, names);
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
      procedure.own = ownOf(procedure);
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
  if (program.text.find('$') == std::string::npos)
    return program;
  const fortran::DirectiveLines lines(source::splitLines(program.text),
                                      program.form);
  for (Procedure &procedure : procedures)
    if (procedure.isRegion())
      giveThreadsTheirs(procedure, lines);
  return program;
}
