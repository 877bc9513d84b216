// How variables are written where the procedure or region being lowered stands.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_VARIABLENAMES_H
#define LOOPYC_LIB_FRONTEND_FLANG_VARIABLENAMES_H

#include "ChosenElements.h"
#include "LowerExpr.h"
#include "Session.h"

#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/LetterCase.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class VariableNames : public Symbols {
  using Attr = Fortran::semantics::Attr;
  using Symbol = Fortran::semantics::Symbol;

public:
  VariableNames(const Session &session, const Fortran::semantics::Scope &scope)
      : session(session), scope(scope) {}

  // The name that it has here: a USE statement may rename a symbol. A variable
  // that has none, for only what is called mentions it, gets one that is free.
  std::string spelling(const Symbol &given) const override {
    const Symbol &symbol = given.GetUltimate();
    if (std::optional<std::string> name = nameHere(symbol))
      return *name;
    if (!symbol.has<Fortran::semantics::ObjectEntityDetails>() ||
        symbol.owner().IsDerivedType())
      return session.spelling(symbol.name());
    auto [known, isNew] = ofCalled.try_emplace(&symbol);
    if (isNew)
      known->second = freshName(session.spelling(symbol.name()));
    return known->second;
  }
  bool hasName(const Symbol &symbol) const {
    return nameHere(symbol).has_value();
  }

  const Fortran::semantics::SomeExpr *
  meaning(const Symbol &symbol) const override {
    const auto *details =
        symbol.detailsIf<Fortran::semantics::AssocEntityDetails>();
    if (details && details->expr() &&
        Fortran::evaluate::IsVariable(*details->expr()) &&
        (isEntered(symbol) ? symbol.Rank() == 0 || isNameOfPart(symbol)
                           : isFixedPart(symbol)))
      return &*details->expr();
    return session.deepExpressions().meaning(symbol);
  }

  // A construct that is entered: its name becomes one of the procedure's, which
  // no other has.
  void enter(const Symbol &symbol) {
    std::string own = freshName(session.spelling(symbol.name()));
    ofConstructs.emplace(&symbol, std::move(own));
  }
  // A variable with the value that such a name stands for.
  void setValue(const Symbol &name, const Symbol &variable) {
    values.emplace(&name, &variable);
  }
  void enter(const Fortran::semantics::Scope &construct) {
    for (const auto &[name, symbol] : construct)
      if (!symbol->has<Fortran::semantics::HostAssocDetails>() &&
          !symbol->has<Fortran::semantics::UseDetails>())
        enter(*symbol);
  }
  // Its variables that come anew each time.
  std::vector<std::string>
  localsOf(const Fortran::semantics::Scope &construct) const {
    std::vector<std::string> result;
    for (const auto &[name, symbol] : construct)
      if (symbol->has<Fortran::semantics::ObjectEntityDetails>() &&
          !Fortran::semantics::IsSaved(*symbol))
        result.push_back(spelling(*symbol));
    return result;
  }

  // Every name that is declared here, around, or in a construct that was
  // entered, or given to what has none here, in lower case.
  std::vector<std::string> declaredNames() const {
    std::vector<std::string> result;
    for (const auto &[symbol, name] : ofConstructs)
      result.push_back(lowerCase(name));
    for (const auto &[symbol, name] : ofCalled)
      result.push_back(lowerCase(name));
    for (const Fortran::semantics::Scope *s = &scope; !s->IsGlobal(); s = &s->parent())
      for (const auto &entry : *s)
        result.push_back(entry.first.ToString());
    return result;
  }

protected:
  // Is it a name from around, for elements that stay the same?
  virtual bool isFixedPart(const Symbol &) const { return false; }
  // Of an associate name, the variable or component that it stands for as a
  // whole.
  static std::optional<Fortran::evaluate::NamedEntity>
  wholeSelector(const Symbol &symbol) {
    const auto &details = symbol.get<Fortran::semantics::AssocEntityDetails>();
    if (!details.expr() ||
        !Fortran::evaluate::UnwrapWholeSymbolOrComponentDataRef(
            *details.expr()))
      return std::nullopt;
    return Fortran::evaluate::ExtractNamedEntity(*details.expr());
  }
  bool isEntered(const Symbol &symbol) const {
    return ofConstructs.count(&symbol) != 0;
  }

  // The component and what it is part of, where a construct that was entered
  // gave that another name, what stands for it.
  std::vector<PathPart>
  partsOf(const Fortran::evaluate::Component &given) const {
    std::vector<PathPart> parts = partsOf(given.base());
    parts.push_back({&given.symbol()->GetUltimate(), {}});
    return parts;
  }

  // Is it a part of an array of a derived type?
  static bool hasElements(const PathPart &part) {
    return part.symbol->Rank() > 0;
  }
  // The first such one that something is a component of; the last part of all
  // where there is none.
  static size_t firstWithElements(const std::vector<PathPart> &parts) {
    size_t k = 0;
    while (k + 1 < parts.size() && !hasElements(parts[k]))
      ++k;
    return k;
  }

  // "state%grid%h", the first parts of it, without subscripts.
  std::string nameOf(const std::vector<PathPart> &parts, size_t count) const {
    std::string path = spelling(*parts.front().symbol);
    for (size_t k = 1; k < count; ++k)
      path += "%" + session.spelling(parts[k].symbol->name());
    return path;
  }

  // What an associate name stands for, where that is a variable as a whole;
  // else the name, if it is a scalar or certainly contiguous. Not all compilers
  // know that an array of such a name need not be.
  std::string selector(const Symbol &symbol) const {
    const auto &details =
        symbol.get<Fortran::semantics::AssocEntityDetails>();
    std::string name = spelling(symbol);
    bool contiguous = symbol.Rank() == 0;
    if (details.expr() &&
        Fortran::evaluate::UnwrapWholeSymbolOrComponentDataRef(*details.expr()))
      if (auto entity = Fortran::evaluate::ExtractNamedEntity(*details.expr())) {
        const auto *component = entity->UnwrapComponent();
        if (!component || !isOfElement(*component))
          return pathTo(*entity);
        contiguous |= component->base().Rank() == 0 &&
                      !component->symbol()->attrs().test(Attr::POINTER);
      }
    if (!contiguous)
      throw Unsupported{"name '" + name +
                        "' of an associate construct, for a part of an array"};
    return name;
  }

  const Session &session;
  const Fortran::semantics::Scope &scope;

