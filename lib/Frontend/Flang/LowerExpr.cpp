#include "LowerExpr.h"

#include "BoundInquiry.h"
#include "ChosenElements.h"
#include "ComplexParts.h"
#include "ConstantChoices.h"
#include "FloatingPointIntrinsics.h"
#include "Intrinsics.h"
#include "LowerType.h"
#include "loopyc/Support/Diagnostic.h"

#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"

#include <limits>

using namespace loopyc;
using namespace loopyc::frontend;
namespace evaluate = Fortran::evaluate;
namespace semantics = Fortran::semantics;
using Fortran::common::TypeCategory;

namespace {

// A minimum of minima is one minimum.
void appendFlattened(Intrinsic fn, const Expr &e, std::vector<Expr> &args) {
  const Call *call = e.getIf<Call>();
  if (call && call->fn == fn)
    args.insert(args.end(), call->args.begin(), call->args.end());
  else
    args.push_back(e);
}

class Lowering {
public:
  explicit Lowering(Symbols &symbols) : symbols(symbols) {}

  template <typename T> Expr lower(const evaluate::Expr<T> &x) {
    if constexpr (std::is_same_v<T, evaluate::SomeDerived>)
      throw Unsupported{"derived type"};
    else if constexpr (evaluate::IsSpecificIntrinsicType<T>) {
      if constexpr (!isSupportedKind<T::category, T::kind>())
        refuseKind(T::category, T::kind);
      else
        return std::visit([&](const auto &y) { return lower(y); }, x.u);
    } else {
      return std::visit([&](const auto &y) { return lower(y); }, x.u);
    }
  }

  // A subscript of the array.
  Expr place(const evaluate::Expr<evaluate::SubscriptInteger> &x,
             const evaluate::NamedEntity &array) {
    subscripted.push_back(array);
    Expr result = lowerIndex(x);
    subscripted.pop_back();
    return result;
  }

  Expr lowerIndex(const evaluate::Expr<evaluate::SubscriptInteger> &x) {
    using Int = evaluate::SubscriptInteger;
    if (const auto *conversion =
            std::get_if<evaluate::Convert<Int, TypeCategory::Integer>>(&x.u)) {
      Expr inner = lower(conversion->left());
      return inner.type().bytes >= 4 ? inner
                                     : Expr::cast(inner, Type::integer(4));
    }
    if (std::optional<int64_t> value = evaluate::ToInt64(x))
      return Expr::integer(*value, indexLiteralType(*value));
    return lower(x);
  }

private:
  static Type indexLiteralType(int64_t value) {
    bool fits = value >= std::numeric_limits<int32_t>::min() &&
                value <= std::numeric_limits<int32_t>::max();
    return Type::integer(fits ? 4 : 8);
  }

  std::string nameOf(const evaluate::ProcedureDesignator &procedure) const {
    const semantics::Symbol *symbol = procedure.GetSymbol();
    return symbol ? symbols.spelling(*symbol) : procedure.GetName();
  }

  // --- what expressions without a type of their own hold
  Expr lower(const evaluate::BOZLiteralConstant &) {
    throw Unsupported{"typeless constant"};
  }
  Expr lower(const evaluate::NullPointer &) {
    throw Unsupported{"null pointer"};
  }
  Expr lower(const evaluate::ProcedureDesignator &p) {
    throw Unsupported{"procedure '" + nameOf(p) + "' as a value"};
  }
  Expr lower(const evaluate::ProcedureRef &p) {
    throw Unsupported{"reference to procedure '" + nameOf(p.proc()) + "'"};
  }
  Expr lower(const evaluate::StructureConstructor &) {
    throw Unsupported{"derived type"};
  }
  Expr lower(const evaluate::ImpliedDoIndex &x) {
    return impliedDoVariable(x.name);
  }
  Expr lower(const evaluate::TypeParamInquiry &) {
    throw Unsupported{"type parameter inquiry"};
  }
  template <typename T> Expr lower(const evaluate::ArrayConstructor<T> &x) {
    if (!symbols.hasArrays())
      throw Unsupported{"array constructor"};
    return operand<T>(1, ArrayOperand::Constructor{items<T>(x)});
  }
  template <int K> Expr lower(const evaluate::Concat<K> &) {
    throw Unsupported{"character data"};
  }
  template <int K> Expr lower(const evaluate::SetLength<K> &) {
    throw Unsupported{"character data"};
  }

