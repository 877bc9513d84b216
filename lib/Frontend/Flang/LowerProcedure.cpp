#include "LowerProcedure.h"

#include "AssignedSymbols.h"
#include "CalledVariables.h"
#include "FirstSource.h"
#include "LowerBody.h"
#include "RegionDeclarations.h"
#include "Refusals.h"
#include "TreeWalk.h"

#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;
using Fortran::common::Indirection;
using semantics::Attr;
using semantics::Symbol;

namespace {

// A return statement at the very end of a subroutine changes nothing, if no
// jump goes there.
bool isReturn(const parser::ExecutionPartConstruct &part) {
  const auto *executable = std::get_if<parser::ExecutableConstruct>(&part.u);
  const auto *statement =
      executable
          ? std::get_if<parser::Statement<parser::ActionStmt>>(&executable->u)
          : nullptr;
  return statement && !statement->label &&
         std::holds_alternative<Indirection<parser::ReturnStmt>>(
             statement->statement.u);
}

// What may stand among executable statements, and belongs to the declarations
// where it is in front of them: behind a statement function, say.
bool isNotExecuted(const parser::ExecutionPartConstruct &part) {
  using parser::Statement;
  return std::holds_alternative<Statement<Indirection<parser::DataStmt>>>(
             part.u) ||
         std::holds_alternative<Statement<Indirection<parser::FormatStmt>>>(
             part.u);
}

void finish(Procedure &procedure, Variables &variables) {
  procedure.declaredNames = variables.declaredNames();
  procedure.hidden = variables.hidden();
  for (const HiddenVariable &argument : procedure.hidden)
    procedure.declaredNames.push_back(lowerCase(argument.variable.name));
  procedure.outer = variables.outer();
  procedure.commonBlocks = variables.blocks();
  procedure.variables = variables.take(procedure.dummies);
}

} // namespace

bool frontend::isFunction(const Unit &unit) {
  const Symbol *symbol = unit.declared ? unit.declared->symbol : nullptr;
  return symbol && semantics::IsFunction(*symbol);
}

// What a unit declares and what that says of the procedure; null for what has
// no body.
static const semantics::Scope *scopeOf(const Session &session,
                                       const Unit &unit) {
  const Symbol *symbol = unit.declared ? unit.declared->symbol : nullptr;
  if (symbol && symbol->scope())
    return symbol->scope();
  parser::CharBlock first = firstSource(unit.body->v);
  if (unit.declared || first.empty())
    return nullptr;
  const semantics::Scope *scope = &session.scopeAt(first);
  while (scope->kind() != semantics::Scope::Kind::MainProgram &&
         !scope->parent().IsGlobal())
    scope = &scope->parent();
  return scope;
}

// Why a dummy argument of a derived type cannot be had as its components; ""
// if it can.
static std::string whyNotByComponents(const Symbol &dummy) {
  const std::string what =
      "dummy argument '" + dummy.name().ToString() + "' of a derived type";
  if (dummy.attrs().test(Attr::OPTIONAL))
    return "optional " + what;
  if (dummy.attrs().test(Attr::VALUE) && !dummy.attrs().test(Attr::INTENT_IN))
    return what + " with the value attribute; add intent(in)";
  return "";
}

static void addDummies(const Session &session,
                       const semantics::SubprogramDetails &details,
                       Variables &variables, parser::CharBlock first,
                       Procedure &result) {
  for (const Symbol *dummy : details.dummyArgs()) {
    if (!dummy) {
      result.obstacles.push_back(
          notSupported("alternate return", session.range(first)));
      continue;
    }
    if (hasComponents(*dummy)) { // which the statements mention
      const std::string reason = whyNotByComponents(*dummy);
      if (!reason.empty())
        result.obstacles.push_back(
            notSupported(reason, session.range(dummy->name())));
      continue;
    }
    const std::string name = variables.spelling(*dummy);
    result.dummies.push_back(name);
    if (dummy->attrs().test(Attr::OPTIONAL)) {
      result.optional.push_back(name);
      result.ownObstacles.push_back(
          notSupported("optional dummy argument '" + name + "'",
                       session.range(dummy->name())));
    }
    if (dummy->attrs().test(Attr::VALUE))
      result.copied.push_back(name);
    if (semantics::IsProcedure(*dummy)) { // known where it is inlined
      result.ownObstacles.push_back(notSupported(
          "procedure '" + name + "' as a value", session.range(dummy->name())));
      continue;
    }
    try {
      variables.variable(*dummy);
    } catch (const Unsupported &unsupported) {
      result.obstacles.push_back(
          notSupported(unsupported.construct, session.range(dummy->name())));
    } catch (const UserError &error) {
      result.obstacles.push_back(error);
    }
  }
  if (details.isFunction())
    result.result = variables.spelling(details.result());
}

std::vector<FoundRegion>
frontend::findRegions(const Session &session, const Unit &unit,
                      const std::vector<PlacedRegion> &regions) {
  std::vector<FoundRegion> result;
  for (const PlacedRegion &placed : regions)
    try {
      result.push_back(
          {findRegion(session, unit, placed.region), placed.procedure});
    } catch (const UserError &) { // recorded for the region
    }
  return result;
}

