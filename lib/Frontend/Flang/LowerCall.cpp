#include "LowerCall.h"

#include "ChosenElements.h"
#include "ReachedComponents.h"
#include "StatementFunctions.h"
#include "loopyc/Support/LetterCase.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
namespace semantics = Fortran::semantics;
namespace evaluate = Fortran::evaluate;
using semantics::Attr;
using semantics::Symbol;

UserError frontend::notSupported(const std::string &construct,
                                 const SourceRange &where) {
  return UserError("not supported: " + construct, where);
}

// --- what is called

static Callee::Kind kindOf(const Symbol &symbol) {
  using Kind = semantics::Scope::Kind;
  if (symbol.has<semantics::ProcBindingDetails>() ||
      symbol.owner().IsDerivedType())
    return Callee::Kind::TypeBound;
  if (semantics::IsDummy(symbol))
    return Callee::Kind::Dummy;
  if (symbol.attrs().test(Attr::POINTER))
    return Callee::Kind::Pointer;
  const auto *details = symbol.detailsIf<semantics::SubprogramDetails>();
  if (!details)
    return Callee::Kind::External;
  if (details->stmtFunction())
    return Callee::Kind::StatementFunction;
  if (details->isInterface() && !symbol.attrs().test(Attr::MODULE))
    return Callee::Kind::External;
  switch (symbol.owner().kind()) {
  case Kind::Module:
    return Callee::Kind::Module;
  case Kind::Subprogram:
  case Kind::MainProgram:
    return Callee::Kind::Internal;
  default:
    return Callee::Kind::External;
  }
}

// Of a bound procedure, that which an object of just its declared type has.
// Flang has resolved the others that are known before the program runs.
const Symbol &CallLowering::target(const Symbol &called,
                                   const semantics::SomeExpr *object) const {
  const auto *binding = called.detailsIf<semantics::ProcBindingDetails>();
  const Symbol *dummy =
      binding && object ? evaluate::UnwrapWholeSymbolDataRef(*object) : nullptr;
  if (!dummy || called.attrs().test(Attr::DEFERRED) ||
      !variables.mayBeExact(dummy->GetUltimate()))
    return called;
  variables.requireExact(dummy->GetUltimate());
  return binding->symbol().GetUltimate();
}

// Is it declared by the procedure that is called?
bool CallLowering::isOf(const Symbol &symbol, const Callee &callee) const {
  const Symbol *procedure =
      callee.procedure ? numbers.symbol(*callee.procedure) : nullptr;
  return procedure && procedure->scope() == &symbol.owner();
}

const Symbol *CallLowering::dummyAt(const Callee &callee,
                                    size_t position) const {
  const Symbol *symbol =
      callee.procedure ? numbers.symbol(*callee.procedure) : nullptr;
  const auto *details =
      symbol ? symbol->detailsIf<semantics::SubprogramDetails>() : nullptr;
  return details && position < details->dummyArgs().size()
             ? details->dummyArgs()[position]
             : nullptr;
}

// Has each argument the declared type of its dummy where that decides which
// procedures are called?
bool CallLowering::hasExactTypes(const evaluate::ProcedureRef &call,
                                 size_t procedure) const {
  for (const Symbol *dummy : interfaces.of(procedure).exactTypes) {
    const semantics::SomeExpr *actual = nullptr;
    for (size_t k = 0; k < call.arguments().size(); ++k)
      if (dummyAt({Callee::Kind::Module, "", "", "", procedure}, k) == dummy &&
          call.arguments()[k])
        actual = call.arguments()[k]->UnwrapExpr();
    auto type = actual ? actual->GetType() : std::nullopt;
    const auto *given = evaluate::GetDerivedTypeSpec(type);
    const auto *declared =
        evaluate::GetDerivedTypeSpec(evaluate::DynamicType::From(*dummy));
    if (!given || !declared ||
        &given->typeSymbol().GetUltimate() !=
            &declared->typeSymbol().GetUltimate())
      return false;
    if (!type->IsPolymorphic())
      continue;
    const Symbol *own = evaluate::UnwrapWholeSymbolDataRef(*actual);
    if (!own || !variables.mayBeExact(own->GetUltimate()))
      return false;
    variables.requireExact(own->GetUltimate());
  }
  return true;
}

