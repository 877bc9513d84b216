// What the declaration of an array says of its bounds, in variables of the
// procedure. In a region these may have other values than when the procedure
// was entered, so that kernels are not built upon it; --check chooses sizes
// that agree with it.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_DECLAREDBOUNDS_H
#define LOOPYC_LIB_FRONTEND_FLANG_DECLAREDBOUNDS_H

#include "LowerType.h"

#include "loopyc/Support/Diagnostic.h"

#include "flang/Evaluate/fold.h"

#include <map>
#include <optional>
#include <string>

namespace loopyc {
namespace frontend {

// "(1:3, 0:4)"; "" for a scalar, nullopt where bounds are no constants.
inline std::optional<std::string>
constantShape(const Fortran::semantics::ObjectEntityDetails &details) {
  std::string text;
  for (const Fortran::semantics::ShapeSpec &spec : details.shape()) {
    if (!spec.lbound().isExplicit() || !spec.ubound().isExplicit())
      return std::nullopt;
    auto lower = Fortran::evaluate::ToInt64(spec.lbound().GetExplicit());
    auto upper = Fortran::evaluate::ToInt64(spec.ubound().GetExplicit());
    if (!lower || !upper)
      return std::nullopt;
    text += (text.empty() ? "(" : ", ") + std::to_string(*lower) + ":" +
            std::to_string(*upper);
  }
  return text.empty() ? text : text + ")";
}

class DeclaredBounds : public Symbols {
  using Symbol = Fortran::semantics::Symbol;

public:
  explicit DeclaredBounds(const Symbols &names) : names(names) {}

  // Null where it says nothing, or what has no counterpart here.
  Expr lower(const Fortran::semantics::ShapeSpec &spec) {
    return spec.lbound().isExplicit() ? value(spec.lbound())
                                      : Expr::integer(1);
  }
  Expr extent(const Fortran::semantics::ShapeSpec &spec) {
    Expr first = lower(spec), last = value(spec.ubound());
    return first && last ? addIndex(subtractIndex(last, first),
                                    Expr::integer(1))
                         : Expr();
  }

  const Variable &variable(const Symbol &symbol) override {
    Variable &result = variables[&symbol];
    std::optional<Fortran::evaluate::DynamicType> type =
        Fortran::evaluate::DynamicType::From(symbol);
    if (!type || symbol.Rank() > 0)
      throw Unsupported{"a bound"};
    result.name = names.spelling(symbol);
    result.type = lowerType(*type);
    return result;
  }
  const Variable &
  component(const Fortran::evaluate::Component &) override {
    throw Unsupported{"a component"};
  }
  std::string spelling(const Symbol &symbol) const override {
    return names.spelling(symbol);
  }
  const Fortran::semantics::SomeExpr *
  meaning(const Symbol &symbol) const override {
    return names.meaning(symbol);
  }

private:
  Expr value(const Fortran::semantics::Bound &bound) {
    if (!bound.isExplicit() || !bound.GetExplicit())
      return {};
    try {
      return lowerIndex(*bound.GetExplicit(), *this);
    } catch (const Unsupported &) {
      return {};
    } catch (const UserError &) {
      return {};
    }
  }

  const Symbols &names;
  std::map<const Symbol *, Variable> variables;
};

} // namespace frontend
} // namespace loopyc

#endif
