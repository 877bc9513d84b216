#include "RegionDeclarations.h"

#include "DeclaredBounds.h"
#include "HostObjects.h"
#include "TreeWalk.h"

#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/type.h"
#include "flang/Semantics/scope.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
using Fortran::semantics::Symbol;

namespace {

// As they are mentioned: a USE statement may rename a symbol.
struct Names {
  std::map<std::string, const Symbol *> symbols;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Name &name) {
    if (name.symbol)
      symbols.emplace(name.ToString(), &declared(name));
  }

private:
  // A generic name has become that of the procedure which it stands for there.
  static const Symbol &declared(const parser::Name &name) {
    const Symbol *found = name.symbol->owner().FindSymbol(name.source);
    bool isGeneric = found &&
                     found->GetUltimate()
                         .has<Fortran::semantics::GenericDetails>();
    return (isGeneric ? found : name.symbol)->GetUltimate();
  }
};

} // namespace

static const Fortran::semantics::SubprogramDetails *
statementFunctionOf(const Symbol &symbol) {
  const auto *details =
      symbol.detailsIf<Fortran::semantics::SubprogramDetails>();
  return details && details->stmtFunction() ? details : nullptr;
}

// What stands around the statements, by name: what they mention, and what the
// statement functions among that do.
static std::map<std::string, const Symbol *>
namesAround(const RegionStatements &statements,
            const std::vector<const Unit *> &called) {
  Names names;
  std::set<const Fortran::semantics::Scope *> inside; // of the called
  for (auto it = statements.first; it != statements.last; ++it)
    walkTree(*it, names);
  for (const Unit *unit : called) {
    walkTree(*unit->specification, names);
    walkTree(*unit->body, names);
    inside.insert(unit->declared->symbol->GetUltimate().scope());
  }
  std::map<std::string, const Symbol *> result;
  std::vector<std::pair<std::string, const Symbol *>> work(
      names.symbols.begin(), names.symbols.end());
  while (!work.empty()) {
    auto [name, symbol] = work.back();
    work.pop_back();
    if (inside.count(&symbol->owner()) || !result.emplace(name, symbol).second)
      continue;
    if (const auto *function = statementFunctionOf(*symbol))
      for (const Symbol &used :
           Fortran::evaluate::CollectSymbols(*function->stmtFunction()))
        if (std::find(function->dummyArgs().begin(),
                      function->dummyArgs().end(),
                      &used) == function->dummyArgs().end())
          work.emplace_back(used.name().ToString(), &used.GetUltimate());
  }
  return result;
}

// A constant of a type that its module declares needs that to be written out.
static bool isOfModulesType(const Symbol &symbol) {
  const Fortran::semantics::DeclTypeSpec *type = symbol.GetType();
  return symbol.owner().IsModule() && type && type->AsDerived();
}

// The name of several procedures of its module, each of which may have none
// outside of it.
static bool isGenericOfModule(const Symbol &symbol) {
  const auto *generic =
      symbol.detailsIf<Fortran::semantics::GenericDetails>();
  return generic && generic->kind().IsName() && symbol.owner().IsModule();
}

std::vector<std::string>
frontend::namesOfModules(const RegionStatements &statements,
                         const std::vector<const Unit *> &called) {
  std::vector<std::string> uses;
  for (const auto &[name, symbol] : namesAround(statements, called)) {
    bool isConstant =
        symbol->attrs().test(Fortran::semantics::Attr::PARAMETER);
    if (!isGenericOfModule(*symbol) &&
        !(isConstant && isOfModulesType(*symbol)))
      continue;
    std::string own = symbol->name().ToString();
    uses.push_back(symbol->owner().GetName()->ToString() + ", only: " +
                   (own == name ? name : name + " => " + own));
  }
  return uses;
}

std::vector<std::string>
frontend::constantsIn(const RegionStatements &statements,
                      const std::vector<const Unit *> &called) {
  std::vector<std::string> declarations;
  for (const auto &[name, symbol] : namesAround(statements, called)) {
    const auto *details =
        symbol->detailsIf<Fortran::semantics::ObjectEntityDetails>();
    auto type = Fortran::evaluate::DynamicType::From(*symbol);
    if (!symbol->attrs().test(Fortran::semantics::Attr::PARAMETER) ||
        !details || !details->init() || !type || isOfModulesType(*symbol))
      continue;
    if (std::optional<std::string> shape = constantShape(*details))
      declarations.push_back(type->AsFortran() + ", parameter :: " + name +
                             *shape + " = " + details->init()->AsFortran());
  }
  return declarations;
}

std::vector<source::HostObject>
frontend::objectsIn(const RegionStatements &statements,
                    const std::vector<const Unit *> &called) {
  std::vector<source::HostObject> objects;
  for (const auto &[name, symbol] : namesAround(statements, called))
    if (auto object = hostObject(name, *symbol))
      objects.push_back(std::move(*object));
  return objects;
}

// "REAL(8) function avg(p, q)", with its dummies and its expression.
static std::optional<std::string>
functionText(const std::string &name, const Symbol &symbol,
             const Fortran::semantics::SubprogramDetails &details) {
  auto type = Fortran::evaluate::DynamicType::From(symbol);
  if (!type)
    return std::nullopt;
  std::string dummies, declarations;
  for (const Symbol *dummy : details.dummyArgs()) {
    auto own = dummy ? Fortran::evaluate::DynamicType::From(*dummy)
                     : std::nullopt;
    if (!own)
      return std::nullopt;
    dummies += (dummies.empty() ? "" : ", ") + dummy->name().ToString();
    declarations +=
        "  " + own->AsFortran() + " :: " + dummy->name().ToString() + "\n";
  }
  return type->AsFortran() + " function " + name + "(" + dummies + ")\n" +
         declarations + "  " + name + " = &\n    " +
         details.stmtFunction()->AsFortran() + "\nend function\n";
}

std::vector<std::string>
frontend::statementFunctionsIn(const RegionStatements &statements,
                               const std::vector<const Unit *> &called) {
  std::vector<std::string> functions;
  for (const auto &[name, symbol] : namesAround(statements, called))
    if (const auto *details = statementFunctionOf(*symbol))
      if (auto text = functionText(name, *symbol, *details))
        functions.push_back(*text);
  return functions;
}

std::vector<std::string>
frontend::associationsIn(const RegionStatements &statements,
                         const std::vector<const Symbol *> &names) {
  std::set<const Symbol *> needed;
  for (const auto &[name, symbol] : namesAround(statements, {}))
    needed.insert(symbol);
  std::vector<std::string> result;
  for (auto it = names.rbegin(); it != names.rend(); ++it) { // inner ones first
    const Symbol &name = **it;
    if (!needed.count(&name))
      continue;
    const auto &part =
        *name.get<Fortran::semantics::AssocEntityDetails>().expr();
    for (const Symbol &symbol : Fortran::evaluate::CollectSymbols(part))
      needed.insert(&symbol.GetUltimate());
    result.insert(result.begin(),
                  name.name().ToString() + " => " + part.AsFortran());
  }
  return result;
}
