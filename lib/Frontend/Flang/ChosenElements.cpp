#include "ChosenElements.h"

#include "ComplexParts.h"

#include "flang/Evaluate/tools.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
namespace evaluate = Fortran::evaluate;
namespace semantics = Fortran::semantics;

// --- subscripts

Subscript frontend::lowerSubscript(const evaluate::Subscript &given,
                                   Symbols &symbols,
                                   const evaluate::NamedEntity *array) {
  Subscript result;
  if (const auto *triplet = std::get_if<evaluate::Triplet>(&given.u)) {
    result.kind = Subscript::Kind::Section;
    if (const auto *first = triplet->GetLower())
      result.first = lowerIndex(*first, symbols, array);
    if (const auto *last = triplet->GetUpper())
      result.last = lowerIndex(*last, symbols, array);
    result.stride = lowerIndex(triplet->GetStride(), symbols, array);
    return result;
  }
  if (given.Rank() > 0)
    result.kind = Subscript::Kind::Vector;
  result.index = lowerIndex(
      std::get<evaluate::IndirectSubscriptIntegerExpr>(given.u).value(),
      symbols, array);
  return result;
}

static std::vector<Subscript> lowered(const evaluate::ArrayRef &array,
                                      Symbols &symbols) {
  std::vector<Subscript> result;
  for (const evaluate::Subscript &one : array.subscript())
    result.push_back(lowerSubscript(one, symbols, &array.base()));
  return result;
}

std::vector<Subscript>
frontend::gatheredSubscripts(const std::vector<PathPart> &parts,
                             Symbols &symbols) {
  std::vector<Subscript> result;
  for (size_t k = parts.size(); k-- > 0;) {
    for (const evaluate::Subscript &given : parts[k].subscripts)
      result.push_back(lowerSubscript(given, symbols));
    if (parts[k].subscripts.empty())
      result.resize(result.size() + parts[k].symbol->Rank(), everything());
  }
  return result;
}

static Expr productIndex(const Expr &a, const Expr &b) {
  if (asInteger(a) == 1)
    return b;
  if (asInteger(b) == 1)
    return a;
  const Type type = promote(a.type(), b.type());
  return Expr::cast(a, type) * Expr::cast(b, type);
}

namespace {

// One dimension of a part, of a variable's axis.
class PartDimension {
public:
  PartDimension(const Subscript &section, const Variable &variable, size_t axis)
      : section(section), variable(variable), axis(axis) {}

  // What the subscript of the part is of the variable.
  Subscript of(const Subscript &given) const {
    Subscript result = given;
    if (given.kind != Subscript::Kind::Section) {
      result.index = at(given.index);
      return result;
    }
    const std::optional<int64_t> stride = asInteger(given.stride);
    const bool isForward = stride && *stride > 0;
    if (!isForward && !(given.first && given.last))
      throw Unsupported{"section of '" + variable.name +
                        "' by a stride that is not positive, without bounds, "
                        "through a name of an associate construct"};
    result.first = given.first ? at(given.first) : section.first;
    result.last = given.last ? at(given.last) : section.last;
    result.stride = productIndex(given.stride, section.stride);
    return result;
  }

  // max(0, (last - first + stride)/stride)
  Expr extent() const {
    const bool isWhole = !section.first && !section.last &&
                         asInteger(section.stride) == 1;
    if (isWhole)
      return declared(variable.declared.extents);
    Expr last = section.last ? section.last : bound(false);
    Expr length = addIndex(subtractIndex(last, first()), section.stride);
    if (asInteger(section.stride) != 1)
      length = Expr::binary(BinaryOp::Div, length,
                            Expr::cast(section.stride, length.type()));
    return Expr::call(Intrinsic::Max,
                      {Expr::integer(0, length.type()), length},
                      length.type());
  }

private:
  // first + (position - 1)*stride
  Expr at(const Expr &position) const {
    const Expr one = Expr::integer(1);
    Expr start = first();
    if (asInteger(start) == 1 && asInteger(section.stride) == 1)
      return position;
    if (asInteger(section.stride) == 1)
      return addIndex(position, subtractIndex(start, one));
    return addIndex(start,
                    productIndex(subtractIndex(position, one), section.stride));
  }

