// How a region gets at a component of elements of arrays of derived types:
//
//   tiles(t)%h(i, j)   one element, where `t` keeps its value: the variable
//                      tiles(t)%h, with subscripts i, j
//   cells(i)%u(k)      any element: an array of the component of all, cells_u,
//                      with subscripts k, i. Its stub gathers it
//   tiles(t)%list(i)%q any element of an array that lies apart from one element:
//                      an array of the component of all, tiles_t_list_q
//
// One element is passed as it is where nothing assigns the component, or where
// it lies apart from the element: the runtime sees arguments that overlap.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_ELEMENTACCESS_H
#define LOOPYC_LIB_FRONTEND_FLANG_ELEMENTACCESS_H

#include "LowerExpr.h"
#include "RegionFlow.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class ElementAccess {
  using Symbol = Fortran::semantics::Symbol;
  using Attr = Fortran::semantics::Attr;

public:
  // Throws Unsupported where it can be had in no way.
  ElementAccess(const std::vector<PathPart> &parts, const RegionFlow &region,
                const Symbols &names)
      : parts(parts), region(region), names(names) {
    bool hasElements = false;
    for (size_t k = 0; k < parts.size(); ++k) {
      if (hasElements && liesApart(*parts[k].symbol))
        base = k;
      hasElements |= hasElementsAt(k);
    }
    if (!hasElements)
      return;
    bool isAssigned = region.assignedComponents.count(parts.back().symbol) != 0;
    std::string why = "is not mentioned without a condition; mark statements "
                      "under the condition as a region";
    if (!isOneElement(0, base, why))
      throw Unsupported{"component '" + nameOf(parts[base]) +
                        "', which lies apart in each element (allocatable, a "
                        "pointer, of no constant shape), of an element that " +
                        why};
    bool isOne = isOneElement(base, parts.size() - 1, why);
    bool isScalar = parts.back().symbol->Rank() == 0;
    if (base > 0 && isAssigned && isScalar && !hasElementsFrom(base))
      throw Unsupported{"assignment to the scalar component '" +
                        nameOf(parts.back()) +
                        "', which lies apart in each element; assign a "
                        "variable, and the component behind the loops"};
    gathers = !isOne || (isAssigned && (base == 0 || isScalar));
    if (!gathers)
      base = parts.size();
  }

  bool isGathered() const { return gathers; }

  // How many of the parts are the same for all elements that are gathered.
  size_t fixedParts() const { return base; }

  // "tiles(t)%h": the parts that are the same, with their subscripts.
  std::string path(size_t count) const {
    std::string text;
    for (size_t k = 0; k < count; ++k) {
      text += (k ? "%" : "") + nameOf(parts[k]);
      if (k < base && hasElementsAt(k))
        text += "(" + subscriptsOf(parts[k]) + ")";
    }
    return text;
  }
  std::string path() const { return path(parts.size()); }

private:
  // Is it an array that something is a component of?
  bool hasElementsAt(size_t k) const {
    return k + 1 < parts.size() && parts[k].symbol->Rank() > 0;
  }
  bool hasElementsFrom(size_t first) const {
    for (size_t k = first; k < parts.size(); ++k)
      if (hasElementsAt(k))
        return true;
    return false;
  }

  static bool isConstant(const Fortran::semantics::Bound &bound) {
    return bound.isExplicit() &&
           Fortran::evaluate::ToInt64(bound.GetExplicit());
  }

  // Is it no part of the element's own storage?
  static bool liesApart(const Symbol &component) {
    if (component.attrs().test(Attr::ALLOCATABLE) ||
        component.attrs().test(Attr::POINTER))
      return true;
    const auto *details =
        component.detailsIf<Fortran::semantics::ObjectEntityDetails>();
    if (details)
      for (const Fortran::semantics::ShapeSpec &spec : details->shape())
        if (!isConstant(spec.lbound()) || !isConstant(spec.ubound()))
          return true;
    return false;
  }

  std::string nameOf(const PathPart &part) const {
    return names.spelling(*part.symbol);
  }

  // A constant, or a scalar variable.
  static const Symbol *variableIn(
      const Fortran::evaluate::Expr<Fortran::evaluate::SubscriptInteger> &e) {
    using namespace Fortran;
    const auto *conversion =
        std::get_if<evaluate::Convert<evaluate::SubscriptInteger,
                                      common::TypeCategory::Integer>>(&e.u);
    const Symbol *symbol =
        conversion ? evaluate::UnwrapWholeSymbolDataRef(conversion->left())
                   : evaluate::UnwrapWholeSymbolDataRef(e);
    return symbol ? &symbol->GetUltimate() : nullptr;
  }

  using Index = Fortran::evaluate::IndirectSubscriptIntegerExpr;

  // Has it one value in the region, which the stub can write?
  bool isFixed(const Fortran::evaluate::Subscript &subscript) const {
    const Index *index = std::get_if<Index>(&subscript.u);
    if (!index || index->value().Rank() > 0)
      return false;
    if (Fortran::evaluate::ToInt64(index->value()))
      return true;
    const Symbol *symbol = variableIn(index->value());
    return symbol && symbol->has<Fortran::semantics::ObjectEntityDetails>() &&
           !region.assigned.count(symbol) &&
           !symbol->attrs().test(Attr::POINTER) &&
           !symbol->attrs().test(Attr::TARGET) &&
           (!region.calls || symbol->attrs().test(Attr::INTENT_IN) ||
            (region.shared && region.shared->isOfOneUnit(*symbol)));
  }

  std::string subscriptsOf(const PathPart &part) const {
    std::string text;
    for (const Fortran::evaluate::Subscript &subscript : part.subscripts) {
      const auto &index = std::get<Index>(subscript.u).value();
      auto constant = Fortran::evaluate::ToInt64(index);
      text += (text.empty() ? "" : ", ") +
              (constant ? std::to_string(*constant)
                        : names.spelling(*variableIn(index)));
    }
    return text;
  }

  // Are these parts? `why`: of what is not, the reason.
  bool isOneElement(size_t first, size_t end, std::string &why) const {
    for (size_t k = first; k < end; ++k) {
      if (parts[k].symbol->Rank() == 0)
        continue;
      bool fixed = !parts[k].subscripts.empty();
      for (const Fortran::evaluate::Subscript &subscript : parts[k].subscripts)
        fixed = fixed && isFixed(subscript);
      if (!fixed) {
        why =
            "varies in the kernel; let the host go through the elements of '" +
            nameOf(parts[k]) + "', and mark what it does for each as a region";
        return false;
      }
      if (!region.certainElements.count(elementText(parts, k + 1)))
        return false;
    }
    return true;
  }

  const std::vector<PathPart> &parts;
  const RegionFlow &region;
  const Symbols &names;
  // What is gathered begins here; all parts come before it where nothing is.
  size_t base = 0;
  bool gathers = false;
};

} // namespace frontend
} // namespace loopyc

#endif
