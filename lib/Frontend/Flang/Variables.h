// The variables of the procedure or region being lowered, made when they are
// first mentioned.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_VARIABLES_H
#define LOOPYC_LIB_FRONTEND_FLANG_VARIABLES_H

#include "CommonBlockMembers.h"
#include "DeclaredBounds.h"
#include "ElementAccess.h"
#include "PassedComponents.h"
#include "Pointables.h"
#include "Program.h"
#include "Refusals.h"
#include "RegionFlow.h"
#include "StatementFunctions.h"
#include "Units.h"
#include "VariableNames.h"

#include "loopyc/Source/Fortran/Gathered.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace loopyc {
namespace frontend {

class Variables : public VariableNames {
  using Attr = Fortran::semantics::Attr;
  using Symbol = Fortran::semantics::Symbol;

public:
  // `region`: what flows through the region; null for a whole subroutine.
  Variables(const Session &session, const Fortran::semantics::Scope &scope,
            const std::vector<const UnresolvedUse *> &missing,
            const RegionFlow *region = nullptr)
      : VariableNames(session, scope), missing(missing), region(region),
        unit(&scope) {
    using Kind = Fortran::semantics::Scope::Kind;
    while (unit->kind() != Kind::Subprogram &&
           unit->kind() != Kind::MainProgram && !unit->parent().IsGlobal())
      unit = &unit->parent();
  }

  const Variable &variable(const Symbol &symbol) override {
    refuseAbsent(symbol);
    auto known = variables.find(&symbol);
    if (known != variables.end())
      return known->second;
    if (isEntered(symbol) &&
        symbol.has<Fortran::semantics::AssocEntityDetails>())
      return associated(symbol);
    refuseUnsupported(symbol);
    if (symbol.has<Fortran::semantics::AssocEntityDetails>())
      return variables
          .emplace(&symbol, hideEntity(symbol, spelling(symbol),
                                       selector(symbol)))
          .first->second;
    const Symbol *block = Fortran::semantics::FindCommonBlockContaining(symbol);
    if (block)
      note(declaredBlock(*block, session));
    if (!region && !isConfined(symbol) &&
        (block || symbol.owner().IsModule()))
      return variables
          .emplace(&symbol, block ? hideOfBlock(symbol, *block)
                                  : hideModuleVariable(symbol))
          .first->second;
    Variable declared = declare(symbol);
    pointables.note(symbol, declared.name, declared.type, false);
    order.push_back(&symbol);
    return variables.emplace(&symbol, std::move(declared)).first->second;
  }

  // Scalars of modules and hosts of which each procedure reads none but its own
  // values are temporaries; in a region, RegionFlow says the same.
  void setConfined(const SharedVariables &known) { confined = &known; }

  // Is it a region of a procedure?
  bool isOfRegion() const { return region != nullptr; }

  const Variable &component(const Fortran::evaluate::Component &given) override {
    std::vector<PathPart> parts = partsOf(given);
    const std::string path = nameOf(parts, parts.size());
    if (isFlattened(parts))
      return flattened(parts, path);
    refuseAbsent(*parts.front().symbol);
    ElementAccess access(parts, *region, *this);
    if (access.isGathered()) {
      auto known = components.find(lowerCase(path) + "(:)");
      return known != components.end()
                 ? known->second
                 : remember(path + "(:)", parts,
                            hideGathered(parts, nameFor(path, parts), path));
    }
    const std::string spelled = access.path();
    auto known = components.find(lowerCase(spelled));
    return known != components.end()
               ? known->second
               : remember(spelled, parts,
                          hideEntity(*parts.back().symbol,
                                     nameFor(spelled, parts), spelled));
  }

  std::vector<PathPart>
  gathered(const Fortran::evaluate::Component &given) override {
    std::vector<PathPart> parts = partsOf(given);
    bool isGathered = isFlattened(parts)
                          ? firstWithElements(parts) + 1 < parts.size()
                          : ElementAccess(parts, *region, *this).isGathered();
    return isGathered ? parts : std::vector<PathPart>();
  }