RegionStatements frontend::allStatements(const Unit &unit) {
  const parser::Block &body = unit.body->v;
  RegionStatements statements{body.begin(), body.end()};
  if (!body.empty() && isReturn(body.back())) // which changes nothing there
    --statements.last;
  while (statements.first != statements.last &&
         isNotExecuted(*statements.first))
    ++statements.first;
  return statements;
}

PassedComponents
frontend::lowerProcedure(const LoweringContext &context, const Unit &unit,
                         std::vector<FoundRegion> regions,
                         const std::vector<const UnresolvedUse *> &missing,
                         Procedure &result) {
  const Session &session = context.session;
  const Symbol *symbol = unit.declared ? unit.declared->symbol : nullptr;
  const auto *details =
      symbol ? symbol->detailsIf<semantics::SubprogramDetails>() : nullptr;
  const semantics::Scope *scope = scopeOf(session, unit);
  if (unit.declared && (!scope || !details))
    throw InternalError("procedure '" + unit.name + "' was not analysed");
  result.isAnalysed = true;
  if (!scope) // a main program without statements
    return {};
  Variables variables(session, *scope, missing);
  variables.setConfined(context.shared);
  if (symbol) {
    result.isPure = symbol->attrs().test(Attr::PURE);
    result.isElemental = symbol->attrs().test(Attr::ELEMENTAL);
    if (result.isElemental)
      result.ownObstacles.push_back(notSupported(
          details->isFunction() ? "elemental function" : "elemental subroutine",
          session.range(unit.first)));
    addDummies(session, *details, variables, unit.first, result);
  }
  RegionStatements statements = allStatements(unit);
  variables.setRead(readBeforeAssigned(unit, context.shared));
  result.lines = linesOfBody(session, unit, statements);
  result.body =
      lowerBody(context, variables, statements, std::move(regions), scope);
  declareCalledVariables(calledInternals(context.units, statements), *scope,
                         variables);
  PassedComponents passed = variables.passed();
  for (const PassedComponent &component : passed.components) {
    result.dummies.push_back(component.dummy);
    if (!variables.hasName(*component.base))
      result.ownObstacles.push_back(notSupported(
          "component of '" + component.base->name().ToString() +
              "', which a procedure that is called mentions, but which has no "
              "name here; name it in a USE statement",
          session.range(unit.first)));
  }
  finish(result, variables);
  return passed;
}

// Those that the unit holds, too; one that cannot be found is host code.
static std::vector<RegionStatements>
otherRegions(const Session &session, const Unit &unit,
             const KernelRegion &region, const std::vector<KernelRegion> &all) {
  std::vector<RegionStatements> others;
  for (const KernelRegion &other : all)
    if (other.begin.line != region.begin.line &&
        other.begin.line >= unit.firstLine && other.end.line <= unit.lastLine)
      try {
        others.push_back(findRegion(session, unit, other));
      } catch (const UserError &) {
      }
  return others;
}

static void lowerStatements(const LoweringContext &context, const Unit &unit,
                            const RegionStatements &statements,
                            const RegionFlow &flow,
                            const std::vector<const UnresolvedUse *> &missing,
                            Procedure &result) {
  const Session &session = context.session;
  const Symbol *symbol = unit.declared ? unit.declared->symbol : nullptr;
  result.isAnalysed = true;
  result.isPure = symbol && Fortran::semantics::IsPureProcedure(*symbol);
  result.constructsAround = statements.around;
  const semantics::Scope &scope =
      session.scopeAt(parser::FindSourceLocation(*statements.first));
  Variables variables(session, scope, missing, &flow);
  result.body = lowerBody(context, variables, statements);
  std::vector<const Unit *> called = calledInternals(context.units, statements);
  {
    Variables::AskingInKernel asking(variables, true);
    declareCalledVariables(called, scope, variables);
  }
  result.dummies = variables.shared();
  result.optional = variables.optional();
  result.own = variables.own();
  result.unset = variables.unset();
  result.constants = constantsIn(statements, called);
  result.namesOfModules = namesOfModules(statements, called);
  result.objects = objectsIn(statements, called);
  result.statementFunctions = statementFunctionsIn(statements, called);
  result.associations = associationsIn(statements, flow.fixedParts);
  result.equalExtents = variables.settledValues();
  finish(result, variables);
}

void frontend::lowerRegion(const LoweringContext &context, const Unit &unit,
                           const KernelRegion &region,
                           const std::vector<const UnresolvedUse *> &missing,
                           Procedure &result) {
  RegionStatements statements = findRegion(context.session, unit, region);
  RegionFlow flow = flowThrough(
      statements, otherRegions(context.session, unit, region, context.regions),
      unit, context.shared);
  flow.isMarked = true;
  lowerStatements(context, unit, statements, flow, missing, result);
}

