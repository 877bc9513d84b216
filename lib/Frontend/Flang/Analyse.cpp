// analyseWithFlang: parse, resolve modules, analyse, and lower each
// procedure. One that fails only because one of its modules was not
// found is set aside, and the file is analysed again without it.
#include "AssociatePointers.h"
#include "FirstSource.h"
#include "FunctionKernels.h"
#include "HostCuts.h"
#include "InitialisedLocals.h"
#include "LowerProcedure.h"
#include "MissingIncludes.h"

#include "loopyc/Support/FreshNames.h"


#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;

namespace {

using Dropped = std::map<size_t, UserError>; // by index in Units::units

std::string kindName(Unit::Kind kind) {
  switch (kind) {
  case Unit::Kind::MainProgram:
    return "the main program";
  case Unit::Kind::Subroutine:
    return "subroutine";
  case Unit::Kind::Function:
    return "function";
  }
  return "";
}

// Indices of the unresolved uses that concern a unit: its own and its module's.
std::vector<const UnresolvedUse *>
unresolvedFor(const Units &units, size_t unit,
              const std::vector<UnresolvedUse> &unresolved) {
  std::vector<const UnresolvedUse *> result;
  const std::string &module = units.units[unit].module;
  for (const UnresolvedUse &use : unresolved)
    if (use.unit == static_cast<int>(unit) ||
        (use.unit < 0 && !module.empty() && use.module == module))
      result.push_back(&use);
  return result;
}

UserError missingModule(const Session &session, const UnresolvedUse &use,
                        const std::string &needing) {
  return UserError(needing + " needs " + use.what(session), use.range);
}

std::optional<size_t> unitAt(const Units &units, const SourceRange &range,
                             const std::string &fileName) {
  if (!range.known() || *range.file != fileName)
    return std::nullopt;
  for (size_t u = 0; u < units.units.size(); ++u)
    if (range.line >= units.units[u].range.line &&
        range.line <= units.units[u].range.endLine)
      return u;
  return std::nullopt;
}

// Missing modules that may explain an error there. What is cut of declarations
// may be missed anywhere.
std::vector<const UnresolvedUse *>
excusesFor(const Units &units, const std::vector<UnresolvedUse> &unresolved,
           const std::string &fileName, const SourceRange &place,
           const CutPlaces &places) {
  std::vector<const UnresolvedUse *> result;
  if (std::optional<size_t> unit = unitAt(units, place, fileName)) {
    int host = units.units[*unit].host;
    result = unresolvedFor(units, host < 0 ? *unit : static_cast<size_t>(host),
                           unresolved);
  } else {
    for (const UnresolvedUse &use : unresolved)
      if (use.unit < 0)
        result.push_back(&use);
  }
  if (result.empty() && places.inDeclarations)
    for (const UnresolvedUse &use : unresolved)
      result.push_back(&use);
  return result;
}

// Sets aside the units whose errors a missing module may explain; throws where
// an error has no such excuse.
void setAside(const Session &session, const Units &units,
              const std::vector<UnresolvedUse> &unresolved,
              const std::vector<Diagnostic> &errors,
              const std::string &fileName, Dropped &dropped) {
  Dropped more;
  for (const Diagnostic &error : errors) {
    std::optional<size_t> unit = unitAt(units, error.range, fileName);
    if (!unit) {
      for (const UnresolvedUse &use : unresolved)
        if (use.unit < 0)
          throw missingModule(session, use, "module '" + use.module + "'")
              .note(error.message, error.range);
      throw UserError(errors);
    }
    if (dropped.count(*unit))
      throw UserError(errors);
    std::vector<const UnresolvedUse *> uses =
        unresolvedFor(units, *unit, unresolved);
    if (uses.empty() && dropped.empty())
      throw UserError(errors);
    if (more.count(*unit))
      continue;
    const Unit &u = units.units[*unit];
    std::string name = kindName(u.kind) + (u.name.empty() ? "" : " '") +
                       u.name + (u.name.empty() ? "" : "'");
    if (uses.empty())
      more.emplace(*unit, UserError({error}));
    else
      more.emplace(*unit, missingModule(session, *uses.front(), name)
                              .note(error.message, error.range));
  }
  dropped.insert(more.begin(), more.end());
}

// Every unit as a procedure, its regions behind it.
class ProgramLowering : public CalledInterfaces {
public:
  ProgramLowering(const Session &session, const Units &units,
                  const std::vector<UnresolvedUse> &unresolved,
                  const Dropped &dropped,
                  const std::vector<KernelRegion> &regions, Program source)
      : source(std::move(source)), session(session), units(units),
        unresolved(unresolved),
        dropped(dropped), regions(regions), regionsOf(units.units.size()),
        cuts(units.units.size()) {
    for (const KernelRegion &region : regions)
      regionsOf[unitAround(region)].push_back(&region);
    const SharedVariables shared = sharedVariables();
    for (const Unit &unit : units.units)
      nameConstants(unit, shared);
    for (size_t u = 0; u < units.units.size(); ++u)
      asWhole.push_back(!units.units[u].isElsewhere && !hasRegions(u) &&
                        !dropped.count(hostOf(u)) &&
                        isRegionAsWhole(session, units.units[u], shared));
  }

