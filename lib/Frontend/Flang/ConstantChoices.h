// Elements of named constants that a variable subscript chooses, as
// expressions.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_CONSTANTCHOICES_H
#define LOOPYC_LIB_FRONTEND_FLANG_CONSTANTCHOICES_H

#include "PathPart.h"

#include "loopyc/IR/Expr.h"

#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/symbol.h"

#include <vector>

namespace loopyc {
namespace frontend {

namespace evaluate = Fortran::evaluate;
namespace semantics = Fortran::semantics;

// The values of a constant's elements, and of each the condition that it is
// the one.
struct Choices {
  std::vector<Expr> conditions, values;

  void add(const Expr &condition, const Expr &value) {
    conditions.push_back(condition);
    values.push_back(value);
  }

  Expr chosen() const {
    Expr result = values.back();
    for (size_t k = values.size() - 1; k-- > 0;)
      result = Expr::select(conditions[k], values[k], result);
    return result;
  }
};

// Is the element of these subscripts the one at that place?
inline Expr allEqual(const std::vector<Expr> &subscripts,
                     const evaluate::ConstantSubscripts &at) {
  Expr all;
  for (size_t a = 0; a < subscripts.size(); ++a) {
    Expr one = Expr::binary(BinaryOp::Eq, subscripts[a],
                            Expr::integer(at[a], subscripts[a].type()));
    all = all ? Expr::binary(BinaryOp::And, all, one) : one;
  }
  return all;
}

template <typename T>
const evaluate::Constant<T> *
constantOf(const semantics::Symbol &symbol) {
  const auto *details = symbol.detailsIf<semantics::ObjectEntityDetails>();
  return details && details->init()
             ? evaluate::UnwrapConstantValue<T>(*details->init())
             : nullptr;
}

// A part of a named constant of a derived type, and the constant's value.
struct NamedConstant {
  const semantics::SomeExpr *value = nullptr;
  std::vector<PathPart> parts;
};

// Through the names of associate constructs; none where it is a variable's.
inline NamedConstant constantBehind(std::vector<PathPart> parts) {
  while (true) {
    const semantics::Symbol &first = *parts.front().symbol;
    const auto *details = first.detailsIf<semantics::ObjectEntityDetails>();
    if (details)
      return first.attrs().test(semantics::Attr::PARAMETER) && details->init()
                 ? NamedConstant{&*details->init(), parts}
                 : NamedConstant();
    const auto *name = first.detailsIf<semantics::AssocEntityDetails>();
    if (!name || !name->expr())
      return {};
    if (evaluate::UnwrapConstantValue<evaluate::SomeDerived>(*name->expr()))
      return {&*name->expr(), parts};
    auto data = evaluate::ExtractDataRef(*name->expr());
    if (!data)
      return {};
    std::vector<PathPart> whole = writtenParts(*data);
    if (!parts.front().subscripts.empty()) {
      if (!whole.back().subscripts.empty())
        return {}; // a section's element
      whole.back().subscripts = parts.front().subscripts;
    }
    whole.insert(whole.end(), parts.begin() + 1, parts.end());
    parts = std::move(whole);
  }
}

// Of a component's value, subscripts count from 1, whatever its declaration
// says.
template <typename C>
inline evaluate::ConstantSubscripts
declaredAt(const C &constant, evaluate::ConstantSubscripts at,
           const std::vector<PathPart> &parts, size_t part) {
  const auto *details =
      parts[part].symbol->detailsIf<semantics::ObjectEntityDetails>();
  size_t axis = 0;
  if (part > 0 && details)
    for (const semantics::ShapeSpec &spec : details->shape()) {
      auto lower = evaluate::ToInt64(spec.lbound().GetExplicit());
      at[axis] += lower.value_or(1) - constant.lbounds()[axis];
      ++axis;
    }
  return at;
}

} // namespace frontend
} // namespace loopyc

#endif