namespace {

// Does a subroutine mention what only a region of it can be given?
struct RegionVariables {
  const semantics::Scope &subroutine;
  bool found = false;
  template <typename T> bool Pre(const T &) { return !found; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Name &name) {
    if (!name.symbol)
      return;
    note(name.symbol->GetUltimate());
  }
  void note(const Symbol &symbol) {
    const auto *procedure = symbol.detailsIf<semantics::SubprogramDetails>();
    if (procedure && procedure->stmtFunction())
      for (const Symbol &inside : Fortran::evaluate::CollectSymbols(
               *procedure->stmtFunction()))
        if (!semantics::IsDummy(inside) || &inside.owner() == &subroutine)
          note(inside.GetUltimate());
    if (symbol.has<semantics::ObjectEntityDetails>() &&
        !symbol.owner().IsDerivedType()) {
      found |= isOfDerivedType(symbol) ||
               (!symbol.attrs().test(Attr::PARAMETER) &&
                needsRegion(symbol, subroutine));
      noteBounds(symbol);
    }
  }
  // A variable of a common block, say: real a(0:nx)
  void noteBounds(const Symbol &array) {
    for (const semantics::ShapeSpec &spec :
         array.get<semantics::ObjectEntityDetails>().shape())
      for (const semantics::Bound *bound : {&spec.lbound(), &spec.ubound()})
        if (bound->isExplicit() && bound->GetExplicit())
          for (const Symbol &inside :
               Fortran::evaluate::CollectSymbols(*bound->GetExplicit()))
            if (&inside != &array)
              note(inside.GetUltimate());
  }
  static bool isOfDerivedType(const Symbol &symbol) {
    const semantics::DeclTypeSpec *type = symbol.GetType();
    return type && type->AsDerived();
  }
};

} // namespace

// A dummy argument that a kernel of all statements has not, where they do not
// mention it: characters, optional ones, procedures, derived types.
static bool hasOtherDummies(const semantics::Scope &scope) {
  const auto *details =
      scope.symbol() ? scope.symbol()->detailsIf<semantics::SubprogramDetails>()
                     : nullptr;
  if (!details)
    return false;
  for (const Symbol *dummy : details->dummyArgs()) {
    auto type =
        dummy ? Fortran::evaluate::DynamicType::From(*dummy) : std::nullopt;
    using Category = Fortran::common::TypeCategory;
    if (dummy && (dummy->attrs().test(Attr::OPTIONAL) ||
                  semantics::IsProcedure(*dummy) || !type ||
                  type->category() == Category::Character ||
                  type->category() == Category::Derived))
      return true;
  }
  return false;
}

// Do procedures that it calls mention components of a module's variable?
static bool callsMentionComponents(const Unit &unit,
                                   const SharedVariables &shared) {
  SymbolSet mentioned;
  Mentions mentions{mentioned, shared.cuts()};
  walkTree(*unit.body, mentions);
  for (const Symbol *symbol : shared.mentionedByCalls(mentioned))
    if (symbol->has<semantics::ObjectEntityDetails>() &&
        symbol->owner().IsModule() &&
        RegionVariables::isOfDerivedType(*symbol))
      return true;
  return false;
}

bool frontend::isRegionAsWhole(const Session &session, const Unit &unit,
                               const SharedVariables &shared) {
  const semantics::Scope *scope = scopeOf(session, unit);
  if (unit.kind != Unit::Kind::Subroutine || isFunction(unit) || !scope ||
      unit.body->v.empty())
    return false;
  if (unit.host >= 0 || hasOtherDummies(*scope))
    return true;
  RegionVariables variables{*scope};
  for (const Symbol *dummy :
       scope->symbol()->get<semantics::SubprogramDetails>().dummyArgs())
    if (dummy && dummy->has<semantics::ObjectEntityDetails>())
      variables.noteBounds(*dummy);
  walkTree(*unit.body, variables);
  return variables.found || callsMentionComponents(unit, shared);
}

// A return leaves the region as it leaves the subroutine.
static void allowReturns(Block &block) {
  for (Statement &statement : block) {
    const auto *jump = std::get_if<JumpStatement>(&statement.value);
    if (jump && jump->kind == JumpStatement::Kind::Exit && jump->target == 0)
      statement.facts.obstacles.clear();
    forEachBlock(statement, [](Block &inner) { allowReturns(inner); });
  }
}

void frontend::lowerCut(const LoweringContext &context, const Unit &unit,
                        const std::vector<RegionStatements> &all, size_t number,
                        const std::vector<const UnresolvedUse *> &missing,
                        Procedure &result) {
  std::vector<RegionStatements> others = all;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(number));
  RegionFlow flow = flowThrough(all[number], others, unit, context.shared);
  result.lines = linesOf(context.session, all[number]);
  lowerStatements(context, unit, all[number], flow, missing, result);
}

void frontend::lowerAsWhole(const LoweringContext &context, const Unit &unit,
                            const std::vector<const UnresolvedUse *> &missing,
                            Procedure &result) {
  RegionStatements statements = allStatements(unit);
  RegionFlow flow = flowThrough(statements, {}, unit, context.shared);
  flow.isWhole = true;
  result.lines = linesOfBody(context.session, unit, statements);
  lowerStatements(context, unit, statements, flow, missing, result);
  allowReturns(result.body);
}
