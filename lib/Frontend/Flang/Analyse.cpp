// analyseWithFlang: parse, resolve modules, analyse, and lower each
// subroutine. A procedure that fails only because one of its modules was not
// found is set aside, and the file is analysed again without it.
#include "LowerProcedure.h"

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
  return UserError("module '" + use.name + "', which " + needing + " needs, " +
                       session.moduleNotFound(use.name),
                   use.range);
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

// The procedures that a unit gives: those of its regions, or itself.
class UnitLowering {
public:
  UnitLowering(const Session &session, const Units &units,
               const std::vector<UnresolvedUse> &unresolved,
               const Dropped &dropped, const std::vector<KernelRegion> &regions)
      : session(session), units(units), unresolved(unresolved),
        dropped(dropped), regions(regions), unitOf(regions.size(), -1) {
    for (size_t r = 0; r < regions.size(); ++r)
      for (size_t u = 0; u < units.units.size(); ++u)
        if (regions[r].begin.line > units.units[u].firstLine &&
            regions[r].end.line < units.units[u].lastLine)
          unitOf[r] = static_cast<int>(u);
    for (size_t r = 0; r < regions.size(); ++r)
      if (unitOf[r] < 0)
        throw UserError("kernel region '" + regions[r].name +
                            "' stands in no procedure of this file; it marks "
                            "executable statements of one",
                        regions[r].begin);
  }

  AnalysedSource run() {
    for (size_t u = 0; u < units.units.size(); ++u) {
      bool inParts = false;
      for (size_t r = 0; r < regions.size(); ++r)
        if (unitOf[r] == static_cast<int>(u)) {
          inParts = true;
          add(u, regions[r].name, [&](const auto &missing) {
            return lowerRegion(session, units.units[u], regions[r], regions,
                               missing);
          });
          result.subroutines.back().isRegion = true;
          result.subroutines.back().range = regions[r].begin;
        }
      if (!inParts && isKernel(units.units[u]))
        add(u, units.units[u].name, [&](const auto &missing) {
          return lowerProcedure(session, units.units[u], missing);
        });
    }
    result.filesRead = session.filesRead();
    return std::move(result);
  }

private:
  // Internal subroutines stay with their host.
  static bool isKernel(const Unit &unit) {
    return unit.kind == Unit::Kind::Subroutine && unit.host < 0 &&
           !isFunction(unit);
  }

  template <typename Lower>
  void add(size_t u, const std::string &name, Lower lower) {
    AnalysedProcedure procedure;
    procedure.name = name;
    procedure.module = units.units[u].module;
    auto aside = dropped.find(hostOf(u));
    if (aside != dropped.end())
      procedure.error = aside->second;
    else
      try {
        procedure.procedure = lower(missingFor(u));
      } catch (const UserError &error) {
        procedure.error = error;
      }
    result.subroutines.push_back(std::move(procedure));
  }

  size_t hostOf(size_t u) const {
    int host = units.units[u].host;
    return host < 0 ? u : static_cast<size_t>(host);
  }

  std::vector<std::string> missingFor(size_t u) const {
    std::vector<std::string> missing;
    for (const UnresolvedUse *use : unresolvedFor(units, hostOf(u), unresolved))
      missing.push_back(use->name);
    return missing;
  }

  const Session &session;
  const Units &units;
  const std::vector<UnresolvedUse> &unresolved;
  const Dropped &dropped;
  const std::vector<KernelRegion> &regions;
  std::vector<int> unitOf; // of each region
  AnalysedSource result;
};

} // namespace

AnalysedSource frontend::analyseWithFlang(const std::string &text,
                                          const std::string &fileName,
                                          const std::vector<KernelRegion> &regions,
                                          const FortranOptions &options) {
  Dropped dropped;
  while (true) {
    Session session(options);
    parser::Program &program = session.parseMain(text, fileName);
    Units units = collectUnits(session, program);
    std::vector<UnresolvedUse> unresolved = resolveUses(session, units);
    for (const auto &entry : dropped)
      dropUnit(program, units.units[entry.first]);
    std::vector<Diagnostic> errors = session.analyse(program);
    if (errors.empty())
      return UnitLowering(session, units, unresolved, dropped, regions).run();
    setAside(session, units, unresolved, errors, fileName, dropped);
  }
}