private:
  // The name, or one like it, that nothing declared has.
  std::string freshName(const std::string &own) const {
    FreshNames names(FreshNames::Case::Ignored);
    for (const std::string &declared : declaredNames())
      names.take(declared);
    return names.take(own) ? own : names.numbered(own, 1);
  }

  std::optional<std::string> nameHere(const Symbol &symbol) const {
    if (auto inside = ofConstructs.find(&symbol); inside != ofConstructs.end())
      return inside->second;
    const Symbol *own = scope.FindSymbol(symbol.name());
    if (own && &own->GetUltimate() == &symbol)
      return session.spelling(symbol.name());
    for (const Fortran::semantics::Scope *s = &scope; !s->IsGlobal();
         s = &s->parent())
      for (const auto &[name, local] : *s)
        if (&local->GetUltimate() == &symbol)
          return session.spelling(name);
    return std::nullopt;
  }

  // Names in constructs that were entered.
  std::map<const Symbol *, std::string> ofConstructs;
  std::map<const Symbol *, const Symbol *> values;
  mutable std::map<const Symbol *, std::string> ofCalled;

  std::string pathTo(const Fortran::evaluate::NamedEntity &entity) const {
    if (const auto *component = entity.UnwrapComponent()) {
      std::vector<PathPart> parts = partsOf(*component);
      return nameOf(parts, parts.size());
    }
    const Symbol &symbol = entity.GetLastSymbol().GetUltimate();
    return symbol.has<Fortran::semantics::AssocEntityDetails>()
               ? selector(symbol)
               : spelling(symbol);
  }

  std::vector<PathPart> partsOf(const Fortran::evaluate::DataRef &given) const {
    namespace evaluate = Fortran::evaluate;
    if (const auto *symbol = std::get_if<evaluate::SymbolRef>(&given.u))
      return partsOf((*symbol)->GetUltimate());
    if (const auto *component = std::get_if<evaluate::Component>(&given.u))
      return partsOf(*component);
    const auto *array = std::get_if<evaluate::ArrayRef>(&given.u);
    if (!array)
      throw Unsupported{"coarray reference"};
    std::vector<PathPart> parts =
        array->base().UnwrapComponent()
            ? partsOf(*array->base().UnwrapComponent())
            : partsOf(array->base().GetLastSymbol().GetUltimate());
    if (!parts.back().subscripts.empty())
      throw Unsupported{"component of an element of '" +
                        nameOf(parts, parts.size()) +
                        "', a part of an array that an associate construct "
                        "gives a name; write that itself"};
    parts.back().subscripts = array->subscript();
    return parts;
  }

  std::vector<PathPart> partsOf(const Symbol &base) const {
    const auto *details =
        base.detailsIf<Fortran::semantics::AssocEntityDetails>();
    if (!details || !ofConstructs.count(&base))
      return {{&base, {}}};
    if (auto value = values.find(&base); value != values.end())
      return {{value->second, {}}};
    auto meant = details->expr()
                     ? Fortran::evaluate::ExtractDataRef(*details->expr())
                     : std::nullopt;
    if (!meant)
      throw Unsupported{"component of '" + spelling(base) +
                        "', a name of an associate construct for an "
                        "expression"};
    return partsOf(*meant);
  }

  // Of an element of an array, or of something else that is not a variable
  // and its components.
  static bool isOfElement(const Fortran::evaluate::Component &given) {
    const auto &from = given.base().u;
    if (const auto *outer = std::get_if<Fortran::evaluate::Component>(&from))
      return given.base().Rank() > 0 || isOfElement(*outer);
    return given.base().Rank() > 0 ||
           !std::holds_alternative<Fortran::evaluate::SymbolRef>(from);
  }
};

} // namespace frontend
} // namespace loopyc

#endif