  const Variable &bounds(const Fortran::evaluate::NamedEntity &array) override {
    std::vector<PathPart> parts;
    if (const auto *component = array.UnwrapComponent())
      parts = partsOf(*component);
    else
      parts = {{&array.GetLastSymbol().GetUltimate(), {}}};
    refuseAbsent(*parts.front().symbol);
    if (firstWithElements(parts) + 1 < parts.size())
      throw Unsupported{"bounds of a component of elements of an array"};
    const std::string path = nameOf(parts, parts.size());
    auto known = arraysOfTypes.find(lowerCase(path));
    if (known != arraysOfTypes.end())
      return known->second;
    Variable shape;
    shape.name = asName(path);
    shape.range = session.range(parts.back().symbol->name());
    declareShape(*parts.back().symbol, shape, path);
    return arraysOfTypes.emplace(lowerCase(path), std::move(shape))
        .first->second;
  }

  Expr reference(const Fortran::evaluate::ProcedureRef &call,
                 const std::string &name, Type type) override {
    if (std::optional<Expr> value = expandStatementFunction(call, type, *this))
      return *value;
    return Symbols::reference(call, name, type);
  }

  Expr present(const Symbol &symbol) override {
    refuseAbsent(symbol);
    if (region && !mayBeAbsent(symbol))
      return Expr::logical(true);
    if (region)
      variable(symbol); // the original, for --check, asks for an argument
    return Expr::var(presenceName(spelling(symbol)), Type::logical(4));
  }

  // Optional dummies of the procedure that the region mentions, but may not
  // have.
  std::vector<std::string> optional() const {
    std::vector<std::string> result;
    for (const Symbol *symbol : order)
      if (mayBeAbsent(*symbol))
        result.push_back(variables.at(symbol).name);
    return result;
  }

  // While it lives: statements whose kernel asks whether arguments are there.
  // Elsewhere, it is the host that asks, and cuts the procedure.
  class AskingInKernel {
  public:
    AskingInKernel(Variables &variables, bool asks) : variables(variables) {
      before = variables.asksInKernel;
      variables.asksInKernel = before || asks;
    }
    ~AskingInKernel() { variables.asksInKernel = before; }
    AskingInKernel(const AskingInKernel &) = delete;
    AskingInKernel &operator=(const AskingInKernel &) = delete;

  private:
    Variables &variables;
    bool before = false;
  };

  // Whose they are that are not the procedure's own.
  std::map<std::string, OuterVariable> outer() const {
    std::map<std::string, OuterVariable> result;
    for (const auto &[symbol, variable] : variables)
      if (std::optional<OuterVariable> known = ownerOf(*symbol);
          known && !isConfined(*symbol))
        result.emplace(variable.name, *known);
    return result;
  }

  // The symbol of a construct's index, with a variable that is none of the
  // procedure.
  void bind(const Symbol &symbol, Variable variable) {
    variables[&symbol] = std::move(variable);
  }

  // Variables that a region shares with what is around it, in order of their
  // first mention.
  std::vector<std::string> shared() const {
    std::vector<std::string> result;
    for (const Symbol *symbol : order)
      if (!variables.at(symbol).isTemporary())
        result.push_back(variables.at(symbol).name);
    return result;
  }

  // Variables of the procedure, and components of such, whose values nothing
  // but regions reads behind the region.
  std::vector<std::string> own() const {
    std::vector<std::string> result;
    for (const Symbol *symbol : order) {
      const Variable &variable = variables.at(symbol);
      if (region && !variable.isTemporary() && isLocal(*symbol) &&
          !region->outToHost.count(symbol))
        result.push_back(variable.name);
    }
    for (const auto &[name, whole] : ownComponents)
      if (!region->outToHost.count(whole))
        result.push_back(name);
    return result;
  }

  const std::vector<CommonBlock> &blocks() const { return commonBlocks; }

  std::vector<HiddenVariable> hidden() const {
    std::vector<HiddenVariable> result = hiddenArguments;
    if (!region)
      for (HiddenVariable &argument : result)
        askPassed(argument.value);
    return result;
  }