  // --- leaves
  template <typename T> Expr lower(const evaluate::Constant<T> &x) {
    if constexpr (T::category == TypeCategory::Derived ||
                  T::category == TypeCategory::Character ||
                  T::category == TypeCategory::Unsigned) {
      throw Unsupported{"constant of this type"};
    } else {
      if (auto value = x.GetScalarValue())
        return literal<T>(*value);
      if (!symbols.hasArrays())
        throw Unsupported{"array-valued expression"};
      return operand<T>(x.Rank(), table<T>(x));
    }
  }

  Expr lower(const evaluate::DescriptorInquiry &x) {
    return Expr::cast(inquire(x.base(), x.field(), x.dimension()),
                      Type::integer(8));
  }

  const Variable &entity(const evaluate::NamedEntity &x) {
    if (const evaluate::Component *component = x.UnwrapComponent())
      return symbols.component(*component);
    return symbols.variable(x.GetLastSymbol().GetUltimate());
  }
  // What has its bounds.
  const Variable &bounded(const evaluate::NamedEntity &x) {
    auto type = evaluate::DynamicType::From(x.GetLastSymbol());
    return type && type->category() == TypeCategory::Derived ? symbols.bounds(x)
                                                             : entity(x);
  }

  Expr inquire(const evaluate::NamedEntity &x,
               evaluate::DescriptorInquiry::Field field, int dimension) {
    using Field = evaluate::DescriptorInquiry::Field;
    const semantics::SomeExpr *part =
        x.UnwrapComponent() ? nullptr : partNamed(x.GetLastSymbol(), symbols);
    if (part && field == Field::LowerBound)
      return Expr::integer(1);
    if (part && field == Field::Extent)
      return elementsBehind(*dataBehind(*part), symbols).extent(dimension);
    const Variable &variable = bounded(x);
    size_t axis = static_cast<size_t>(dimension);
    if (axis >= variable.axes.size())
      throw Unsupported{"inquiry about '" + variable.name + "'"};
    Expr result;
    if (field == Field::LowerBound)
      result = variable.declared.lowerBounds[axis];
    else if (field == Field::Extent)
      result = variable.declared.extents[axis];
    if (!result)
      throw Unsupported{"inquiry about '" + variable.name + "'"};
    return result;
  }

  template <typename T> Expr lower(const evaluate::Designator<T> &x) {
    return std::visit([&](const auto &y) { return designate<T>(y); }, x.u);
  }

  template <typename T>
  Expr designate(const Fortran::evaluate::SymbolRef &symbol) {
    if (const semantics::SomeExpr *meaning = symbols.meaning(*symbol))
      return lower(*meaning);
    const semantics::Symbol &declared = symbol->GetUltimate();
    if (declared.attrs().test(semantics::Attr::PARAMETER))
      if (const evaluate::Constant<T> *constant = constantOf<T>(declared))
        return lower(evaluate::Expr<T>{*constant});
    return whole<T>(symbols.variable(declared), declared);
  }
  template <typename T> Expr designate(const evaluate::Component &x) {
    if (Expr element =
            constantPart<T>(constantBehind(writtenParts(x)), symbols))
      return element;
    if (!symbols.gathered(x).empty())
      return elements<T>(chosenElements(evaluate::DataRef{x}, symbols));
    return whole<T>(symbols.component(x), x.symbol()->GetUltimate());
  }

  template <typename T> Expr elements(const ChosenElements &chosen) {
    const Variable &variable = *chosen.variable;
    const int rank = chosen.rank();
    if (rank > 0 && !symbols.hasArrays())
      throw Unsupported{"array section of '" + variable.name + "'"};
    if (rank > 0)
      return operand<T>(
          rank, ArrayOperand::Section{variable.name, chosen.subscripts});
    std::vector<Expr> subscripts;
    for (size_t a = 0; a < chosen.subscripts.size(); ++a)
      subscripts.push_back(subtractIndex(chosen.subscripts[a].index,
                                         variable.declared.lowerBounds[a]));
    return Expr::array(variable.name, std::move(subscripts), variable.type);
  }
  template <typename T>
  Expr whole(const Variable &variable, const semantics::Symbol &symbol) {
    if (variable.isScalar())
      return Expr::var(variable.name, variable.type);
    if (!symbols.hasArrays())
      throw Unsupported{"reference to the whole array '" + variable.name + "'"};
    return operand<T>(static_cast<int>(variable.axes.size()),
                      ArrayOperand::Section{
                          variable.name,
                          {},
                          symbol.attrs().test(semantics::Attr::ALLOCATABLE)});
  }
  template <typename T> Expr designate(const evaluate::CoarrayRef &) {
    throw Unsupported{"coarray reference"};
  }
  template <typename T> Expr designate(const evaluate::Substring &) {
    throw Unsupported{"character data"};
  }
  template <typename T> Expr designate(const evaluate::ComplexPart &x) {
    using Complex = evaluate::Type<TypeCategory::Complex, T::kind>;
    return partOf<T>(lower(evaluate::Designator<Complex>(x.complex())),
                     x.part());
  }
  template <typename T>
  static Expr partOf(const Expr &whole, evaluate::ComplexPart::Part part) {
    bool real = part == evaluate::ComplexPart::Part::RE;
    return Expr::call(real ? Intrinsic::RealPart : Intrinsic::ImagPart, {whole},
                      typeOf<T>());
  }

