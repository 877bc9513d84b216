#include "Variables.h"

#include "BoundInquiry.h"
#include "CommonBlockMembers.h"
#include "DeclaredBounds.h"
#include "ElementAccess.h"
#include "LowerType.h"
#include "Refusals.h"

#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <iterator>

using namespace loopyc;
using namespace loopyc::frontend;
using Fortran::semantics::Attr;
using Fortran::semantics::Symbol;

const Variable &Variables::variable(const Symbol &symbol) {
  refuseAbsent(symbol);
  auto known = variables.find(&symbol);
  if (known != variables.end())
    return known->second;
  if (isEntered(symbol) && symbol.has<Fortran::semantics::AssocEntityDetails>())
    return associated(symbol);
  refuseUnsupported(symbol);
  if (symbol.has<Fortran::semantics::AssocEntityDetails>())
    return variables
        .emplace(&symbol,
                 hideEntity(symbol, spelling(symbol), selector(symbol),
                            Pointables::pointingOf(symbol)))
        .first->second;
  const Symbol *block = Fortran::semantics::FindCommonBlockContaining(symbol);
  if (block)
    note(declaredBlock(*block, session));
  if (!region && !isConfined(symbol) && (block || symbol.owner().IsModule()))
    return variables
        .emplace(&symbol, block ? hideOfBlock(symbol, *block)
                                : hideModuleVariable(symbol))
        .first->second;
  Variable declared = declare(symbol);
  pointables.note(symbol, declared.name, declared.type, false);
  order.push_back(&symbol);
  return variables.emplace(&symbol, std::move(declared)).first->second;
}

// Does a declaration of its type say which value a variable has from its
// beginning?
static bool hasDefaultValue(const std::vector<PathPart> &parts) {
  for (size_t k = 1; k < parts.size(); ++k) {
    const auto *object =
        parts[k]
            .symbol->detailsIf<Fortran::semantics::ObjectEntityDetails>();
    if (object && object->init())
      return true;
  }
  return false;
}

const Variable &Variables::bounds(const Fortran::evaluate::NamedEntity &array) {
  std::vector<PathPart> parts;
  if (const auto *component = array.UnwrapComponent())
    parts = partsOf(*component);
  else
    parts = {{&array.GetLastSymbol().GetUltimate(), {}}};
  refuseAbsent(*parts.front().symbol);
  std::string path = nameOf(parts, parts.size());
  if (firstWithElements(parts) + 1 < parts.size()) {
    if (isFlattened(parts) ||
        ElementAccess(parts, *region, *this).isGathered())
      throw Unsupported{"bounds of a component of elements of an array"};
    path = ElementAccess(parts, *region, *this).path();
  }
  auto known = arraysOfTypes.find(lowerCase(path));
  if (known != arraysOfTypes.end())
    return known->second;
  Variable shape;
  shape.name = asName(path);
  shape.range = session.range(parts.back().symbol->name());
  declareShape(*parts.back().symbol, shape, path);
  return arraysOfTypes.emplace(lowerCase(path), std::move(shape)).first->second;
}

std::vector<std::string> Variables::own() const {
  std::vector<std::string> result;
  for (const Symbol *symbol : order) {
    const Variable &variable = variables.at(symbol);
    if (region && variable.isArgument() && isLocal(*symbol) &&
        !region->outToHost.count(symbol))
      result.push_back(variable.name);
  }
  for (const auto &[name, whole] : ownComponents)
    if (!region->outToHost.count(whole))
      result.push_back(name);
  return result;
}

std::vector<std::string> Variables::unset() const {
  std::vector<std::string> result;
  for (const Symbol *symbol : order)
    if (region && region->unset.count(symbol))
      result.push_back(variables.at(symbol).name);
  return result;
}

PassedComponents Variables::passed() const {
  PassedComponents result{passedComponents, 0, exactTypes};
  auto isResult = [](const PassedComponent &passed) {
    return Fortran::semantics::IsFunctionResult(*passed.base);
  };
  auto results =
      std::stable_partition(result.components.begin(), result.components.end(),
                            std::not_fn(isResult));
  result.results = static_cast<size_t>(result.components.end() - results);
  return result;
}

