// How variables are written where the procedure or region being lowered stands.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_VARIABLENAMES_H
#define LOOPYC_LIB_FRONTEND_FLANG_VARIABLENAMES_H

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

  // The name that it has here: a USE statement may rename a symbol.
  std::string spelling(const Symbol &symbol) const override {
    if (auto inside = ofConstructs.find(&symbol); inside != ofConstructs.end())
      return inside->second;
    const Symbol *own = scope.FindSymbol(symbol.name());
    if (own && &own->GetUltimate() == &symbol)
      return session.spelling(symbol.name());
    for (const Fortran::semantics::Scope *s = &scope; !s->IsGlobal(); s = &s->parent())
      for (const auto &[name, local] : *s)
        if (&local->GetUltimate() == &symbol)
          return session.spelling(name);
    return session.spelling(symbol.name());
  }

  const Fortran::semantics::SomeExpr *
  meaning(const Symbol &symbol) const override {
    const auto *details =
        symbol.detailsIf<Fortran::semantics::AssocEntityDetails>();
    if (details && details->expr() && ofConstructs.count(&symbol) &&
        symbol.Rank() == 0 && Fortran::evaluate::IsVariable(*details->expr()))
      return &*details->expr();
    return session.deepExpressions().meaning(symbol);
  }

  // A construct that is entered: its name becomes one of the procedure's, which
  // no other has.
  void enter(const Symbol &symbol) {
    FreshNames names(FreshNames::Case::Ignored);
    for (const std::string &declared : declaredNames())
      names.take(declared);
    std::string own = session.spelling(symbol.name());
    ofConstructs.emplace(&symbol,
                         names.take(own) ? own : names.numbered(own, 1));
  }
  void enter(const Fortran::semantics::Scope &construct) {
    for (const auto &[name, symbol] : construct)
      if (!symbol->has<Fortran::semantics::HostAssocDetails>() &&
          !symbol->has<Fortran::semantics::UseDetails>())
        enter(*symbol);
  }

  // Every name that is declared here, around, or in a construct that was
  // entered, in lower case.
  std::vector<std::string> declaredNames() const {
    std::vector<std::string> result;
    for (const auto &[symbol, name] : ofConstructs)
      result.push_back(lowerCase(name));
    for (const Fortran::semantics::Scope *s = &scope; !s->IsGlobal(); s = &s->parent())
      for (const auto &entry : *s)
        result.push_back(entry.first.ToString());
    return result;
  }

protected:
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

  // "state%grid%h": what is before a '%' is no element of an array, and not
  // changed by the region, so that the whole is one variable.
  std::string pathTo(const Fortran::evaluate::Component &given) const {
    std::string base;
    const auto &from = given.base().u;
    if (const auto *symbol = std::get_if<Fortran::evaluate::SymbolRef>(&from))
      base = pathTo((*symbol)->GetUltimate());
    else if (const auto *outer =
                 std::get_if<Fortran::evaluate::Component>(&from))
      base = pathTo(*outer);
    std::string name = session.spelling(given.symbol()->name());
    if (isOfElement(given))
      throw Unsupported{"component '" + name + "' of an element of an array"};
    return base + "%" + name;
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
  // Names in constructs that were entered.
  std::map<const Symbol *, std::string> ofConstructs;

  std::string pathTo(const Fortran::evaluate::NamedEntity &entity) const {
    if (const auto *component = entity.UnwrapComponent())
      return pathTo(*component);
    const Symbol &symbol = entity.GetLastSymbol().GetUltimate();
    return symbol.has<Fortran::semantics::AssocEntityDetails>()
               ? selector(symbol)
               : spelling(symbol);
  }

  // The base of a component; where a construct that was entered gave it
  // another name, what that stands for.
  std::string pathTo(const Symbol &base) const {
    if (!ofConstructs.count(&base) ||
        !base.has<Fortran::semantics::AssocEntityDetails>())
      return spelling(base);
    if (auto entity = wholeSelector(base))
      return pathTo(*entity);
    throw Unsupported{"component of '" + spelling(base) +
                      "', a name of an associate construct for an element"};
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