  // What only the host executes, and which functions are kernels, is known when
  // all is lowered.
  Program run() {
    Program program = lower();
    if (tryFunctions(program)) {
      program = lower();
      if (dropSmallFunctions(program))
        program = lower();
    }
    return findCuts(program) ? lower() : std::move(program);
  }

private:
  Program lower() {
    result = source;
    result.procedures.resize(number());
    interfaces.clear();
    ProcedureNumbers byName(units, numbers);
    SharedVariables shared = sharedVariables();
    LoweringContext all{session, byName, regions, units, shared, *this};
    context = &all;
    for (size_t u = 0; u < units.units.size(); ++u) {
      const Unit &unit = units.units[u];
      lowerUnit(u);
      size_t next = numbers[u];
      for (const KernelRegion *region : regionsOf[u])
        put(++next, u, regionOf(u, *region),
            [&](const auto &missing, Procedure &procedure) {
              lowerRegion(all, unit, *region, missing, procedure);
            });
      const std::vector<RegionStatements> &parts = cuts[u].regions;
      for (size_t k = 0; k < parts.size(); ++k)
        put(++next, u, cutOf(u, k),
            [&](const auto &missing, Procedure &procedure) {
              lowerCut(all, unit, parts, k, missing, procedure);
            });
      if (asWhole[u])
        put(++next, u, wholeOf(u),
            [&](const auto &missing, Procedure &procedure) {
              lowerAsWhole(all, unit, missing, procedure);
            });
    }
    context = nullptr;
    result.filesRead = session.filesRead();
    return std::move(result);
  }

  // The unit's own procedure, once: calls may have asked for it before.
  void lowerUnit(size_t u) {
    if (!interfaces.emplace(numbers[u], PassedComponents()).second)
      return;
    put(numbers[u], u, procedureOf(u),
        [&](const auto &missing, Procedure &procedure) {
          interfaces[numbers[u]] = lowerProcedure(
              *context, units.units[u], regionsIn(u), missing, procedure);
        });
  }

  const PassedComponents &of(size_t procedure) override {
    auto unit = std::lower_bound(numbers.begin(), numbers.end(), procedure);
    lowerUnit(static_cast<size_t>(unit - numbers.begin()));
    return interfaces.at(procedure);
  }

  // Returns how many procedures there are.
  size_t number() {
    size_t next = 0;
    numbers.clear();
    for (size_t u = 0; u < units.units.size(); ++u) {
      numbers.push_back(next);
      next += 1 + regionsOf[u].size() + cuts[u].regions.size() +
              (asWhole[u] ? 1 : 0);
    }
    return next;
  }

  // What a unit that is not analysed reads is not known.
  SharedVariables sharedVariables() const {
    std::vector<const Unit *> analysed;
    for (size_t u = 0; u < units.units.size(); ++u)
      if (!dropped.count(hostOf(u)))
        analysed.push_back(&units.units[u]);
    return {analysed, session.cuts(), dropped.empty()};
  }

  // As regions; are there any?
  bool tryFunctions(const Program &program) {
    const std::vector<bool> may = mayBeFunctionKernels(program);
    for (size_t u = 0; u < units.units.size(); ++u)
      if (may[numbers[u]] && !hasRegions(u))
        triedFunctions.push_back(u);
    for (size_t u : triedFunctions)
      asWhole[u] = true;
    return !triedFunctions.empty();
  }