std::vector<Variable> Variables::take(const std::vector<std::string> &dummies) {
  std::map<std::string, Variable> arguments;
  std::vector<const Symbol *> locals;
  for (const Symbol *symbol : order)
    if (Variable &variable = variables.at(symbol); !variable.isArgument())
      locals.push_back(symbol);
    else
      arguments.emplace(variable.name, std::move(variable));
  std::vector<Variable> parts; // of locals
  for (const std::string &path : flattenedPaths)
    if (Variable &variable = components.at(path); variable.isTemporary())
      parts.push_back(std::move(variable));
    else
      arguments.emplace(variable.name, std::move(variable));
  std::sort(locals.begin(), locals.end(), [](const Symbol *a, const Symbol *b) {
    return a->name().begin() < b->name().begin();
  });
  std::vector<Variable> result;
  for (const std::string &dummy : dummies)
    if (auto declared = arguments.find(dummy); declared != arguments.end()) {
      result.push_back(std::move(declared->second));
      arguments.erase(declared);
    }
  // Arguments of the host, whose shapes array statements ask for.
  for (auto &[name, ofHost] : arguments)
    result.push_back(std::move(ofHost));
  for (const HiddenVariable &argument : hiddenArguments)
    result.push_back(argument.variable);
  for (const Symbol *local : locals)
    result.push_back(std::move(variables.at(local)));
  std::move(parts.begin(), parts.end(), std::back_inserter(result));
  return result;
}

const Variable &
Variables::table(const Symbol &constant,
                 const std::function<ConstantArray()> &values) {
  auto known = variables.find(&constant);
  if (known != variables.end())
    return known->second;
  order.push_back(&constant);
  Variable made = tableOf(values(), spelling(constant),
                          session.range(constant.name()));
  return variables.emplace(&constant, std::move(made)).first->second;
}

const Variable &Variables::associated(const Symbol &symbol) {
  if (auto entity = wholeSelector(symbol)) {
    const auto *component = entity->UnwrapComponent();
    if (component && !gathered(*component).empty())
      throw Unsupported{"name '" + spelling(symbol) +
                        "' of an associate construct for a component of an "
                        "element; write that itself"};
    if (component)
      return this->component(*component);
    return variable(entity->GetLastSymbol().GetUltimate());
  }
  std::string name = spelling(symbol);
  if (symbol.Rank() > 0)
    throw Unsupported{"name '" + name +
                      "' of an associate construct, for a part of an array "
                      "or an array expression; write that itself"};
  Variable value;
  value.name = name;
  value.type = typeOf(symbol, name);
  value.range = session.range(symbol.name());
  value.kind = VariableKind::Temporary;
  value.space = AddressSpace::Auto;
  order.push_back(&symbol);
  return variables.emplace(&symbol, std::move(value)).first->second;
}

std::string Variables::whyNotAbsent(const Symbol &symbol) {
  if (symbol.attrs().test(Attr::ALLOCATABLE) && symbol.Rank() == 0)
    return " that is allocatable"; // what is there may have no value
  if (symbol.attrs().test(Attr::POINTER))
    return " that is a pointer";
  if (symbol.attrs().test(Attr::VALUE))
    return " with the value attribute";
  const auto *type = symbol.GetType();
  return type && type->AsDerived() ? " of a derived type" : "";
}

void Variables::refuseUnsupported(const Symbol &symbol) const {
  std::string name = "'" + spelling(symbol) + "'";
  if (symbol.test(Symbol::Flag::Implicit))
    if (const UnresolvedUse *use =
            likelyOwner(missing, symbol.name().ToString()))
      throw UserError(name + " is not declared here; it may come from " +
                          use->what(session),
                      session.range(symbol.name()));
  if (const UserError *reason = session.cuts().ofVariable(symbol))
    throw *reason;
  refuseAnywhere(symbol, name);
  if (isEntered(symbol) && (symbol.attrs().test(Attr::ALLOCATABLE) ||
                            symbol.attrs().test(Attr::POINTER) ||
                            Fortran::semantics::IsSaved(symbol)))
    throw Unsupported{"variable " + name +
                      " of a block that is allocatable, a pointer or saved"};
  if (!region && !Fortran::semantics::FindCommonBlockContaining(symbol))
    refuseInSubroutine(symbol, name, scope);
}

std::optional<OuterVariable> Variables::ownerOf(const Symbol &symbol) const {
  using Owner = OuterVariable::Owner;
  std::string name = session.spelling(symbol.name());
  if (const auto *block = Fortran::semantics::FindCommonBlockContaining(symbol))
    return OuterVariable{Owner::CommonBlock, blockName(*block),
                         positionIn(*block, symbol)};
  if (symbol.owner().IsModule())
    return OuterVariable{Owner::Module, symbol.owner().GetName()->ToString(),
                         name};
  if (region && &symbol.owner() == unit)
    return OuterVariable{Owner::Around, "", name};
  if (isOfHost(symbol, *unit))
    return OuterVariable{Owner::Host, "", name};
  return std::nullopt;
}

Type Variables::typeOf(const Symbol &symbol, const std::string &shown) {
  std::optional<Fortran::evaluate::DynamicType> type =
      Fortran::evaluate::DynamicType::From(symbol);
  if (!type)
    throw Unsupported{"variable '" + shown + "' without a type"};
  try {
    return lowerType(*type);
  } catch (const Unsupported &unsupported) {
    throw Unsupported{unsupported.construct + ": variable '" + shown + "'"};
  }
}