Callee CallLowering::callee(const evaluate::ProcedureRef &call,
                            const std::string &called) const {
  const semantics::SomeExpr *object = nullptr;
  for (const auto &actual : call.arguments())
    if (actual && actual->isPassedObject())
      object = actual->UnwrapExpr();
  Callee result = callee(call.proc(), called, object);
  if (result.procedure && !hasExactTypes(call, *result.procedure)) {
    result.kind = Callee::Kind::TypeBound;
    result.procedure.reset();
  }
  return result;
}

Callee CallLowering::callee(const evaluate::ProcedureDesignator &procedure,
                            const std::string &called,
                            const semantics::SomeExpr *object) const {
  Callee result;
  result.called = called;
  if (const auto *intrinsic = procedure.GetSpecificIntrinsic()) {
    result.kind = Callee::Kind::Intrinsic;
    result.name = intrinsic->name;
    return result;
  }
  const Symbol &symbol = target(procedure.GetSymbol()->GetUltimate(), object);
  result.kind = kindOf(symbol);
  result.name = session.spelling(symbol.name());
  if (result.kind == Callee::Kind::Module)
    if (auto module = symbol.owner().GetName())
      result.module = session.spelling(*module);
  result.procedure = numbers.find(symbol, result.kind, result.module);
  if (result.kind == Callee::Kind::External && !result.procedure)
    if (const UnresolvedUse *use = variables.likelyOwnerOf(symbol)) {
      result.missing = use->what(session);
      result.isNamedThere = use->isNamed(symbol.name().ToString());
    }
  return result;
}

// Names of dummy arguments; none where no declaration is known.
std::vector<std::string>
CallLowering::dummies(const evaluate::ProcedureDesignator &procedure,
                      const Callee &callee) const {
  const semantics::SubprogramDetails *details = nullptr;
  auto look = [&](const Symbol *symbol) {
    if (!details && symbol)
      details = symbol->GetUltimate().detailsIf<semantics::SubprogramDetails>();
  };
  look(procedure.GetInterfaceSymbol());
  look(procedure.GetSymbol());
  if (callee.procedure)
    look(numbers.symbol(*callee.procedure));
  std::vector<std::string> result;
  if (details)
    for (const Symbol *dummy : details->dummyArgs())
      result.push_back(dummy ? session.spelling(dummy->name()) : "*");
  return result;
}

// --- arguments

// The symbols of the procedure, where references to functions and array
// operands have a place.
class CallLowering::References : public Symbols {
public:
  References(CallLowering &calls, Facts &facts) : calls(calls), facts(facts) {}

  const Variable &variable(const Symbol &symbol) override {
    return calls.variables.variable(symbol);
  }
  const Variable &component(const evaluate::Component &component) override {
    return calls.variables.component(component);
  }
  std::vector<PathPart>
  gathered(const evaluate::Component &component) override {
    return calls.variables.gathered(component);
  }
  const Variable &bounds(const evaluate::NamedEntity &array) override {
    return calls.variables.bounds(array);
  }
  const Variable &
  table(const Symbol &constant,
        const std::function<ConstantArray()> &values) override {
    return calls.variables.table(constant, values);
  }
  std::string spelling(const Symbol &symbol) const override {
    return calls.variables.spelling(symbol);
  }
  const semantics::SomeExpr *meaning(const Symbol &symbol) const override {
    return calls.variables.meaning(symbol);
  }

  Expr present(const Symbol &symbol) override {
    return calls.variables.present(symbol);
  }

