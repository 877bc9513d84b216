// The variables of the procedure or region being lowered, made when they are
// first mentioned.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_VARIABLES_H
#define LOOPYC_LIB_FRONTEND_FLANG_VARIABLES_H

#include "CommonBlockMembers.h"
#include "PassedComponents.h"
#include "Pointables.h"
#include "Program.h"
#include "ReachableVariables.h"
#include "Refusals.h"
#include "RegionFlow.h"
#include "Units.h"
#include "VariableNames.h"

#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace loopyc {
namespace frontend {

class ElementAccess;

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

  const Variable &variable(const Symbol &symbol) override;

  // Scalars of modules and hosts of which each procedure reads none but its own
  // values are temporaries; in a region, RegionFlow says the same.
  void setConfined(const SharedVariables &known) { confined = &known; }
  // Locals of which the procedure may read a value that it has not assigned; in
  // a region, RegionFlow says it.
  void setRead(SymbolSet symbols) { readFirst = std::move(symbols); }
  bool isReadFirst(const Symbol &symbol) const {
    return !readFirst || readFirst->count(&symbol) != 0;
  }

  // What scalars of a region are by statements before it, as far as it has names
  // for that: nz is g%ke, and n is size(u, 1).
  std::vector<EqualExtents> settledValues() const;

  // Is it a region of a procedure?
  bool isOfRegion() const { return region != nullptr; }
  bool isOfMarkedRegion() const { return region && region->isMarked; }

  const Variable &component(const Fortran::evaluate::Component &given) override;

  std::vector<PathPart>
  gathered(const Fortran::evaluate::Component &given) override;

  // Of a module's variable that has no name here, a component that a procedure
  // mentions which is called: what a function of that module's stub points to.
  // Throws Unsupported, UserError.
  ArrayView reached(const PassedComponent &passed, const std::string &callee);

  const Variable &bounds(const Fortran::evaluate::NamedEntity &array) override;

  Expr status(const Fortran::evaluate::NamedEntity &entity,
              const std::string &intrinsic) override;

  Expr reference(const Fortran::evaluate::ProcedureRef &call,
                 const std::string &name, Type type) override;