std::string Variables::nameFor(const std::string &path,
                               const std::vector<PathPart> &parts) const {
  const std::string wanted = asName(path), name = freeName(wanted);
  std::vector<std::string> declared = declaredNames();
  bool isDeclared = std::find(declared.begin(), declared.end(),
                              lowerCase(wanted)) != declared.end();
  if (name != wanted && !isDeclared && isLocal(*parts.front().symbol))
    throw Unsupported{"component '" + path + "' beside another variable '" +
                      wanted + "'; rename one of them"};
  return name;
}

const Variable &Variables::remember(const std::string &path,
                                    const std::vector<PathPart> &parts,
                                    Variable variable) {
  // Where its type says its value, the procedure begins with it.
  const Symbol &base = *parts.front().symbol;
  bool isOwn = isLocal(base) &&
               variable.name == asName(nameOf(parts, parts.size())) &&
               !(region->isWhole && region->in.count(&base) &&
                 hasDefaultValue(parts));
  for (size_t k = 1; k < parts.size(); ++k)
    isOwn = isOwn && !parts[k].symbol->attrs().test(Attr::POINTER) &&
            !parts[k].symbol->attrs().test(Attr::ALLOCATABLE);
  if (isOwn)
    ownComponents.emplace_back(variable.name, parts.front().symbol);
  for (size_t k = 0; k < parts.size(); ++k)
    pointables.note(*parts[k].symbol, nameOf(parts, k + 1), variable.type,
                    path.find("(:)") != std::string::npos);
  return components.emplace(lowerCase(path), std::move(variable)).first->second;
}

Variable Variables::hideEntity(const Symbol &symbol, const std::string &name,
                               const std::string &path, Pointing pointing) {
  Variable variable;
  variable.name = name;
  variable.pointing = pointing;
  variable.type = typeOf(symbol, path);
  variable.range = session.range(symbol.name());
  declareShape(symbol, variable, path);
  variable.kind =
      variable.isScalar() ? VariableKind::ValueArg : VariableKind::ArrayArg;
  hiddenArguments.push_back({variable, valueAt(path)});
  return variable;
}

Variable Variables::hideModuleVariable(const Symbol &symbol) {
  std::string name = spelling(symbol);
  Variable variable =
      hideEntity(symbol, name, name, Pointables::pointingOf(symbol));
  HostValue &value = hiddenArguments.back().value;
  value.module = symbol.owner().GetName()->ToString();
  value.nameInModule = session.spelling(symbol.name());
  hiddenArguments.back().isPrivate = symbol.attrs().test(Attr::PRIVATE);
  hiddenArguments.back().isProtected = symbol.attrs().test(Attr::PROTECTED);
  return variable;
}

void Variables::declareKind(const Symbol &symbol, Variable &variable) {
  if (!isArgument(symbol, variable)) {
    variable.kind = VariableKind::Temporary;
    variable.space = AddressSpace::Auto;
    return;
  }
  variable.kind =
      variable.isScalar() ? VariableKind::ValueArg : VariableKind::ArrayArg;
  if (symbol.attrs().test(Attr::INTENT_IN) || symbol.attrs().test(Attr::VALUE))
    variable.intent = Intent::In;
  else if (symbol.attrs().test(Attr::INTENT_OUT))
    variable.intent = Intent::Out;
  else if (symbol.attrs().test(Attr::INTENT_INOUT))
    variable.intent = Intent::InOut;
}

bool Variables::isLocal(const Symbol &symbol) const {
  using Kind = Fortran::semantics::Scope::Kind;
  if (region && region->confined.count(&symbol))
    return true;
  Kind owner = symbol.owner().kind();
  return (owner == Kind::Subprogram || owner == Kind::MainProgram ||
          owner == Kind::BlockConstruct) &&
         unit->Contains(symbol.owner()) && // not of its host
         !Fortran::semantics::IsDummy(symbol) &&
         !Fortran::semantics::IsFunctionResult(symbol) &&
         !Fortran::semantics::FindCommonBlockContaining(symbol) &&
         !symbol.attrs().test(Attr::POINTER) &&
         !symbol.attrs().test(Attr::TARGET) && // of a pointer that is read
         (symbol.Rank() > 0 || !symbol.attrs().test(Attr::ALLOCATABLE)) &&
         (owner == Kind::MainProgram || !Fortran::semantics::IsSaved(symbol));
}