  // Those in the arguments come before it.
  Expr reference(const evaluate::ProcedureRef &call, const std::string &name,
                 Type type) override {
    if (std::optional<Expr> value = expandStatementFunction(call, type, *this))
      return *value;
    bool isArray = call.Rank() > 0 && !call.proc().IsElemental();
    bool ofArrays = call.Rank() > 0 && !isArray;
    Callee callee = calls.callee(call, name);
    const size_t before = calls.countBefore();
    std::vector<Argument> arguments =
        calls.arguments(call, callee, ofArrays, *this);
    if (isArray)
      return array({"", type, call.Rank(),
                    ArrayOperand::Result{std::move(callee),
                                         std::move(arguments)}});
    std::string value = name + "#" + std::to_string(++calls.referenceCount);
    if (calls.countBefore() > before)
      calls.withBefore.insert(value);
    facts.references.push_back(
        {value, std::move(callee), std::move(arguments),
         notSupported("call of function '" + name + "'", SourceRange()),
         call.Rank()});
    return Expr::var(value, type);
  }

  bool hasArrays() const override { return true; }
  Expr array(ArrayOperand operand) override {
    operand.value = "array#" + std::to_string(++calls.arrayCount);
    facts.arrays.push_back(operand);
    return Expr::var(operand.value, operand.type);
  }

private:
  CallLowering &calls;
  Facts &facts;
};

void CallLowering::addPath(const evaluate::NamedEntity &entity, ArrayView &view,
                           Symbols &symbols) {
  if (const evaluate::Component *component = entity.UnwrapComponent()) {
    addPath(component->base(), view, symbols);
    view.path.push_back({session.spelling(component->symbol()->name()), {}});
  } else {
    view.path.push_back(
        {symbols.spelling(entity.GetLastSymbol().GetUltimate()), {}});
  }
}

void CallLowering::addPath(const evaluate::DataRef &data, ArrayView &view,
                           Symbols &symbols) {
  if (const auto *symbol = std::get_if<evaluate::SymbolRef>(&data.u)) {
    addPath(evaluate::NamedEntity(**symbol), view, symbols);
  } else if (const auto *component =
                 std::get_if<evaluate::Component>(&data.u)) {
    addPath(component->base(), view, symbols);
    view.path.push_back({session.spelling(component->symbol()->name()), {}});
  } else if (const auto *array = std::get_if<evaluate::ArrayRef>(&data.u)) {
    addPath(array->base(), view, symbols);
    for (const evaluate::Subscript &given : array->subscript())
      view.path.back().subscripts.push_back(
          lowerSubscript(given, symbols, &array->base()));
  } else {
    throw Unsupported{"coarray reference"};
  }
}

std::vector<Expr> CallLowering::lowerBounds(const Symbol &symbol) const {
  std::vector<Expr> result;
  DeclaredBounds declared(variables);
  bool allocated = symbol.attrs().test(Attr::ALLOCATABLE) ||
                   symbol.attrs().test(Attr::POINTER);
  if (const auto *details = symbol.detailsIf<semantics::ObjectEntityDetails>())
    for (const semantics::ShapeSpec &spec : details->shape())
      result.push_back(allocated ? Expr() : declared.lower(spec));
  return result;
}

ArrayView CallLowering::view(const evaluate::DataRef &data, Symbols &symbols) {
  ArrayView result;
  addPath(data, result, symbols);
  result.lowerBounds = lowerBounds(data.GetLastSymbol().GetUltimate());
  result.rank = data.Rank();
  return result;
}