  // Were any too small for a kernel?
  bool dropSmallFunctions(const Program &program) {
    bool found = false;
    for (size_t u : triedFunctions)
      if (!goesThroughArrays(program.procedures[numbers[u] + 1])) {
        asWhole[u] = false;
        found = true;
      }
    return found;
  }

  // Were any found?
  bool findCuts(const Program &program) {
    ProcedureNumbers byName(units, numbers);
    SharedVariables shared = sharedVariables();
    LoweringContext all{session, byName, regions, units, shared, *this};
    bool found = false;
    for (size_t u = 0; u < units.units.size(); ++u) {
      size_t kernel = numbers[u] + (asWhole[u] ? 1 : 0);
      const Procedure &procedure = program.procedures[kernel];
      if (!procedure.isKernel() || procedure.isMarked() ||
          !procedure.isAnalysed || units.units[u].isElsewhere)
        continue;
      cuts[u] =
          hostCuts(all, program, units.units[u], kernel, missingFor(u));
      if (cuts[u].regions.empty())
        continue;
      found = true;
      asWhole[u] = false;
    }
    return found;
  }

  // Those that are marked: of what was cut, who calls it has the statements.
  std::vector<FoundRegion> regionsIn(size_t u) const {
    std::vector<PlacedRegion> placed;
    for (const KernelRegion *region : regionsOf[u])
      placed.push_back({*region, numbers[u] + 1 + placed.size()});
    return findRegions(session, units.units[u], placed);
  }

  // The innermost.
  size_t unitAround(const KernelRegion &region) const {
    for (size_t u = units.units.size(); u-- > 0;)
      if (region.begin.line >= units.units[u].firstLine &&
          region.end.line <= units.units[u].lastLine)
        return u;
    throw UserError("kernel region '" + region.name +
                        "' stands in no procedure of this file; it marks "
                        "executable statements of one",
                    region.begin);
  }

  // Where a procedure has some, nothing else of it is meant, nor what it
  // contains.
  bool hasRegions(size_t u) const {
    return !regionsOf[u].empty() || !regionsOf[hostOf(u)].empty();
  }

  Procedure procedureOf(size_t u) const {
    const Unit &unit = units.units[u];
    Procedure result;
    result.kind = unit.kind == Unit::Kind::MainProgram
                      ? Procedure::Kind::MainProgram
                  : unit.kind == Unit::Kind::Function || isFunction(unit)
                      ? Procedure::Kind::Function
                      : Procedure::Kind::Subroutine;
    result.name = unit.name;
    result.module = unit.module;
    if (unit.host >= 0)
      result.host = numbers[static_cast<size_t>(unit.host)];
    result.hasRegions =
        !regionsOf[u].empty() || asWhole[u] || !cuts[u].regions.empty();
    if (!cuts[u].regions.empty()) {
      result.hostParts = cuts[u].hostParts;
      result.hostMentions = cuts[u].mentions;
    }
    result.range = unit.range;
    result.firstLine = unit.firstLine;
    result.lastLine = unit.lastLine;
    result.isElsewhere = unit.isElsewhere;
    return result;
  }

  Procedure regionOf(size_t u, const KernelRegion &region) const {
    Procedure result;
    result.kind = Procedure::Kind::Region;
    result.name = region.name;
    result.module = units.units[u].module;
    result.host = numbers[u];
    result.around = units.units[u].name;
    result.place = result.range = region.begin;
    result.range.endLine = region.end.endLine;
    result.range.endColumn = region.end.endColumn;
    result.firstLine = region.begin.line;
    result.lastLine = region.end.line;
    result.lines = {region.begin.line + 1, region.end.line - 1};
    return result;
  }

  // Of several, each has a number behind the name.
  Procedure cutOf(size_t u, size_t number) const {
    const RegionStatements &part = cuts[u].regions[number];
    Procedure result = wholeOf(u);
    result.isWhole = false;
    result.isCut = true;
    if (cuts[u].regions.size() > 1)
      result.name = numberedName(u, number);
    result.place = result.range = session.range(firstSource(*part.first));
    LineSpan lines = linesOf(session, part);
    result.firstLine = lines.first;
    result.lastLine = lines.last;
    return result;
  }