  template <typename T> Expr designate(const evaluate::ArrayRef &x) {
    const semantics::Symbol &symbol = x.base().GetLastSymbol().GetUltimate();
    if (x.base().UnwrapComponent())
      if (Expr element = constantPart<T>(
              constantBehind(writtenParts(evaluate::DataRef{x})), symbols))
        return element;
    const evaluate::Component *component = x.base().UnwrapComponent();
    if constexpr (T::category == TypeCategory::Real) {
      using Complex = evaluate::Type<TypeCategory::Complex, T::kind>;
      const evaluate::DataRef data{x};
      if (auto part = !component && partNamed(symbol, symbols)
                          ? complexPartBehind(data)
                          : std::nullopt)
        return partOf<T>(elements<Complex>(elementsBehind(data, symbols)),
                         *part);
    }
    if (component ? !symbols.gathered(*component).empty()
                  : partNamed(symbol, symbols) != nullptr)
      return elements<T>(chosenElements(evaluate::DataRef{x}, symbols));
    if (x.Rank() > 0)
      return section<T>(x, symbol);
    std::vector<Expr> subscripts;
    for (const evaluate::Subscript &subscript : x.subscript()) {
      subscripts.push_back(
          place(std::get<evaluate::IndirectSubscriptIntegerExpr>(subscript.u)
                    .value(),
                x.base()));
    }
    if (symbol.attrs().test(semantics::Attr::PARAMETER))
      return constantElement<T>(symbol, subscripts, symbols);
    const Variable &variable = entity(x.base());
    for (size_t a = 0; a < subscripts.size(); ++a)
      subscripts[a] =
          subtractIndex(subscripts[a], variable.declared.lowerBounds[a]);
    return Expr::array(variable.name, std::move(subscripts), variable.type);
  }

  // --- arrays
  template <typename T, typename Form> Expr operand(int rank, Form form) {
    return symbols.array({"", typeOf<T>(), rank, std::move(form)});
  }

  template <typename T>
  Expr section(const evaluate::ArrayRef &x, const semantics::Symbol &symbol) {
    std::string name = "'" + symbols.spelling(symbol) + "'";
    if (!symbols.hasArrays())
      throw Unsupported{"array section of " + name};
    std::vector<Subscript> subscripts;
    for (const evaluate::Subscript &given : x.subscript())
      subscripts.push_back(lowerSubscript(given, symbols, &x.base()));
    if (!symbol.attrs().test(semantics::Attr::PARAMETER))
      return operand<T>(x.Rank(), ArrayOperand::Section{entity(x.base()).name,
                                                        std::move(subscripts)});
    const evaluate::Constant<T> *constant = constantOf<T>(symbol);
    if (!constant)
      throw Unsupported{"section of constant array " + name};
    ArrayOperand::Table result = table<T>(*constant);
    result.subscripts = std::move(subscripts);
    return operand<T>(x.Rank(), std::move(result));
  }

  static Expr impliedDoVariable(const Fortran::parser::CharBlock &name) {
    return Expr::var(name.ToString() + "#do", Type::integer(8));
  }