void CallLowering::setValue(Argument &argument, const semantics::SomeExpr &expr,
                            bool asElement, Symbols &symbols) {
  if (const auto *procedure =
          std::get_if<evaluate::ProcedureDesignator>(&expr.u)) {
    std::string name = procedure->GetSymbol()
                           ? symbols.spelling(*procedure->GetSymbol())
                           : procedure->GetName();
    argument.value = Argument::ProcedureName{name, callee(*procedure, name)};
    return;
  }
  std::optional<evaluate::DataRef> data;
  if (evaluate::IsVariable(expr))
    data = evaluate::ExtractDataRef(expr);
  // A name of an associate construct is what it stands for.
  const semantics::SomeExpr *meant =
      data && std::holds_alternative<evaluate::SymbolRef>(data->u)
          ? symbols.meaning(data->GetFirstSymbol())
          : nullptr;
  if (meant && !asElement && evaluate::IsVariable(*meant)) {
    setValue(argument, *meant, asElement, symbols);
    return;
  }
  if (data && !asElement &&
      std::holds_alternative<evaluate::ArrayRef>(data->u) &&
      partNamed(data->GetFirstSymbol(), symbols)) {
    ChosenElements chosen = chosenElements(*data, symbols);
    ArrayView &passed = argument.value.emplace<ArrayView>();
    passed.rank = chosen.rank();
    passed.lowerBounds = chosen.variable->declared.lowerBounds;
    passed.path = {{chosen.variable->name, std::move(chosen.subscripts)}};
    return;
  }
  // Not of a stand-in, and of no constant.
  if (!data || asElement || symbols.meaning(data->GetFirstSymbol()) ||
      data->GetFirstSymbol().attrs().test(Attr::PARAMETER)) {
    argument.value = lowerExpr(expr, symbols);
    return;
  }
  const auto *component = std::get_if<evaluate::Component>(&data->u);
  if (const auto *array = std::get_if<evaluate::ArrayRef>(&data->u))
    component = array->base().UnwrapComponent();
  ArrayView &passed = argument.value.emplace<ArrayView>(view(*data, symbols));
  // Its variable belongs to the procedure's.
  if (component)
    nameVariable(passed, *component, symbols);
  else
    symbols.variable(data->GetFirstSymbol().GetUltimate());
}

// Where the component is a variable of its own, which has its name and, of
// elements of arrays, their subscripts behind its own.
void CallLowering::nameVariable(ArrayView &view,
                                const evaluate::Component &component,
                                Symbols &symbols) {
  const std::string name = symbols.component(component).name;
  std::vector<Subscript> all = view.path.back().subscripts;
  std::vector<PathPart> parts = symbols.gathered(component);
  if (!parts.empty() && all.empty())
    all.resize(parts.back().symbol->Rank(), everything());
  for (size_t k = parts.size(); k-- > 1;) {
    const PathPart &part = parts[k - 1];
    for (const evaluate::Subscript &given : part.subscripts)
      all.push_back(lowerSubscript(given, symbols));
    if (part.subscripts.empty())
      all.resize(all.size() + part.symbol->Rank(), everything());
  }
  view.path = {{name, std::move(all)}};
}

Argument CallLowering::argument(const evaluate::ActualArgument &actual,
                                bool asElement, Symbols &symbols) {
  Argument result{"", Argument::Unknown{}, std::nullopt};
  SourceRange where;
  if (auto source = actual.sourceLocation())
    where = session.range(*source);
  try {
    if (actual.isAlternateReturn())
      throw Unsupported{"alternate return"};
    const semantics::SomeExpr *expr = actual.UnwrapExpr();
    if (!expr)
      throw Unsupported{"argument of assumed type"};
    setValue(result, *expr, asElement, symbols);
  } catch (const Unsupported &unsupported) {
    result.obstacle = notSupported(unsupported.construct, where);
  } catch (const UserError &error) {
    result.obstacle = error;
  }
  return result;
}

// A component of a variable of a derived type, or of another type that extends
// it.
static evaluate::DataRef componentOf(const evaluate::DataRef &whole,
                                     const Symbol &component) {
  const auto *type = evaluate::GetDerivedTypeSpec(
      evaluate::DynamicType::From(whole.GetLastSymbol().GetUltimate()));
  const Symbol *own = type && type->scope()
                          ? type->scope()->FindComponent(component.name())
                          : nullptr;
  if (!own)
    throw Unsupported{"argument of a type without the component '" +
                      component.name().ToString() + "'"};
  return evaluate::DataRef{evaluate::Component{whole, *own}};
}