  std::string numberedName(size_t u, size_t number) const {
    FreshNames names(FreshNames::Case::Ignored);
    for (const Unit &unit : units.units)
      names.take(unit.name);
    for (const KernelRegion &region : regions)
      names.take(region.name);
    std::string name;
    for (size_t k = 0; k <= number; ++k)
      name = names.numbered(units.units[u].name, 1);
    return name;
  }

  Procedure wholeOf(size_t u) const {
    const Unit &unit = units.units[u];
    Procedure result;
    result.kind = Procedure::Kind::Region;
    result.isWhole = true;
    result.name = result.around = unit.name;
    result.module = unit.module;
    result.host = numbers[u];
    result.place = result.range = unit.range;
    result.firstLine = unit.firstLine;
    result.lastLine = unit.lastLine;
    return result;
  }

  template <typename Lower>
  void put(size_t number, size_t u, Procedure procedure, Lower lower) {
    auto aside = dropped.find(hostOf(u));
    if (aside != dropped.end())
      procedure.obstacles.push_back(aside->second);
    else
      try {
        lower(missingFor(u), procedure);
      } catch (const UserError &error) {
        procedure.obstacles.push_back(error);
      }
    result.procedures[number] = std::move(procedure);
  }

  size_t hostOf(size_t u) const {
    int host = units.units[u].host;
    return host < 0 ? u : static_cast<size_t>(host);
  }

  std::vector<const UnresolvedUse *> missingFor(size_t u) const {
    return unresolvedFor(units, hostOf(u), unresolved);
  }

  const Program source; // without procedures
  const Session &session;
  const Units &units;
  const std::vector<UnresolvedUse> &unresolved;
  const Dropped &dropped;
  const std::vector<KernelRegion> &regions;
  std::vector<std::vector<const KernelRegion *>> regionsOf; // of each unit
  std::vector<HostCuts> cuts;                               // of each unit
  std::vector<bool> asWhole;   // of each unit: is it a region as a whole?
  std::vector<size_t> triedFunctions; // units
  std::vector<size_t> numbers; // of each unit, in Program::procedures
  std::map<size_t, PassedComponents> interfaces; // of those lowered, by number
  const LoweringContext *context = nullptr;      // while that goes on
  Program result;
};

} // namespace

Program frontend::analyseWithFlang(const std::string &text,
                                   const std::string &fileName,
                                   const Directives &directives,
                                   const FortranOptions &options) {
  Dropped dropped;
  CalleeSearch callees;
  CutPlaces cuts;
  AssociatedPointers pointers;
  std::set<int> missingIncludes; // lines
  Program source; // without procedures
  source.fileName = fileName;
  source.text = text;
  source.form = fortran::formOf(fileName, options);
  while (true)
    try {
      Session session(options, callees, cuts);
      parser::Program *parsed = nullptr;
      try {
        parsed = &session.parseMain(text, fileName, missingIncludes);
      } catch (const UserError &error) {
        if (!addMissingIncludes(error, text, fileName, options,
                                missingIncludes))
          throw;
        continue;
      }
      parser::Program &program = *parsed;
      pointers.apply(session, program, directives.kernels);
      session.addExternalCallees(program);
      Units units = collectUnits(session, program);
      std::vector<UnresolvedUse> unresolved = resolveUses(session, units);
      addOmitted(session, units, unresolved);
      for (const auto &entry : dropped)
        dropUnit(program, units.units[entry.first]);
      std::vector<Diagnostic> errors = session.analyse(program);
      session.requireUsable(errors);
      if (pointers.dropWrong(errors))
        continue;
      auto excuses = [&](const SourceRange &place, const CutPlaces &places) {
        return excusesFor(units, unresolved, fileName, place, places);
      };
      if (addCuts(session, program, errors, excuses, cuts))
        continue;
      if (!errors.empty()) {
        setAside(session, units, unresolved, errors, fileName, dropped);
      } else if (!session.needsMoreCallees()) {
        appendBodies(session.calledProcedures(), units);
        Program result = ProgramLowering(session, units, unresolved, dropped,
                                         directives.kernels, source)
                             .run();
        result.tagged = directives.regions;
        result.unusable = callees.unusable;
        return result;
      }
    } catch (const UnusableCallees &callee) {
      callees.unusable.emplace(callee.file, callee.error);
    } catch (const MoreCuts &) { // of a module's source
    }
}