void Variables::declareShape(const Symbol &symbol, Variable &variable,
                             const std::string &path) {
  if (symbol.has<Fortran::semantics::AssocEntityDetails>())
    for (int level = 0; level < symbol.Rank(); ++level) {
      Expr first =
          hide(symbol, variable, path, level, HostValue::Kind::LowerBound);
      Expr extent =
          hide(symbol, variable, path, level, HostValue::Kind::Extent);
      addAxis(variable, level, first, extent);
    }
  const auto *details =
      symbol.detailsIf<Fortran::semantics::ObjectEntityDetails>();
  if (!details)
    return;
  std::string name = "'" + variable.name + "'";
  if (details->IsCoarray())
    throw Unsupported{"coarray " + name};
  if (details->shape().IsAssumedRank())
    throw Unsupported{"assumed-rank array " + name};
  bool allocated = symbol.attrs().test(Attr::ALLOCATABLE) ||
                   symbol.attrs().test(Attr::POINTER);
  int level = static_cast<int>(variable.axes.size());
  DeclaredBounds declared(*this);
  for (const Fortran::semantics::ShapeSpec &spec : details->shape()) {
    const Fortran::semantics::Bound &lower = spec.lbound(),
                                    &upper = spec.ubound();
    bool deferred = upper.isColon(); // or assumed
    Expr first, extent;
    if (allocated || !isStable(lower))
      first = hide(symbol, variable, path, level, HostValue::Kind::LowerBound,
                   allocated || deferred ? Expr() : declared.lower(spec));
    else
      first = lower.isExplicit() ? bound(lower) : Expr::integer(1);
    if (deferred || !isStable(upper) ||
        (upper.isExplicit() && !isStable(lower)))
      extent = hide(symbol, variable, path, level, HostValue::Kind::Extent,
                    deferred ? Expr() : declared.extent(spec));
    else if (upper.isExplicit()) {
      Expr last = bound(upper);
      forgetQuestion(first, last);
      extent = fold(subtractIndex(last, first) + 1);
    }
    addAxis(variable, level++, first, extent);
  }
}

void Variables::addAxis(Variable &variable, int level, const Expr &first,
                        const Expr &extent) {
  Axis axis;
  axis.extent = extent;
  axis.tag = NestedAxis{level};
  variable.axes.push_back(axis);
  variable.declared.lowerBounds.push_back(first);
  variable.declared.extents.push_back(extent);
  variable.declared.indices.push_back(Expr::var("i" + std::to_string(level)));
}

bool Variables::isStable(const Fortran::semantics::Bound &bound) const {
  if (!region || !bound.isExplicit() || !bound.GetExplicit())
    return true;
  const auto symbols = Fortran::evaluate::CollectSymbols(*bound.GetExplicit());
  // w(g%n), where other components of g are assigned.
  const bool keepsComponents =
      std::none_of(symbols.begin(), symbols.end(), [&](const Symbol &symbol) {
        return symbol.owner().IsDerivedType() &&
               region->changedComponents.count(&symbol.GetUltimate());
      });
  return std::all_of(symbols.begin(), symbols.end(), [&](const Symbol &symbol) {
    return isStable(symbol) ||
           (keepsComponents && region->structures.count(&symbol.GetUltimate()));
  });
}

static std::string inquiryName(const HostValue &value) {
  if (value.kind == HostValue::Kind::IsPresent)
    return value.presence == HostValue::Presence::Pointer ? "associated"
                                                          : "allocated";
  return value.kind == HostValue::Kind::Extent ? "size" : "lbound";
}

Expr Variables::hide(const Symbol &symbol, const Variable &array,
                     const std::string &path, int axis, HostValue::Kind kind,
                     const Expr &declared) {
  HiddenVariable argument;
  argument.value = valueAt(path);
  argument.value.kind = kind;
  argument.value.axis = axis;
  for (const HiddenVariable &known : hiddenArguments)
    if (known.value.kind == kind && known.value.axis == axis &&
        known.value.path == argument.value.path &&
        (kind != HostValue::Kind::IsPresent ||
         known.value.nameInModule.empty()))
      return Expr::var(known.variable.name, known.variable.type);
  argument.value.presence = presenceOf(symbol);
  argument.variable.name = freeName(
      array.name + "_" + inquiryName(argument.value) +
      (kind == HostValue::Kind::IsPresent ? ""
                                          : "_" + std::to_string(axis + 1)));
  argument.variable.type = Type::integer(4);
  argument.variable.kind = VariableKind::ValueArg;
  argument.variable.intent = Intent::In;
  argument.variable.range = array.range;
  argument.declared = declared;
  hiddenArguments.push_back(argument);
  return Expr::var(argument.variable.name, argument.variable.type);
}

std::string Variables::freeName(const std::string &name) const {
  FreshNames names(FreshNames::Case::Ignored);
  for (const std::string &declared : declaredNames())
    names.take(declared);
  for (const HiddenVariable &argument : hiddenArguments)
    names.take(argument.variable.name);
  for (const auto &[path, variable] : components)
    names.take(variable.name);
  return names.lengthened(name);
}
