// Procedures of the program by symbols of Flang.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_PROCEDURENUMBERS_H
#define LOOPYC_LIB_FRONTEND_FLANG_PROCEDURENUMBERS_H

#include "Program.h"
#include "Units.h"

#include "loopyc/Support/LetterCase.h"

#include "flang/Semantics/symbol.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace frontend {

// Which procedure of the program a symbol is.
class ProcedureNumbers {
  using Symbol = Fortran::semantics::Symbol;

public:
  // `numbers`: of each unit, its procedure.
  ProcedureNumbers(const Units &units, const std::vector<size_t> &numbers) {
    for (size_t u = 0; u < units.units.size(); ++u) {
      const Unit &unit = units.units[u];
      if (!unit.declared)
        continue;
      if (const Symbol *symbol = unit.declared->symbol) {
        bySymbol.emplace(&symbol->GetUltimate(), numbers[u]);
        symbols.emplace(numbers[u], &symbol->GetUltimate());
      }
      if (unit.host < 0)
        byName.emplace(std::pair(lowerCase(unit.module), lowerCase(unit.name)),
                       numbers[u]);
    }
  }

  // `module`: where it is defined, or "" for an external one. Internal
  // procedures are found by their symbols alone.
  std::optional<size_t> find(const Symbol &symbol, Callee::Kind kind,
                             const std::string &module) const {
    if (auto found = bySymbol.find(&symbol); found != bySymbol.end())
      return found->second;
    if (kind != Callee::Kind::External && kind != Callee::Kind::Module)
      return std::nullopt;
    auto found = byName.find({lowerCase(module), symbol.name().ToString()});
    return found == byName.end() ? std::nullopt : std::optional(found->second);
  }
  // Null: it was not analysed.
  const Symbol *symbol(size_t procedure) const {
    auto found = symbols.find(procedure);
    return found == symbols.end() ? nullptr : found->second;
  }

private:
  std::map<const Symbol *, size_t> bySymbol;
  std::map<size_t, const Symbol *> symbols;
  // By module and name, in lower case; no internal ones.
  std::map<std::pair<std::string, std::string>, size_t> byName;
};

} // namespace frontend
} // namespace loopyc

#endif