void CallLowering::setComponent(Argument &argument,
                                const PassedComponent &passed,
                                const evaluate::DataRef &whole, bool asElement,
                                Symbols &symbols) {
  evaluate::DataRef data = whole;
  for (const Symbol *component : passed.components)
    data = componentOf(data, *component);
  if (asElement) {
    auto value = evaluate::AsGenericExpr(std::move(data));
    if (!value)
      throw Unsupported{"derived type"};
    argument.value = lowerExpr(*value, symbols);
    return;
  }
  const auto &last = std::get<evaluate::Component>(data.u);
  ArrayView view;
  view.path.push_back({"", {}});
  nameVariable(view, last, symbols);
  const std::vector<Subscript> &chosen = view.path.back().subscripts;
  for (const Subscript &one : chosen)
    view.rank += one.kind != Subscript::Kind::Element;
  if (chosen.empty())
    view.rank = static_cast<int>(symbols.component(last).axes.size());
  // An element at which an array begins.
  if (passed.base->Rank() > 0 && whole.Rank() == 0)
    view.rank = 0;
  argument.value = std::move(view);
}

static bool hasArray(const PassedComponent &passed) {
  return std::any_of(
      passed.components.begin(), passed.components.end(),
      [](const Symbol *component) { return component->Rank() > 0; });
}

// What an argument of a derived type is a part of: itself, or a variable with
// its value.
const evaluate::DataRef &
CallLowering::passedWhole(const evaluate::ActualArgument &actual,
                          Temporaries &made) {
  if (auto known = made.find(&actual); known != made.end())
    return known->second;
  const semantics::SomeExpr *expr = actual.UnwrapExpr();
  const bool isVariable = expr && evaluate::IsVariable(*expr);
  auto data = isVariable ? evaluate::ExtractDataRef(*expr) : std::nullopt;
  if (!expr || (isVariable && !data))
    throw Unsupported{"expression of a derived type as an argument; assign it "
                      "to a variable before"};
  return made.emplace(&actual, data ? std::move(*data) : temporary(*expr))
      .first->second;
}

// `result`: the variable that a function's result is assigned to.
Argument CallLowering::component(const PassedComponent &passed,
                                 const evaluate::ProcedureRef &call,
                                 const Callee &callee,
                                 const evaluate::DataRef *result,
                                 bool asElement, Temporaries &made,
                                 Symbols &symbols) {
  Argument argument{passed.dummy, Argument::Unknown{}, std::nullopt};
  SourceRange where;
  const std::string component =
      "'" + passed.components.back()->name().ToString() + "'";
  try {
    std::optional<evaluate::DataRef> whole;
    const bool isOwn = isOf(*passed.base, callee);
    const bool isResult = semantics::IsFunctionResult(*passed.base);
    if (isResult && (!isOwn || !result))
      throw Unsupported{"component " + component + " of a function's result"};
    if (isResult) {
      whole = *result;
    } else if (!isOwn) {
      if (variables.isOfRegion() && !variables.hasName(*passed.base)) {
        setReached(argument, passed, callee.name, asElement, variables);
        return argument;
      }
      whole = evaluate::DataRef{*passed.base};
    } else {
      for (size_t k = 0; k < call.arguments().size(); ++k) {
        const auto &actual = call.arguments()[k];
        if (dummyAt(callee, k) != passed.base || !actual)
          continue;
        if (auto source = actual->sourceLocation())
          where = session.range(*source);
        whole = passedWhole(*actual, made);
      }
      if (!whole)
        throw Unsupported{"component " + component +
                          " of an argument that is absent"};
    }
    if (call.proc().IsElemental() && whole->Rank() > 0 && hasArray(passed))
      throw Unsupported{"array of a derived type for an elemental procedure "
                        "that mentions the array component " +
                        component + "; write a loop over the elements"};
    setComponent(argument, passed, *whole, asElement, symbols);
  } catch (const Unsupported &unsupported) {
    argument.obstacle = notSupported(unsupported.construct, where);
  } catch (const UserError &error) {
    argument.obstacle = error;
  }
  return argument;
}

