// Variables of hosts that statements reach through the internal procedures that
// they call: where these are inlined, the statements mention them.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_CALLEDVARIABLES_H
#define LOOPYC_LIB_FRONTEND_FLANG_CALLEDVARIABLES_H

#include "RegionFlow.h"
#include "TreeWalk.h"
#include "Units.h"
#include "Variables.h"

#include "flang/Semantics/scope.h"

#include <set>
#include <vector>

namespace loopyc {
namespace frontend {

// In order of their first mention.
struct MentionedSymbols {
  using Symbol = Fortran::semantics::Symbol;
  std::vector<const Symbol *> order = {};
  std::set<const Symbol *> known = {};
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const Fortran::parser::Name &name) {
    if (name.symbol && known.insert(&name.symbol->GetUltimate()).second)
      order.push_back(&name.symbol->GetUltimate());
  }
};

inline const Unit *internalUnit(const Units &units,
                                const Fortran::semantics::Symbol &symbol) {
  for (const Unit &unit : units.units)
    if (unit.host >= 0 && unit.declared && unit.declared->symbol &&
        &unit.declared->symbol->GetUltimate() == &symbol)
      return &unit;
  return nullptr;
}

// Internal procedures that the statements call, and these in turn.
inline std::vector<const Unit *>
calledInternals(const Units &units, const RegionStatements &statements) {
  MentionedSymbols mentioned;
  std::vector<const Unit *> result;
  for (auto it = statements.first; it != statements.last; ++it)
    walkTree(*it, mentioned);
  for (size_t k = 0; k < mentioned.order.size(); ++k)
    if (const Unit *called = internalUnit(units, *mentioned.order[k])) {
      result.push_back(called);
      walkTree(*called->body, mentioned);
    }
  return result;
}

// Declares what the internal procedures mention of the scope, or of one around
// it. What has no counterpart is left to the statement that mentions it.
inline void declareCalledVariables(const std::vector<const Unit *> &called,
                                   const Fortran::semantics::Scope &scope,
                                   Variables &variables) {
  using Kind = Fortran::semantics::Scope::Kind;
  MentionedSymbols mentioned;
  for (const Unit *unit : called) {
    walkTree(*unit->specification, mentioned);
    walkTree(*unit->body, mentioned);
  }
  for (const Fortran::semantics::Symbol *symbol : mentioned.order) {
    const Fortran::semantics::Scope &owner = symbol->owner();
    if (!symbol->has<Fortran::semantics::ObjectEntityDetails>() ||
        symbol->attrs().test(Fortran::semantics::Attr::PARAMETER) ||
        (owner.kind() != Kind::Subprogram &&
         owner.kind() != Kind::MainProgram) ||
        (&owner != &scope && !owner.Contains(scope)))
      continue;
    try {
      variables.variable(*symbol);
    } catch (const Unsupported &) {
    } catch (const UserError &) {
    }
  }
}

} // namespace frontend
} // namespace loopyc

#endif
