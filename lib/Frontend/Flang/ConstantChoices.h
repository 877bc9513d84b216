// Elements of named constants that a variable subscript chooses, as
// expressions, and constants as tables.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_CONSTANTCHOICES_H
#define LOOPYC_LIB_FRONTEND_FLANG_CONSTANTCHOICES_H

#include "ChosenElements.h"
#include "LowerExpr.h"
#include "LowerType.h"
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

// The subscripts of one element; none of a section.
inline std::optional<std::vector<Expr>> elementOf(const PathPart &part,
                                                  Symbols &symbols) {
  std::vector<Expr> result;
  for (const evaluate::Subscript &given : part.subscripts) {
    Subscript one = lowerSubscript(given, symbols);
    if (one.kind != Subscript::Kind::Element)
      return std::nullopt;
    result.push_back(one.index);
  }
  if (static_cast<int>(result.size()) != part.symbol->Rank())
    return std::nullopt;
  return result;
}

// In Fortran's order.
template <typename T>
std::vector<Expr> elementsOf(const evaluate::Constant<T> &constant) {
  std::vector<Expr> result;
  evaluate::ConstantSubscripts at = constant.lbounds();
  for (size_t k = 0; k < constant.size(); ++k) {
    result.push_back(literal<T>(constant.At(at)));
    constant.IncrementSubscripts(at);
  }
  return result;
}

// As the symbol is declared: a variable's initial value counts from 1.
inline std::vector<int64_t> lowerBoundsOf(const semantics::Symbol &symbol) {
  std::vector<int64_t> result;
  const auto *details = symbol.detailsIf<semantics::ObjectEntityDetails>();
  for (const semantics::ShapeSpec &spec : details->shape())
    result.push_back(
        evaluate::ToInt64(spec.lbound().GetExplicit()).value_or(1));
  return result;
}

template <typename T>
ConstantArray constantArray(const evaluate::Constant<T> &constant,
                            const semantics::Symbol &symbol) {
  return {typeOf<T>(), lowerBoundsOf(symbol),
          {constant.shape().begin(), constant.shape().end()},
          elementsOf(constant)};
}

// select(k == 1, c1, select(k == 2, c2, ... cN)), or an element of a table.
template <typename T>
Expr constantElement(const semantics::Symbol &symbol,
                     const std::vector<Expr> &subscripts, Symbols &symbols) {
  const evaluate::Constant<T> *constant = constantOf<T>(symbol);
  std::string what = "constant array '" + symbols.spelling(symbol) + "'";
  if (!constant)
    throw Unsupported{what};
  if (constant->size() == 0 || constant->size() > maxTableElements)
    throw Unsupported{what + " of " + std::to_string(constant->size()) +
                      " elements indexed by a variable (at most " +
                      std::to_string(maxTableElements) + ")"};
  if (constant->size() > maxChosenElements) {
    const Variable &table = symbols.table(
        symbol, [&] { return constantArray<T>(*constant, symbol); });
    std::vector<Expr> places;
    for (size_t a = 0; a < subscripts.size(); ++a)
      places.push_back(
          subtractIndex(subscripts[a], table.declared.lowerBounds[a]));
    return Expr::array(table.name, std::move(places), table.type);
  }
  const std::vector<int64_t> lower = lowerBoundsOf(symbol);
  Choices choices;
  evaluate::ConstantSubscripts at = constant->lbounds();
  do {
    evaluate::ConstantSubscripts declared = at;
    for (size_t a = 0; a < at.size(); ++a)
      declared[a] += lower[a] - constant->lbounds()[a];
    choices.add(allEqual(subscripts, declared), literal<T>(constant->At(at)));
  } while (constant->IncrementSubscripts(at));
  return choices.chosen();
}

// `value`: of the part, where those before it are the ones that the condition
// says. False where not all can be chosen from.
template <typename T>
bool addParts(const semantics::SomeExpr &value,
              const std::vector<PathPart> &parts, size_t part,
              const Expr &condition, Choices &choices, Symbols &symbols) {
  auto subscripts = elementOf(parts[part], symbols);
  auto each = [&](const auto *constant, auto add) {
    if (!subscripts || !constant || constant->size() == 0 ||
        constant->size() > maxChosenElements)
      return false;
    evaluate::ConstantSubscripts at = constant->lbounds();
    do {
      Expr here = allEqual(*subscripts, declaredAt(*constant, at, parts, part));
      if (condition)
        here = here ? Expr::binary(BinaryOp::And, condition, here) : condition;
      if (!add(constant->At(at), here))
        return false;
    } while (constant->IncrementSubscripts(at));
    return true;
  };
  if (part + 1 == parts.size())
    return each(evaluate::UnwrapConstantValue<T>(value),
                [&](const auto &element, const Expr &here) {
                  choices.add(here, literal<T>(element));
                  return choices.values.size() <= maxChosenElements;
                });
  return each(
      evaluate::UnwrapConstantValue<evaluate::SomeDerived>(value),
      [&](const evaluate::StructureConstructor &element, const Expr &here) {
        auto component = element.Find(*parts[part + 1].symbol);
        return component && addParts<T>(*component, parts, part + 1, here,
                                        choices, symbols);
      });
}

// waves(k)%amp(j): an element of what is one array of all these. Null for
// parts that are arrays, and for too many elements: those are data.
template <typename T>
Expr constantPart(const NamedConstant &constant, Symbols &symbols) {
  if (!constant.value)
    return Expr();
  Choices choices;
  bool isChosen = addParts<T>(*constant.value, constant.parts, 0, Expr(),
                              choices, symbols);
  return isChosen && !choices.values.empty() ? choices.chosen() : Expr();
}

// Of a constant array that is mentioned as a whole, or a section of it.
template <typename T>
ArrayOperand::Table table(const evaluate::Constant<T> &constant) {
  if (constant.size() > maxTableElements)
    throw Unsupported{"constant array of " + std::to_string(constant.size()) +
                      " elements as a whole (at most " +
                      std::to_string(maxTableElements) + ")"};
  ArrayOperand::Table result;
  for (auto lower : constant.lbounds())
    result.lowerBounds.push_back(lower);
  for (auto extent : constant.shape())
    result.extents.push_back(extent);
  result.elements = elementsOf(constant);
  return result;
}

} // namespace frontend
} // namespace loopyc

#endif
