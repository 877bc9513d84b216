// A designator of components, taken apart.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_PATHPART_H
#define LOOPYC_LIB_FRONTEND_FLANG_PATHPART_H

#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/variable.h"
#include "flang/Semantics/symbol.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// A variable, or a component of what stands before it: "cells(i)", "%u(k)".
struct PathPart {
  const Fortran::semantics::Symbol *symbol;
  // None: the whole.
  std::vector<Fortran::evaluate::Subscript> subscripts;
};

// The first parts in Flang's words, the same for the same element:
// "s%cells(int(c,kind=8))".
inline std::string elementText(const std::vector<PathPart> &parts,
                               size_t count) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (size_t k = 0; k < count; ++k) {
    out << (k ? "%" : "") << parts[k].symbol->name().ToString();
    for (size_t s = 0; s < parts[k].subscripts.size(); ++s) {
      out << (s ? "," : "(");
      parts[k].subscripts[s].AsFortran(out);
    }
    out << (parts[k].subscripts.empty() ? "" : ")");
  }
  return text;
}

inline std::vector<const Fortran::semantics::Symbol *>
symbolsInSubscripts(const PathPart &part) {
  namespace evaluate = Fortran::evaluate;
  std::vector<const Fortran::semantics::Symbol *> result;
  auto add = [&](const evaluate::Expr<evaluate::SubscriptInteger> *e) {
    if (e)
      for (const Fortran::semantics::Symbol &symbol :
           evaluate::CollectSymbols(*e))
        result.push_back(&symbol.GetUltimate());
  };
  for (const evaluate::Subscript &subscript : part.subscripts)
    if (const auto *range = std::get_if<evaluate::Triplet>(&subscript.u)) {
      add(range->GetLower());
      add(range->GetUpper());
    } else {
      add(&std::get<evaluate::IndirectSubscriptIntegerExpr>(subscript.u)
               .value());
    }
  return result;
}

// Of a name of associate constructs for a variable, or a part of one: that.
inline const Fortran::semantics::Symbol &
variableBehind(const Fortran::semantics::Symbol &name) {
  namespace evaluate = Fortran::evaluate;
  const Fortran::semantics::Symbol &symbol = name.GetUltimate();
  const auto *details =
      symbol.detailsIf<Fortran::semantics::AssocEntityDetails>();
  if (!details || !details->expr() || !evaluate::IsVariable(*details->expr()))
    return symbol;
  auto data = evaluate::ExtractDataRef(*details->expr(), true, true);
  return data ? variableBehind(data->GetFirstSymbol()) : symbol;
}

// As it stands, without what associate constructs say.
inline std::vector<PathPart> writtenParts(const Fortran::evaluate::DataRef &);
inline std::vector<PathPart>
writtenParts(const Fortran::evaluate::Component &given) {
  std::vector<PathPart> parts = writtenParts(given.base());
  parts.push_back({&given.symbol()->GetUltimate(), {}});
  return parts;
}
inline std::vector<PathPart>
writtenParts(const Fortran::evaluate::DataRef &given) {
  namespace evaluate = Fortran::evaluate;
  if (const auto *component = std::get_if<evaluate::Component>(&given.u))
    return writtenParts(*component);
  if (const auto *array = std::get_if<evaluate::ArrayRef>(&given.u)) {
    const evaluate::Component *component = array->base().UnwrapComponent();
    std::vector<PathPart> parts =
        component ? writtenParts(*component)
                  : std::vector<PathPart>{
                        {&array->base().GetLastSymbol().GetUltimate(), {}}};
    parts.back().subscripts = array->subscript();
    return parts;
  }
  return {{&given.GetFirstSymbol().GetUltimate(), {}}};
}

} // namespace frontend
} // namespace loopyc

#endif