  template <typename T>
  std::vector<ArrayOperand::Constructor::Item>
  items(const evaluate::ArrayConstructorValues<T> &values) {
    std::vector<ArrayOperand::Constructor::Item> result;
    for (const evaluate::ArrayConstructorValue<T> &value : values) {
      ArrayOperand::Constructor::Item &item = result.emplace_back();
      if (const auto *one = std::get_if<evaluate::Expr<T>>(&value.u)) {
        item.value = {lower(*one), one->Rank()};
        continue;
      }
      const auto &loop = std::get<evaluate::ImpliedDo<T>>(value.u);
      item.variable =
          impliedDoVariable(loop.name()).template getIf<VarRef>()->name;
      item.first = lowerIndex(loop.lower());
      item.last = lowerIndex(loop.upper());
      item.step = lowerIndex(loop.stride());
      item.items = items<T>(loop.values());
    }
    return result;
  }

  template <typename T>
  Expr transformed(const std::string &name, const evaluate::FunctionRef<T> &x) {
    ArrayOperand::Intrinsic result{name, {}};
    for (size_t k = 0; k < x.arguments().size(); ++k) {
      const semantics::SomeExpr *arg = x.UnwrapArgExpr(static_cast<int>(k));
      result.arguments.push_back(
          arg ? ArrayOperand::Argument{lower(*arg), arg->Rank()}
              : ArrayOperand::Argument());
    }
    return operand<T>(x.Rank(), inCommonOrder(std::move(result)));
  }

  // --- operations
  template <typename TO, TypeCategory FROM>
  Expr lower(const evaluate::Convert<TO, FROM> &x) {
    return convert(lower(x.left()), typeOf<TO>());
  }

  // An integer that was widened is itself again in its old type.
  static Expr convert(const Expr &value, Type type) {
    const Cast *inner = value.getIf<Cast>();
    bool undone = inner && inner->a.type() == type && type.isInteger() &&
                  value.type().isInteger() && value.type().bytes >= type.bytes;
    return undone ? inner->a : Expr::cast(value, type);
  }
  template <typename T> Expr lower(const evaluate::Parentheses<T> &x) {
    return lower(x.left());
  }
  template <typename T> Expr lower(const evaluate::Negate<T> &x) {
    return Expr::unary(UnaryOp::Neg, lower(x.left()));
  }
  template <int K> Expr lower(const evaluate::Not<K> &x) {
    return Expr::unary(UnaryOp::Not, lower(x.left()));
  }
  template <int K> Expr lower(const evaluate::ComplexComponent<K> &x) {
    return Expr::call(x.isImaginaryPart ? Intrinsic::ImagPart
                                        : Intrinsic::RealPart,
                      {lower(x.left())}, Type::real(K));
  }
  template <int K> Expr lower(const evaluate::ComplexConstructor<K> &x) {
    return Expr::call(Intrinsic::MakeComplex,
                      {lower(x.left()), lower(x.right())},
                      Type::complex(2 * K));
  }

  template <typename X> Expr binary(BinaryOp op, const X &x) {
    using T = typename X::Result;
    // One after the other: variables are met in the order of the source.
    Expr a = lower(x.left()), b = lower(x.right());
    return Expr::binary(op, a, b, typeOf<T>());
  }
  template <typename T> Expr lower(const evaluate::Add<T> &x) {
    return binary(BinaryOp::Add, x);
  }
  template <typename T> Expr lower(const evaluate::Subtract<T> &x) {
    return binary(BinaryOp::Sub, x);
  }
  template <typename T> Expr lower(const evaluate::Multiply<T> &x) {
    return binary(BinaryOp::Mul, x);
  }
  template <typename T> Expr lower(const evaluate::Divide<T> &x) {
    return binary(BinaryOp::Div, x);
  }
  template <typename T> Expr lower(const evaluate::Power<T> &x) {
    return binary(BinaryOp::Pow, x);
  }
  template <typename T> Expr lower(const evaluate::RealToIntPower<T> &x) {
    return binary(BinaryOp::Pow, x);
  }
  template <typename T> Expr lower(const evaluate::Extremum<T> &x) {
    if constexpr (T::category == TypeCategory::Character) {
      throw Unsupported{"character data"};
    } else {
      Intrinsic fn = x.ordering == evaluate::Ordering::Greater ? Intrinsic::Max
                                                               : Intrinsic::Min;
      std::vector<Expr> args;
      appendFlattened(fn, lower(x.left()), args);
      appendFlattened(fn, lower(x.right()), args);
      return Expr::call(fn, std::move(args), typeOf<T>());
    }
  }