// An interface and the procedure itself must agree on how an array is passed:
// as an address, or with its extents.
static std::optional<UserError>
shapeMismatch(const evaluate::ProcedureDesignator &procedure, size_t position,
              const Symbol &own, const std::string &called) {
  const Symbol *symbol = procedure.GetSymbol();
  const auto *details =
      symbol ? symbol->GetUltimate().detailsIf<semantics::SubprogramDetails>()
             : nullptr;
  if (!details || position >= details->dummyArgs().size())
    return std::nullopt;
  const Symbol *said = details->dummyArgs()[position];
  const bool isAssumed = said && semantics::IsAssumedShape(*said);
  if (!said || isAssumed == semantics::IsAssumedShape(own))
    return std::nullopt;
  const char *shapes[] = {"extents of its own", "an assumed shape"};
  return UserError("the interface of '" + called + "' says that '" +
                   said->name().ToString() + "' has " + shapes[isAssumed] +
                   ", and the procedure declares it with " +
                   shapes[!isAssumed] + "; declare it alike in both");
}

// With an interface, Flang has put them in the order of the dummies.
std::vector<Argument>
CallLowering::arguments(const evaluate::ProcedureRef &call,
                        const Callee &callee, bool asElements, Symbols &symbols,
                        const evaluate::DataRef *assigned) {
  std::vector<std::string> names = dummies(call.proc(), callee);
  std::vector<Argument> result;
  for (size_t k = 0; k < call.arguments().size(); ++k) {
    const Symbol *dummy = dummyAt(callee, k);
    if (dummy && hasComponents(*dummy)) // which are passed
      continue;
    const std::optional<evaluate::ActualArgument> &actual = call.arguments()[k];
    result.push_back(actual ? argument(*actual, asElements, symbols)
                            : Argument{"", Argument::Absent{}, std::nullopt});
    if (actual && actual->keyword())
      result.back().dummy = session.spelling(*actual->keyword());
    else if (k < names.size())
      result.back().dummy = names[k];
    if (actual && dummy && !result.back().obstacle)
      result.back().obstacle =
          shapeMismatch(call.proc(), k, *dummy, callee.called);
  }
  Temporaries made;
  if (callee.procedure)
    for (const PassedComponent &passed :
         interfaces.of(*callee.procedure).components)
      result.push_back(
          component(passed, call, callee, assigned, asElements, made, symbols));
  return result;
}

CallStatement CallLowering::call(const evaluate::ProcedureRef &call,
                                 const std::string &called, Facts &facts) {
  References symbols(*this, facts);
  CallStatement result;
  result.callee = callee(call, called);
  result.arguments = arguments(call, result.callee, false, symbols);
  return result;
}

bool CallLowering::mentions(const evaluate::ProcedureRef &function,
                            const Symbol &variable) const {
  const Callee called = callee(function, function.proc().GetName());
  if (!called.procedure)
    return false;
  const PassedComponents &passed = interfaces.of(*called.procedure);
  return std::any_of(passed.components.begin(), passed.components.end(),
                     [&](const PassedComponent &one) {
                       return one.base == &variableBehind(variable);
                     });
}

CallStatement CallLowering::assignment(const evaluate::DataRef &variable,
                                       const evaluate::ProcedureRef &function,
                                       const std::string &called,
                                       Facts &facts) {
  References symbols(*this, facts);
  CallStatement result;
  result.callee = callee(function, called);
  result.arguments =
      arguments(function, result.callee, false, symbols, &variable);
  if (result.callee.procedure)
    result.results = interfaces.of(*result.callee.procedure).results;
  for (const ComponentValue &one : defaultValues(variable))
    putBefore(one);
  return result;
}

Expr CallLowering::expression(const semantics::SomeExpr &expr, Facts &facts) {
  References symbols(*this, facts);
  return lowerExpr(expr, symbols);
}