  Expr first() const {
    if (section.first)
      return section.first;
    const std::optional<int64_t> stride = asInteger(section.stride);
    if (!stride)
      throw Unsupported{"section of '" + variable.name +
                        "' by a stride that is not constant, without bounds, "
                        "that an associate construct gives a name"};
    return bound(*stride > 0);
  }

  Expr bound(bool isLower) const {
    Expr lower = declared(variable.declared.lowerBounds);
    if (isLower)
      return lower;
    return subtractIndex(addIndex(lower, declared(variable.declared.extents)),
                         Expr::integer(1));
  }

  Expr declared(const std::vector<Expr> &bounds) const {
    if (axis >= bounds.size() || !bounds[axis])
      throw Unsupported{"part of '" + variable.name +
                        "', whose bounds are not known, under a name of an "
                        "associate construct"};
    return bounds[axis];
  }

  const Subscript &section;
  const Variable &variable;
  size_t axis;
};

} // namespace

// The given subscripts, one for each dimension of the part, from 1.
static ChosenElements
chosenFrom(const ChosenElements &part, const std::vector<Subscript> &given) {
  ChosenElements result = part;
  size_t next = 0;
  for (size_t axis = 0; axis < part.subscripts.size(); ++axis) {
    const Subscript &one = part.subscripts[axis];
    if (one.kind == Subscript::Kind::Element)
      continue;
    if (one.kind == Subscript::Kind::Vector)
      throw Unsupported{"element of a part of '" + part.variable->name +
                        "' by a vector subscript, which an associate construct "
                        "gives a name; write that itself"};
    if (next == given.size())
      throw InternalError("a part of '" + part.variable->name +
                          "' has more dimensions than subscripts");
    result.subscripts[axis] =
        PartDimension(one, *part.variable, axis).of(given[next++]);
  }
  return result;
}

// --- elements

int ChosenElements::rank() const {
  return static_cast<int>(
      std::count_if(subscripts.begin(), subscripts.end(), [](const auto &one) {
        return one.kind != Subscript::Kind::Element;
      }));
}

Expr ChosenElements::extent(int dimension) const {
  for (size_t axis = 0; axis < subscripts.size(); ++axis) {
    const Subscript &one = subscripts[axis];
    if (one.kind == Subscript::Kind::Element || dimension-- > 0)
      continue;
    if (one.kind == Subscript::Kind::Vector)
      break;
    return PartDimension(one, *variable, axis).extent();
  }
  throw Unsupported{"inquiry about a part of '" + variable->name + "'"};
}

static ChosenElements whole(const Variable &variable) {
  return {&variable,
          std::vector<Subscript>(variable.axes.size(), everything())};
}

static ChosenElements chosenBy(const semantics::Symbol &symbol,
                               Symbols &symbols) {
  if (const semantics::SomeExpr *part = partNamed(symbol, symbols))
    return elementsBehind(*dataBehind(*part), symbols);
  return whole(symbols.variable(symbol.GetUltimate()));
}

static ChosenElements chosenBy(const evaluate::Component &component,
                               Symbols &symbols) {
  std::vector<PathPart> parts = symbols.gathered(component);
  const Variable &variable = symbols.component(component);
  return parts.empty()
             ? whole(variable)
             : ChosenElements{&variable, gatheredSubscripts(parts, symbols)};
}