  Expr lower(const evaluate::Relational<evaluate::SomeType> &x) {
    return std::visit([&](const auto &y) { return compare(y); }, x.u);
  }
  template <typename T> Expr compare(const evaluate::Relational<T> &x) {
    Expr a = lower(x.left()), b = lower(x.right());
    return Expr::binary(relation(x.opr), a, b, Type::logical(4));
  }

  template <int K> Expr lower(const evaluate::LogicalOperation<K> &x) {
    using Op = Fortran::common::LogicalOperator;
    Expr a = lower(x.left()), b = lower(x.right());
    Expr notB = Expr::unary(UnaryOp::Not, b);
    switch (x.logicalOperator) {
    case Op::And:
      return Expr::binary(BinaryOp::And, a, b, Type::logical(K));
    case Op::Or:
      return Expr::binary(BinaryOp::Or, a, b, Type::logical(K));
    case Op::Eqv:
      return Expr::select(a, b, notB);
    case Op::Neqv:
      return Expr::select(a, notB, b);
    case Op::Not:
      return notB;
    }
    throw InternalError("unknown logical operator");
  }

  // --- intrinsic functions
  template <typename T> Expr lower(const evaluate::FunctionRef<T> &x) {
    const evaluate::SpecificIntrinsic *intrinsic =
        x.proc().GetSpecificIntrinsic();
    if (!intrinsic) {
      if constexpr (evaluate::IsSpecificIntrinsicType<T>) {
        if (std::optional<Expr> ieee = ieeeCall<T>(x))
          return *ieee;
        if (x.Rank() == 0 || symbols.hasArrays())
          return symbols.reference(x, nameOf(x.proc()), typeOf<T>());
      }
      throw Unsupported{"call of function '" + nameOf(x.proc()) + "'"};
    }
    if (x.Rank() > 0 && !symbols.hasArrays())
      throw Unsupported{"array-valued intrinsic '" + intrinsic->name + "'"};
    if constexpr (!evaluate::IsSpecificIntrinsicType<T>) {
      throw Unsupported{"intrinsic '" + intrinsic->name + "'"};
    } else {
      if (intrinsic->name == "present")
        return Expr::cast(presence(x), typeOf<T>());
      if (std::optional<Expr> status = statusInquiry(intrinsic->name, x))
        return Expr::cast(*status, typeOf<T>());
      if (symbols.hasArrays() && isTransformational(intrinsic->name))
        return transformed<T>(intrinsic->name, x);
      if (std::optional<Expr> inquiry = shapeInquiry(intrinsic->name, x))
        return Expr::cast(*inquiry, typeOf<T>());
      std::vector<Expr> args;
      for (size_t k = 0; k < x.arguments().size(); ++k) {
        const semantics::SomeExpr *arg = x.UnwrapArgExpr(static_cast<int>(k));
        if (arg && arg->Rank() > 0 && x.Rank() == 0)
          throw Unsupported{"intrinsic '" + intrinsic->name + "' of an array"};
        // An absent optional argument (KIND=, say) is null.
        args.push_back(arg ? lower(*arg) : Expr());
      }
      // Functions of Flang's own modules stand for those of Fortran's.
      llvm::StringRef name = intrinsic->name;
      name.consume_front("__builtin_");
      if (std::optional<Expr> call =
              intrinsicCall(name.str(), args, typeOf<T>()))
        return *call;
      throw Unsupported{"intrinsic '" + name.str() + "'"};
    }
  }

  // ieee_is_finite(x): a procedure of a module for which there is an
  // expression.
  template <typename T>
  std::optional<Expr> ieeeCall(const evaluate::FunctionRef<T> &x) {
    const semantics::Symbol *symbol = x.proc().GetSymbol();
    const semantics::Scope *module =
        symbol ? &symbol->GetUltimate().owner() : nullptr;
    if (!module || !module->IsModule() ||
        !module->parent().IsIntrinsicModules())
      return std::nullopt;
    std::vector<Expr> args;
    for (size_t k = 0; k < x.arguments().size(); ++k) {
      const semantics::SomeExpr *arg = x.UnwrapArgExpr(static_cast<int>(k));
      std::optional<evaluate::DynamicType> type =
          arg ? arg->GetType() : std::nullopt;
      if (!type || (type->category() != TypeCategory::Real &&
                    type->category() != TypeCategory::Integer))
        return std::nullopt;
      args.push_back(lower(*arg));
    }
    return floatingPointIntrinsic(
        genericIeeeName(symbol->GetUltimate().name().ToString()), args,
        typeOf<T>());
  }