  // What calls of the procedure pass besides its dummies.
  PassedComponents passed() const {
    PassedComponents result{passedComponents, 0, exactTypes};
    auto isResult = [](const PassedComponent &passed) {
      return Fortran::semantics::IsFunctionResult(*passed.base);
    };
    auto results =
        std::stable_partition(result.components.begin(),
                              result.components.end(), std::not_fn(isResult));
    result.results =
        static_cast<size_t>(result.components.end() - results);
    return result;
  }

  // A dummy of a class, for which a call may have to pass its declared type?
  bool mayBeExact(const Symbol &symbol) const {
    return !region && Fortran::semantics::IsDummy(symbol) &&
           &symbol.owner() == unit;
  }
  void requireExact(const Symbol &dummy) { exactTypes.insert(&dummy); }

  // Arguments in the order of `dummies`, but for those that have no
  // counterpart, hidden ones, then locals in order of declaration.
  std::vector<Variable> take(const std::vector<std::string> &dummies) {
    std::map<std::string, Variable> arguments;
    std::vector<const Symbol *> locals;
    for (const Symbol *symbol : order)
      if (Variable &variable = variables.at(symbol); variable.isTemporary())
        locals.push_back(symbol);
      else
        arguments.emplace(variable.name, std::move(variable));
    std::vector<Variable> parts; // of locals
    for (const std::string &path : flattenedPaths)
      if (Variable &variable = components.at(path); variable.isTemporary())
        parts.push_back(std::move(variable));
      else
        arguments.emplace(variable.name, std::move(variable));
    std::sort(locals.begin(), locals.end(),
              [](const Symbol *a, const Symbol *b) {
                return a->name().begin() < b->name().begin();
              });
    std::vector<Variable> result;
    for (const std::string &dummy : dummies)
      if (auto declared = arguments.find(dummy); declared != arguments.end())
        result.push_back(std::move(declared->second));
    for (const HiddenVariable &argument : hiddenArguments)
      result.push_back(argument.variable);
    for (const Symbol *local : locals)
      result.push_back(std::move(variables.at(local)));
    std::move(parts.begin(), parts.end(), std::back_inserter(result));
    return result;
  }