static ChosenElements chosenBy(const evaluate::ArrayRef &array,
                               Symbols &symbols) {
  const evaluate::Component *component = array.base().UnwrapComponent();
  if (component) {
    std::vector<PathPart> parts = symbols.gathered(*component);
    if (!parts.empty()) {
      parts.back().subscripts = array.subscript();
      return {&symbols.component(*component),
              gatheredSubscripts(parts, symbols)};
    }
  }
  const semantics::Symbol &symbol = array.base().GetLastSymbol();
  std::vector<Subscript> subscripts = lowered(array, symbols);
  if (component)
    return {&symbols.component(*component), std::move(subscripts)};
  if (partNamed(symbol, symbols))
    return chosenFrom(chosenBy(symbol, symbols), subscripts);
  return {&symbols.variable(symbol.GetUltimate()), std::move(subscripts)};
}

ChosenElements
frontend::elementsBehind(const evaluate::DataRef &designator,
                         Symbols &symbols) {
  if (const auto *symbol = std::get_if<evaluate::SymbolRef>(&designator.u))
    return chosenBy(**symbol, symbols);
  if (const auto *component = std::get_if<evaluate::Component>(&designator.u))
    return chosenBy(*component, symbols);
  if (const auto *array = std::get_if<evaluate::ArrayRef>(&designator.u))
    return chosenBy(*array, symbols);
  throw Unsupported{"coarray reference"};
}

ChosenElements
frontend::chosenElements(const evaluate::DataRef &designator,
                         Symbols &symbols) {
  if (complexPartBehind(designator))
    throw Unsupported{"name '" +
                      symbols.spelling(designator.GetFirstSymbol()) +
                      "' of an associate construct here, for a part of a "
                      "complex array; write that itself"};
  return elementsBehind(designator, symbols);
}

// --- parts of complex variables

std::optional<evaluate::DataRef>
frontend::dataBehind(const semantics::SomeExpr &designator) {
  return evaluate::ExtractDataRef(designator, /*intoSubstring=*/false,
                                  /*intoComplexPart=*/true);
}

using Part = evaluate::ComplexPart::Part;

template <typename A> static std::optional<Part> partIn(const A &) {
  return std::nullopt;
}
template <typename T>
static std::optional<Part> partIn(const evaluate::Designator<T> &x) {
  if constexpr (T::category == Fortran::common::TypeCategory::Real)
    if (const auto *part = std::get_if<evaluate::ComplexPart>(&x.u))
      return part->part();
  return std::nullopt;
}
template <typename T>
static std::optional<Part> partIn(const evaluate::Expr<T> &x) {
  return std::visit([](const auto &y) { return partIn(y); }, x.u);
}

std::optional<Part>
frontend::complexPartBehind(const evaluate::DataRef &designator) {
  const semantics::Symbol *name = &designator.GetFirstSymbol().GetUltimate();
  while (isNameOfPart(*name)) {
    const semantics::SomeExpr &meant =
        *name->get<semantics::AssocEntityDetails>().expr();
    if (std::optional<Part> part = partIn(meant))
      return part;
    name = &dataBehind(meant)->GetFirstSymbol().GetUltimate();
  }
  return std::nullopt;
}

const semantics::SomeExpr *frontend::partNamed(const semantics::Symbol &name,
                                               const Symbols &symbols) {
  return isNameOfPart(name.GetUltimate())
             ? symbols.meaning(name.GetUltimate())
             : nullptr;
}

bool frontend::isNameOfPart(const semantics::Symbol &name) {
  const auto *details = name.detailsIf<semantics::AssocEntityDetails>();
  if (!details || !details->expr() || name.Rank() == 0 ||
      !evaluate::IsVariable(*details->expr()))
    return false;
  std::optional<evaluate::DataRef> data = dataBehind(*details->expr());
  if (!data)
    return false;
  if (partIn(*details->expr()))
    return true;
  const std::vector<PathPart> parts = writtenParts(*data);
  return std::any_of(parts.begin(), parts.end(), [&](const PathPart &part) {
    return !part.subscripts.empty() ||
           (&part != &parts.back() && part.symbol->Rank() > 0);
  });
}