  template <typename X> Expr presence(const X &x) {
    const semantics::SomeExpr *arg = x.UnwrapArgExpr(0);
    const semantics::Symbol *dummy =
        arg ? evaluate::UnwrapWholeSymbolDataRef(*arg) : nullptr;
    if (!dummy)
      throw Unsupported{"intrinsic 'present'"};
    return symbols.present(dummy->GetUltimate());
  }

  // allocated(a), associated(s%p), associated(p, q)
  template <typename X>
  std::optional<Expr> statusInquiry(const std::string &name, const X &x) {
    if (name == "associated" && x.UnwrapArgExpr(1) && !symbols.hasArrays())
      return symbols.reference(x, name, Type::logical(4));
    if ((name != "allocated" && name != "associated") || x.UnwrapArgExpr(1))
      return std::nullopt;
    const semantics::SomeExpr *arg = x.UnwrapArgExpr(0);
    std::optional<evaluate::NamedEntity> whole =
        arg ? evaluate::ExtractNamedEntity(*arg) : std::nullopt;
    return whole ? std::optional(symbols.status(*whole, name)) : std::nullopt;
  }

  // size(a, 1), lbound(a, 1), ubound(a, 1), size(a), size(a + b), ubound(a)
  template <typename T>
  std::optional<Expr> shapeInquiry(const std::string &name,
                                   const evaluate::FunctionRef<T> &x) {
    bool size = name == "size", lower = name == "lbound",
         upper = name == "ubound";
    if (!size && !lower && !upper)
      return std::nullopt;
    const semantics::SomeExpr *array = x.UnwrapArgExpr(0);
    std::optional<evaluate::NamedEntity> whole =
        array && array->Rank() > 0 ? evaluate::ExtractNamedEntity(*array)
                                   : std::nullopt;
    if (!whole && size && symbols.hasArrays())
      return transformed(name, x);
    if (!whole)
      throw Unsupported{"intrinsic '" + name + "' of an expression"};
    if (x.Rank() > 0)
      return allBounds<T>(*whole, array->Rank(), lower);
    const semantics::SomeExpr *dimension = x.UnwrapArgExpr(1);
    std::optional<int64_t> dim =
        dimension ? evaluate::ToInt64(*dimension) : std::nullopt;
    if (dimension && !dim)
      throw Unsupported{"intrinsic '" + name + "' with a variable dimension"};
    if (!dim) {
      Expr product = Expr::integer(1, Type::integer(8));
      for (int a = 0; a < array->Rank(); ++a)
        product = product *
                  Expr::cast(boundsOf(*whole, a).size(), Type::integer(8));
      return product;
    }
    const BoundInquiry bounds = boundsOf(*whole, static_cast<int>(*dim) - 1);
    return size ? bounds.size() : lower ? bounds.lower() : bounds.upper();
  }

  template <typename T>
  Expr allBounds(const evaluate::NamedEntity &array, int rank, bool lower) {
    ArrayOperand::Constructor result;
    for (int axis = 0; axis < rank; ++axis) {
      const BoundInquiry bounds = boundsOf(array, axis);
      const Expr bound = lower ? bounds.lower() : bounds.upper();
      result.items.emplace_back().value = {Expr::cast(bound, typeOf<T>()), 0};
    }
    return operand<T>(1, std::move(result));
  }

  BoundInquiry boundsOf(const evaluate::NamedEntity &array, int axis) {
    using Field = evaluate::DescriptorInquiry::Field;
    const bool hasElements =
        std::find(subscripted.begin(), subscripted.end(), array) !=
        subscripted.end();
    return {inquire(array, Field::LowerBound, axis),
            inquire(array, Field::Extent, axis),
            !isExplicit(array.GetLastSymbol(), axis), hasElements};
  }

  Symbols &symbols;
  std::vector<evaluate::NamedEntity> subscripted; // by what is lowered here
};

} // namespace

Expr frontend::lowerExpr(const semantics::SomeExpr &expr,
                         Symbols &symbols) {
  return Lowering(symbols).lower(expr);
}

Expr frontend::lowerIndex(const semantics::SubscriptIntExpr &expr,
                          Symbols &symbols,
                          const evaluate::NamedEntity *subscripted) {
  Lowering lowering(symbols);
  return subscripted ? lowering.place(expr, *subscripted)
                     : lowering.lowerIndex(expr);
}
