// How variables are written where the procedure or region being lowered stands.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_VARIABLENAMES_H
#define LOOPYC_LIB_FRONTEND_FLANG_VARIABLENAMES_H

#include "LowerExpr.h"
#include "Session.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

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
    return session.deepExpressions().meaning(symbol);
  }

  // Every name that is declared here or around, in lower case.
  std::vector<std::string> declaredNames() const {
    std::vector<std::string> result;
    for (const Fortran::semantics::Scope *s = &scope; !s->IsGlobal(); s = &s->parent())
      for (const auto &entry : *s)
        result.push_back(entry.first.ToString());
    return result;
  }

protected:
  // "state%grid%h": what is before a '%' is no element of an array, and not
  // changed by the region, so that the whole is one variable.
  std::string pathTo(const Fortran::evaluate::Component &given) const {
    std::string base;
    const auto &from = given.base().u;
    if (const auto *symbol = std::get_if<Fortran::evaluate::SymbolRef>(&from))
      base = spelling((*symbol)->GetUltimate());
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
  std::string pathTo(const Fortran::evaluate::NamedEntity &entity) const {
    if (const auto *component = entity.UnwrapComponent())
      return pathTo(*component);
    const Symbol &symbol = entity.GetLastSymbol().GetUltimate();
    return symbol.has<Fortran::semantics::AssocEntityDetails>()
               ? selector(symbol)
               : spelling(symbol);
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