  // Of what was not found, what may define it; null for nothing.
  const UnresolvedUse *likelyOwnerOf(const Symbol &symbol) const {
    return likelyOwner(missing, symbol.name().ToString());
  }

protected:
  bool isFixedPart(const Symbol &symbol) const override {
    return region &&
           std::find(region->fixedParts.begin(), region->fixedParts.end(),
                     &symbol) != region->fixedParts.end();
  }

private:
  // A name of an associate construct inside: the variable that it stands for,
  // or one of its own for the value of an expression.
  const Variable &associated(const Symbol &symbol) {
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

  bool mayBeAbsent(const Symbol &symbol) const {
    return region && symbol.attrs().test(Attr::OPTIONAL) &&
           !region->present.count(&symbol);
  }

  void refuseAbsent(const Symbol &symbol) const {
    if (!mayBeAbsent(symbol))
      return;
    const std::string what = whyNotAbsent(symbol);
    if (!what.empty() || !(asksInKernel || region->isMarked))
      throw Unsupported{"optional dummy argument '" + spelling(symbol) + "'" +
                        what};
  }

  // Why the stub could not pass it on where it is absent; "" if it can.
  static std::string whyNotAbsent(const Symbol &symbol) {
    if (symbol.attrs().test(Attr::ALLOCATABLE))
      return " that is allocatable";
    if (symbol.attrs().test(Attr::POINTER))
      return " that is a pointer";
    if (symbol.attrs().test(Attr::VALUE))
      return " with the value attribute";
    const auto *type = symbol.GetType();
    return type && type->AsDerived() ? " of a derived type" : "";
  }

  void refuseUnsupported(const Symbol &symbol) const {
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

  std::optional<OuterVariable> ownerOf(const Symbol &symbol) const {
    using Owner = OuterVariable::Owner;
    std::string name = session.spelling(symbol.name());
    if (const auto *block =
            Fortran::semantics::FindCommonBlockContaining(symbol))
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

  Variable declare(const Symbol &symbol) {
    Variable variable;
    variable.name = spelling(symbol);
    variable.type = typeOf(symbol, variable.name);
    variable.range = session.range(symbol.name());
    declareShape(symbol, variable, variable.name);
    declareKind(symbol, variable);
    return variable;
  }

  static Type typeOf(const Symbol &symbol, const std::string &shown) {
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

  static std::string asName(const std::string &path) {
    std::string name;
    for (char c : path)
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
        name += c;
      else if (c != ')' && c != ' ')
        name += '_';
    return name;
  }

  // Two components of the procedure's own variables do not share a name, so
  // that all its regions call each the same.
  std::string nameFor(const std::string &path,
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

  const Variable &remember(const std::string &path,
                           const std::vector<PathPart> &parts,
                           Variable variable) {
    bool isOwn = isLocal(*parts.front().symbol) &&
                 variable.name == asName(nameOf(parts, parts.size()));
    for (size_t k = 1; k < parts.size(); ++k)
      isOwn = isOwn && !parts[k].symbol->attrs().test(Attr::POINTER) &&
              !parts[k].symbol->attrs().test(Attr::ALLOCATABLE);
    if (isOwn)
      ownComponents.emplace_back(variable.name, parts.front().symbol);
    for (size_t k = 0; k < parts.size(); ++k)
      pointables.note(*parts[k].symbol, nameOf(parts, k + 1), variable.type,
                      path.find("(:)") != std::string::npos);
    return components.emplace(lowerCase(path), std::move(variable))
        .first->second;
  }

  // Is it a temporary of CallLowering?
  static bool isMade(const Symbol &symbol) {
    return symbol.test(Symbol::Flag::CompilerCreated);
  }
  bool isFlattened(const std::vector<PathPart> &parts) const {
    return !region || isMade(*parts.front().symbol);
  }

  // Of a procedure that kernels call, a variable of its own for the component,
  // of all elements of arrays: an argument, or what a local variable is.
  const Variable &flattened(const std::vector<PathPart> &parts,
                            const std::string &path) {
    auto known = components.find(lowerCase(path));
    if (known != components.end())
      return known->second;
    const Symbol &base = *parts.front().symbol;
    const bool isOwn =
        isMade(base) ||
        (unit->Contains(base.owner()) && !Fortran::semantics::IsDummy(base) &&
         !Fortran::semantics::IsFunctionResult(base));
    if (Fortran::semantics::FindCommonBlockContaining(base))
      throw Unsupported{"component '" + path +
                        "' of a variable in a common block"};
    if (isOwn)
      requirePlain(parts, path);
    Variable variable;
    variable.name = freeName(asName(path));
    variable.type = typeOf(*parts.back().symbol, path);
    variable.range = session.range(parts.back().symbol->name());
    for (size_t k = parts.size(); k-- > 0;)
      declareShape(*parts[k].symbol, variable, variable.name);
    if (isOwn) {
      variable.kind = VariableKind::Temporary;
      variable.space = AddressSpace::Auto;
    } else {
      variable.kind =
          variable.isScalar() ? VariableKind::ValueArg : VariableKind::ArrayArg;
      PassedComponent passed{&base, {}, variable.name};
      for (size_t k = 1; k < parts.size(); ++k)
        passed.components.push_back(parts[k].symbol);
      passedComponents.push_back(std::move(passed));
    }
    flattenedPaths.push_back(lowerCase(path));
    return components.emplace(lowerCase(path), std::move(variable))
        .first->second;
  }

  // A local variable is as it was declared, without values.
  static void requirePlain(const std::vector<PathPart> &parts,
                           const std::string &path) {
    const Symbol &base = *parts.front().symbol;
    const std::string what = "component '" + path + "' of a local variable";
    for (const PathPart &part : parts)
      if (part.symbol->attrs().test(Attr::ALLOCATABLE) ||
          part.symbol->attrs().test(Attr::POINTER))
        throw Unsupported{what + ", where '" + part.symbol->name().ToString() +
                          "' is allocatable or a pointer"};
    if (!isMade(base) && (Fortran::semantics::IsSaved(base) ||
                          Fortran::semantics::IsInitialized(base)))
      throw Unsupported{what + " that has a value when the procedure begins "
                               "(save or initialisation)"};
  }

  // The extent or bound of an array of a derived type: where that is an
  // argument, those of the arrays that are passed of it.
  void askPassed(HostValue &value) const {
    if (value.kind == HostValue::Kind::Variable)
      return;
    std::string path;
    for (const std::string &part : value.path)
      path += (path.empty() ? "" : "%") + part;
    if (!arraysOfTypes.count(lowerCase(path)))
      return;
    for (const PassedComponent &passed : passedComponents) {
      std::string own = spelling(*passed.base);
      for (const Symbol *component : passed.components)
        own += "%" + session.spelling(component->name());
      if (!Pointables::isPartOf(lowerCase(own), lowerCase(path)))
        continue;
      for (size_t k = value.path.size() - 1; k < passed.components.size(); ++k)
        value.axis += passed.components[k]->Rank();
      value.path = {passed.dummy};
      return;
    }
  }

  // An array of the component of all elements of arrays, which its stub gathers
  // before the launch, and scatters behind it.
  Variable hideGathered(const std::vector<PathPart> &parts,
                        const std::string &name, const std::string &path) {
    Variable variable;
    variable.name = name;
    variable.type = typeOf(*parts.back().symbol, path);
    variable.range = session.range(parts.back().symbol->name());
    declareShape(*parts.back().symbol, variable, path);
    HostValue value = valueAt(path);
    value.path.back() += fortran::wholeSubscripts(variable.axes.size());
    for (size_t k = parts.size() - 1; k-- > 0;) {
      Variable part;
      part.name = asName(nameOf(parts, k + 1));
      part.range = variable.range;
      declareShape(*parts[k].symbol, part, nameOf(parts, k + 1));
      for (size_t a = 0; a < part.axes.size(); ++a) {
        if (!part.declared.extents[a])
          throw Unsupported{"component '" + path +
                            "' of elements of an assumed-size array; give "
                            "its last bound"};
        addAxis(variable, static_cast<int>(variable.axes.size()),
                part.declared.lowerBounds[a], part.declared.extents[a]);
      }
      value.path[k] += fortran::wholeSubscripts(part.axes.size());
    }
    variable.kind = VariableKind::ArrayArg;
    hiddenArguments.push_back({variable, value});
    return variable;
  }

  // An argument of the region that its stub passes as `path`.
  Variable hideEntity(const Symbol &symbol, const std::string &name,
                      const std::string &path) {
    Variable variable;
    variable.name = name;
    variable.type = typeOf(symbol, path);
    variable.range = session.range(symbol.name());
    declareShape(symbol, variable, path);
    variable.kind =
        variable.isScalar() ? VariableKind::ValueArg : VariableKind::ArrayArg;
    hiddenArguments.push_back({variable, valueAt(path)});
    return variable;
  }

  // "s%q"
  static HostValue valueAt(const std::string &path) {
    HostValue value;
    for (size_t at = 0, end = 0; end < path.size(); at = end + 1) {
      end = std::min(path.find('%', at), path.size());
      value.path.push_back(path.substr(at, end - at));
    }
    return value;
  }

  // The stub passes it from inside the procedure, where it is visible.
  Variable hideModuleVariable(const Symbol &symbol) {
    std::string name = spelling(symbol);
    Variable variable = hideEntity(symbol, name, name);
    HostValue &value = hiddenArguments.back().value;
    value.module = symbol.owner().GetName()->ToString();
    value.nameInModule = session.spelling(symbol.name());
    hiddenArguments.back().isPrivate = symbol.attrs().test(Attr::PRIVATE);
    hiddenArguments.back().isProtected = symbol.attrs().test(Attr::PROTECTED);
    return variable;
  }

  // As a module's, wherever it is inlined.
  Variable hideOfBlock(const Symbol &symbol, const Symbol &block) {
    std::string name = spelling(symbol);
    Variable variable = hideEntity(symbol, name, name);
    HostValue &value = hiddenArguments.back().value;
    value.module = blockName(block);
    value.nameInModule = name;
    return variable;
  }

  void note(CommonBlock block) {
    for (const CommonBlock &known : commonBlocks)
      if (known.name == block.name)
        return;
    commonBlocks.push_back(std::move(block));
  }

  void declareKind(const Symbol &symbol, Variable &variable) {
    if (!isArgument(symbol, variable)) {
      variable.kind = VariableKind::Temporary;
      variable.space = AddressSpace::Auto;
      return;
    }
    variable.kind =
        variable.isScalar() ? VariableKind::ValueArg : VariableKind::ArrayArg;
    if (symbol.attrs().test(Attr::INTENT_IN) ||
        symbol.attrs().test(Attr::VALUE))
      variable.intent = Intent::In;
    else if (symbol.attrs().test(Attr::INTENT_OUT))
      variable.intent = Intent::Out;
    else if (symbol.attrs().test(Attr::INTENT_INOUT))
      variable.intent = Intent::InOut;
  }

  // Of a region, whatever outlives it: all but scalars of the procedure whose
  // values neither enter nor leave it.
  bool isArgument(const Symbol &symbol, const Variable &variable) const {
    if (!region)
      return Fortran::semantics::IsDummy(symbol);
    if (isEntered(symbol))
      return false;
    return !isLocal(symbol) || !variable.isScalar() ||
           region->in.count(&symbol) || region->out.count(&symbol);
  }

  bool isConfined(const Symbol &symbol) const {
    return confined && symbol.Rank() == 0 && confined->isConfined(symbol);
  }

  // Does nothing but the statements of the procedure read what they gave it, in
  // one call?
  bool isLocal(const Symbol &symbol) const {
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

  // `path`: how the region names it.
  void declareShape(const Symbol &symbol, Variable &variable,
                    const std::string &path) {
    if (symbol.has<Fortran::semantics::AssocEntityDetails>())
      for (int level = 0; level < symbol.Rank(); ++level) {
        Expr first =
            hide(symbol, variable, path, level, HostValue::Kind::LowerBound);
        Expr extent =
            hide(symbol, variable, path, level, HostValue::Kind::Extent);
        addAxis(variable, level, first, extent);
      }
    const auto *details = symbol.detailsIf<Fortran::semantics::ObjectEntityDetails>();
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
      const Fortran::semantics::Bound &lower = spec.lbound(), &upper = spec.ubound();
      bool deferred = upper.isColon(); // or assumed
      Expr first, extent;
      if (allocated || !isStable(lower))
        first = hide(symbol, variable, path, level, HostValue::Kind::LowerBound,
                     allocated || deferred ? Expr() : declared.lower(spec));
      else
        first = lower.isExplicit() ? bound(lower) : Expr::integer(1);
      if (deferred || !isStable(upper) || (upper.isExplicit() && !isStable(lower)))
        extent = hide(symbol, variable, path, level, HostValue::Kind::Extent,
                      deferred ? Expr() : declared.extent(spec));
      else if (upper.isExplicit())
        extent = fold(subtractIndex(bound(upper), first) + 1);
      addAxis(variable, level++, first, extent);
    }
  }

  static void addAxis(Variable &variable, int level, const Expr &first,
                      const Expr &extent) {
    Axis axis;
    axis.extent = extent;
    axis.tag = NestedAxis{level};
    variable.axes.push_back(axis);
    variable.declared.lowerBounds.push_back(first);
    variable.declared.extents.push_back(extent);
    variable.declared.indices.push_back(Expr::var("i" + std::to_string(level)));
  }

  // Has the bound, in a region, the value that it had when the procedure was
  // entered, all the time? Certainly where it mentions nothing that may be
  // assigned.
  bool isStable(const Fortran::semantics::Bound &bound) const {
    if (!region || !bound.isExplicit() || !bound.GetExplicit())
      return true;
    for (const Symbol &symbol : Fortran::evaluate::CollectSymbols(*bound.GetExplicit()))
      if (!symbol.attrs().test(Attr::INTENT_IN) &&
          !symbol.attrs().test(Attr::PARAMETER) &&
          !region->unchanged.count(&symbol.GetUltimate()) &&
          !(region->isWhole && isKept(symbol.GetUltimate())))
        return false;
    return true;
  }

  // Of a derived type, the components that are assigned are known.
  bool isKept(const Symbol &symbol) const {
    const auto *type = symbol.GetType();
    return symbol.owner().IsDerivedType()
               ? !region->assignedComponents.count(&symbol)
               : (type && type->AsDerived()) || !region->assigned.count(&symbol);
  }

  // An argument with the value of size(u, 1) or lbound(u, 1): u_size_1.
  Expr hide(const Symbol &symbol, const Variable &array,
            const std::string &path, int axis, HostValue::Kind kind,
            const Expr &declared = {}) {
    HiddenVariable argument;
    argument.value = valueAt(path);
    argument.value.kind = kind;
    argument.value.axis = axis;
    for (const HiddenVariable &known : hiddenArguments)
      if (known.value.kind == kind && known.value.axis == axis &&
          known.value.path == argument.value.path)
        return Expr::var(known.variable.name, known.variable.type);
    argument.value.presence = presenceOf(symbol);
    const char *inquiry = kind == HostValue::Kind::Extent ? "size" : "lbound";
    argument.variable.name =
        freeName(array.name + "_" + inquiry + "_" + std::to_string(axis + 1));
    argument.variable.type = Type::integer(4);
    argument.variable.kind = VariableKind::ValueArg;
    argument.variable.intent = Intent::In;
    argument.variable.range = array.range;
    argument.declared = declared;
    hiddenArguments.push_back(argument);
    return Expr::var(argument.variable.name, argument.variable.type);
  }

  HostValue::Presence presenceOf(const Symbol &symbol) const {
    if (symbol.attrs().test(Attr::ALLOCATABLE))
      return HostValue::Presence::Allocatable;
    if (mayBeAbsent(symbol))
      return HostValue::Presence::Optional;
    return symbol.attrs().test(Attr::POINTER) ? HostValue::Presence::Pointer
                                              : HostValue::Presence::Always;
  }

  std::string freeName(const std::string &name) const {
    FreshNames names(FreshNames::Case::Ignored);
    for (const std::string &declared : declaredNames())
      names.take(declared);
    for (const HiddenVariable &argument : hiddenArguments)
      names.take(argument.variable.name);
    for (const auto &[path, variable] : components)
      names.take(variable.name);
    return names.lengthened(name);
  }

  Expr bound(const Fortran::semantics::Bound &bound) {
    const auto &expr = bound.GetExplicit();
    if (!expr)
      throw Unsupported{"array bound without a value"};
    return lowerIndex(*expr, *this);
  }

  // What may declare more names.
  const std::vector<const UnresolvedUse *> &missing;
  const RegionFlow *region;
  const SharedVariables *confined = nullptr;
  const Fortran::semantics::Scope *unit; // the program unit's or subprogram's
  bool asksInKernel = false;
  std::vector<HiddenVariable> hiddenArguments;
  // By their paths in lower case.
  std::map<std::string, Variable> components, arraysOfTypes;
  // Of a procedure that kernels call: those of `components`, in order.
  std::vector<std::string> flattenedPaths;
  std::vector<PassedComponent> passedComponents;
  std::vector<CommonBlock> commonBlocks;
  std::set<const Symbol *> exactTypes;
  // Of variables of the procedure, with these.
  std::vector<std::pair<std::string, const Symbol *>> ownComponents;
  Pointables pointables;
  std::unordered_map<const Symbol *, Variable> variables;
  std::vector<const Symbol *> order;
};

} // namespace frontend
} // namespace loopyc

#endif