  const Variable &
  table(const Symbol &constant,
        const std::function<ConstantArray()> &values) override;

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
          known && !variable.isTable() && !isConfined(*symbol))
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
      if (variables.at(symbol).isArgument())
        result.push_back(variables.at(symbol).name);
    return result;
  }

  // Those components of a variable that have been mentioned.
  std::vector<std::string> componentsOf(const Symbol &whole) const {
    const std::string name = lowerCase(spelling(whole));
    std::vector<std::string> result;
    for (const auto &[path, variable] : components)
      if (path.compare(0, name.size(), name) == 0 &&
          path.find_first_of("%(", name.size()) == name.size())
        result.push_back(variable.name);
    return result;
  }

  // Components of the variables of a block, which come anew each time.
  std::vector<std::string>
  componentsOf(const Fortran::semantics::Scope &block) const {
    std::vector<std::string> result;
    for (const auto &[name, whole] : componentsOfLocals)
      if (&whole->owner() == &block)
        result.push_back(name);
    return result;
  }

  // Variables of the procedure, and components of such, whose values nothing
  // but regions reads behind the region.
  std::vector<std::string> own() const;
  // Of these, those that have no value where the region begins.
  std::vector<std::string> unset() const;

  const std::vector<CommonBlock> &blocks() const { return commonBlocks; }

  std::vector<HiddenVariable> hidden() const {
    std::vector<HiddenVariable> result = hiddenArguments;
    if (!region)
      for (HiddenVariable &argument : result)
        askPassed(argument.value);
    return result;
  }

  // What calls of the procedure pass besides its dummies.
  PassedComponents passed() const;

  // A dummy of a class, for which a call may have to pass its declared type?
  bool mayBeExact(const Symbol &symbol) const {
    return !region && Fortran::semantics::IsDummy(symbol) &&
           &symbol.owner() == unit;
  }
  void requireExact(const Symbol &dummy) { exactTypes.insert(&dummy); }

  // Arguments in the order of `dummies`, but for those that have no
  // counterpart, hidden ones, then locals in order of declaration.
  std::vector<Variable> take(const std::vector<std::string> &dummies);

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
  const Variable &associated(const Symbol &symbol);

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
  static std::string whyNotAbsent(const Symbol &symbol);

  void refuseUnsupported(const Symbol &symbol) const;

  std::optional<OuterVariable> ownerOf(const Symbol &symbol) const;

  Variable declare(const Symbol &symbol) {
    Variable variable;
    variable.name = spelling(symbol);
    variable.type = typeOf(symbol, variable.name);
    variable.range = session.range(symbol.name());
    variable.pointing = Pointables::pointingOf(symbol);
    declareShape(symbol, variable, variable.name);
    declareKind(symbol, variable);
    return variable;
  }

  static Type typeOf(const Symbol &symbol, const std::string &shown);

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
                      const std::vector<PathPart> &parts) const;

  const Variable &remember(const std::string &path,
                           const std::vector<PathPart> &parts,
                           Variable variable);

  // Is it a temporary of CallLowering?
  static bool isMade(const Symbol &symbol) {
    return symbol.test(Symbol::Flag::CompilerCreated);
  }
  // What is declared in a block that is entered has no name around it.
  bool isFlattened(const std::vector<PathPart> &parts) const {
    const Symbol &whole = *parts.front().symbol;
    return !region || isMade(whole) ||
           (isEntered(whole) &&
            whole.has<Fortran::semantics::ObjectEntityDetails>());
  }

  // Of a procedure that kernels call, a variable of its own for the component,
  // of all elements of arrays: an argument, or what a local variable is.
  const Variable &flattened(const std::vector<PathPart> &parts,
                            const std::string &path);

  Variable hideReached(const PassedComponent &passed, const std::string &path);

  // A local variable is as it was declared, without values.
  void requirePlain(const std::vector<PathPart> &parts,
                    const std::string &path) const;

  // The extent or bound of an array of a derived type: where that is an
  // argument, those of the arrays that are passed of it.
  void askPassed(HostValue &value) const;

  // An array of the component of all elements of arrays, which its stub gathers
  // before the launch, and scatters behind it.
  Variable hideGathered(const std::vector<PathPart> &parts,
                        const std::string &name, const ElementAccess &access);

  // An argument of the region that its stub passes as `path`.
  Variable hideEntity(const Symbol &symbol, const std::string &name,
                      const std::string &path, Pointing pointing);

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
  Variable hideModuleVariable(const Symbol &symbol);

  // As a module's, wherever it is inlined.
  Variable hideOfBlock(const Symbol &symbol, const Symbol &block) {
    std::string name = spelling(symbol);
    Variable variable =
        hideEntity(symbol, name, name, Pointables::pointingOf(symbol));
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

  void declareKind(const Symbol &symbol, Variable &variable);

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
  bool isLocal(const Symbol &symbol) const;

  // `path`: how the region names it.
  void declareShape(const Symbol &symbol, Variable &variable,
                    const std::string &path);

  static void addAxis(Variable &variable, int level, const Expr &first,
                      const Expr &extent);

  // Has the bound, in a region, the value that it had when the procedure was
  // entered, all the time? Certainly where it mentions nothing that may be
  // assigned.
  bool isStable(const Fortran::semantics::Bound &bound) const;
  bool isStable(const Symbol &symbol) const;

  // Of a derived type, the components that are assigned are known.
  bool isKept(const Symbol &symbol) const {
    const auto *type = symbol.GetType();
    return symbol.owner().IsDerivedType()
               ? !region->assignedComponents.count(&symbol)
               : (type && type->AsDerived()) ||
                     !region->assigned.count(&symbol);
  }

  // An argument with the value of size(u, 1) or lbound(u, 1): u_size_1; one
  // that is 1 where allocated(u): u_allocated.
  Expr hide(const Symbol &symbol, const Variable &array,
            const std::string &path, int axis, HostValue::Kind kind,
            const Expr &declared = {});

  HostValue::Presence presenceOf(const Symbol &symbol) const {
    if (symbol.attrs().test(Attr::ALLOCATABLE))
      return HostValue::Presence::Allocatable;
    if (mayBeAbsent(symbol))
      return HostValue::Presence::Optional;
    return symbol.attrs().test(Attr::POINTER) ? HostValue::Presence::Pointer
                                              : HostValue::Presence::Always;
  }

  std::string freeName(const std::string &name) const;

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
  std::optional<SymbolSet> readFirst; // nullopt: any may be
  const Fortran::semantics::Scope *unit; // the program unit's or subprogram's
  bool asksInKernel = false;
  std::vector<HiddenVariable> hiddenArguments;
  // By their paths in lower case.
  std::map<std::string, Variable> components, arraysOfTypes;
  // Of a procedure that kernels call, or a block: those of `components`, in
  // order.
  std::vector<std::string> flattenedPaths;
  std::vector<std::pair<std::string, const Symbol *>> componentsOfLocals;
  std::map<std::string, Variable> reachedComponents; // "module:s%grid%h"
  ReachableVariables reachable;
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
