#include "RegionFlow.h"

#include "AssignedSymbols.h"
#include "ChosenElements.h"
#include "ComplexParts.h"
#include "FixedParts.h"
#include "FirstSource.h"
#include "Refusals.h"
#include "SelectorCalls.h"
#include "TreeWalk.h"
#include "UnsetLocals.h"
#include "ValueFlow.h"

#include "loopyc/Support/LetterCase.h"

#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/type.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/scope.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
using Fortran::common::Indirection;
using Fortran::semantics::Symbol;

namespace {

// Does the statement stand in a block of what is walked?
struct Holds {
  const parser::ExecutionPartConstruct *statement;
  bool found = false;
  template <typename T> bool Pre(const T &) { return !found; }
  template <typename T> void Post(const T &) {}
  bool Pre(const parser::Block &block) {
    for (const parser::ExecutionPartConstruct &each : block)
      found |= &each == statement;
    return !found;
  }
};

// Variables that have another name in a construct around the region: a in
// associate (x => a(i), y => a(i) + k). Values of i and k are read where it
// begins, and those of what stands beside the region or inside of it.
struct AssociatedNames {
  const RegionStatements &region;
  SymbolSet &symbols;
  std::vector<const parser::AssociateConstruct *> &associates;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const parser::AssociateConstruct &c) {
    if (!isAround(c))
      return false;
    associates.push_back(&c);
    return true;
  }
  bool Pre(const parser::SelectTypeConstruct &c) { return isAround(c); }
  bool Pre(const parser::SelectRankConstruct &c) { return isAround(c); }
  bool Pre(const parser::ChangeTeamConstruct &c) { return isAround(c); }
  void Post(const parser::Selector &selector) {
    const auto *variable = std::get_if<parser::Variable>(&selector.u);
    const Symbol *symbol =
        variable ? parser::GetFirstName(*variable).symbol : nullptr;
    if (symbol)
      symbols.insert(&symbol->GetUltimate());
  }

private:
  template <typename T> bool isAround(const T &construct) const {
    Holds holds{&*region.first};
    walkTree(construct, holds);
    return holds.found;
  }
};

} // namespace

// What is walked matters from its beginning, or behind the skipped region.
static void walkBody(const parser::Block &body, const Skipped &skipped,
                     SymbolSet &reads) {
  ValueFlow flow(skipped, reads);
  do
    flow.walkFromStart(body);
  while (flow.jumpedFurther());
}

namespace {

// Names outside of calls: of what procedures are given, pointers point at, and
// generic interfaces have, among which are operators and assignments.
struct NamesWithoutCall : Mentions {
  using Mentions::Post;
  using Mentions::Pre;
  bool Pre(const parser::ProcedureDesignator &called) {
    return !std::holds_alternative<parser::Name>(called.u);
  }
};

} // namespace

// Is it one of the unit's own, and not of what is around it?
static bool isOwn(const Symbol &symbol, const Unit &unit) {
  const Symbol *procedure = unit.declared ? unit.declared->symbol : nullptr;
  if (!procedure)
    return symbol.owner().kind() != Fortran::semantics::Scope::Kind::Module;
  return procedure->scope() && procedure->scope()->Contains(symbol.owner());
}

SharedVariables::SharedVariables(const std::vector<const Unit *> &units,
                                 const Cuts &cuts, bool isComplete)
    : cut(cuts), isComplete(isComplete) {
  SymbolSet known, passed;
  for (const Unit *unit : units)
    if (unit->declared && unit->declared->symbol)
      known.insert(&unit->declared->symbol->GetUltimate());
  if (isComplete)
    addShared(units);
  for (const Unit *unit : units) {
    if (!unit->declared || !unit->declared->symbol)
      continue;
    Statements &own = bySymbol[&unit->declared->symbol->GetUltimate()];
    own.unit = unit;
    Mentions mentions{own.mentioned, cuts};
    walkTree(*unit->body, mentions);
    RegionFlow flow;
    AssignedSymbols assigned{flow, cuts, nullptr, &known};
    walkTree(*unit->body, assigned);
    own.assignedComponents = std::move(flow.assignedComponents);
    if (unit->host < 0 && unit->module.empty())
      externals.emplace(lowerCase(unit->name), &own);
  }
  for (const Unit *unit : units) {
    SymbolSet reads = readFirst(*unit);
    handedOver.insert(reads.begin(), reads.end());
    if (unit->declared && unit->declared->symbol)
      bySymbol[&unit->declared->symbol->GetUltimate()].readFirst =
          std::move(reads);
    NamesWithoutCall names{{passed, cuts}};
    walkTree(*unit->specification, names);
    walkTree(*unit->body, names);
  }
  readAnywhere = readByCalls(passed);
}

void SharedVariables::addShared(const std::vector<const Unit *> &units) {
  SymbolSet once;
  for (const Unit *unit : units) {
    SymbolSet mentioned;
    Mentions mentions{mentioned, cut};
    walkTree(*unit->body, mentions);
    for (const Symbol *symbol : mentioned)
      if (!once.insert(symbol).second || !isOwn(*symbol, *unit))
        all.insert(symbol);
  }
}

SymbolSet SharedVariables::readFirst(const Unit &unit) const {
  SymbolSet result;
  walkBody(unit.body->v, {nullptr, {}, &all, &cut}, result);
  // Bounds of automatic arrays, say, are read before the statements.
  SymbolSet declared;
  Mentions declarations{declared, cut};
  walkTree(*unit.specification, declarations);
  for (const Symbol *symbol : declared)
    if (!isOwn(*symbol, unit))
      result.insert(symbol);
  return result;
}

// Can procedures elsewhere be parts of the module?
static bool hasSubmodules(const Fortran::semantics::Scope &module) {
  for (const auto &[name, symbol] : module)
    if (symbol->attrs().test(Fortran::semantics::Attr::MODULE))
      return true;
  return false;
}

bool SharedVariables::isConfined(const Symbol &symbol) const {
  using Fortran::semantics::Attr;
  using Kind = Fortran::semantics::Scope::Kind;
  const Fortran::semantics::Scope &owner = symbol.owner();
  bool isKnown = owner.kind() == Kind::MainProgram ||
                 owner.kind() == Kind::Subprogram ||
                 (owner.kind() == Kind::Module &&
                  symbol.attrs().test(Attr::PRIVATE) && !hasSubmodules(owner));
  return isComplete && isKnown && all.count(&symbol) &&
         !handedOver.count(&symbol) &&
         symbol.has<Fortran::semantics::ObjectEntityDetails>() &&
         !Fortran::semantics::IsDummy(symbol) &&
         !Fortran::semantics::IsFunctionResult(symbol) &&
         !Fortran::semantics::FindCommonBlockContaining(symbol) &&
         !isEquivalenced(symbol) && !symbol.attrs().test(Attr::POINTER) &&
         !symbol.attrs().test(Attr::TARGET) &&
         !symbol.attrs().test(Attr::ALLOCATABLE) &&
         !symbol.attrs().test(Attr::BIND_C) &&
         !symbol.attrs().test(Attr::VOLATILE) &&
         !symbol.attrs().test(Attr::ASYNCHRONOUS);
}

bool SharedVariables::isOfOneUnit(const Symbol &symbol) const {
  using Kind = Fortran::semantics::Scope::Kind;
  Kind owner = symbol.owner().kind();
  return isComplete && !all.count(&symbol) &&
         (owner == Kind::Subprogram || owner == Kind::MainProgram) &&
         !Fortran::semantics::FindCommonBlockContaining(symbol);
}

// A name may be one of a binding, or of a generic interface.
void SharedVariables::addCalled(const Symbol &name,
                                std::vector<const Statements *> &called,
                                std::set<const Statements *> &known) const {
  const Symbol &symbol = name.GetUltimate();
  if (const auto *binding =
          symbol.detailsIf<Fortran::semantics::ProcBindingDetails>())
    return addCalled(binding->symbol(), called, known);
  if (const auto *generic =
          symbol.detailsIf<Fortran::semantics::GenericDetails>()) {
    for (const Symbol &specific : generic->specificProcs())
      addCalled(specific, called, known);
    return;
  }
  const Statements *found = statementsOf(symbol);
  if (found && known.insert(found).second)
    called.push_back(found);
}

const SharedVariables::Statements *
SharedVariables::statementsOf(const Symbol &symbol) const {
  if (auto own = bySymbol.find(&symbol); own != bySymbol.end())
    return &own->second;
  auto external = externals.find(symbol.name().ToString());
  return external == externals.end() ? nullptr : external->second;
}

namespace {

// What statements give pointers other targets mentions.
struct PointersMoved {
  SymbolSet symbols;
  const Cuts &cuts;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::AllocateStmt &s) { add(s); }
  void Post(const parser::DeallocateStmt &s) { add(s); }
  void Post(const parser::PointerAssignmentStmt &s) { add(s); }
  void Post(const parser::NullifyStmt &s) { add(s); }

private:
  template <typename T> void add(const T &statement) {
    Mentions all{symbols, cuts};
    walkTree(statement, all);
  }
};

} // namespace

const SymbolSet &SharedVariables::assignedIn(const Unit &unit) const {
  if (auto found = assignedByUnit.find(&unit);
      found != assignedByUnit.end() && found->second)
    return *found->second;
  assignedByUnit[&unit] = std::nullopt;
  RegionFlow flow;
  AnythingAssigned assigned{{flow, cut, this}};
  walkTree(*unit.body, assigned);
  if (unit.contained)
    walkTree(*unit.contained, assigned);
  std::optional<SymbolSet> &result = assignedByUnit[&unit];
  result = std::move(flow.assigned);
  return *result;
}

SymbolSet SharedVariables::componentsAssignedIn(const Unit &unit) const {
  RegionFlow flow;
  SymbolSet mentioned;
  AnythingAssigned assigned{{flow, cut, this}};
  Mentions mentions{mentioned, cut};
  walkTree(*unit.body, assigned);
  walkTree(*unit.body, mentions);
  if (unit.contained) {
    walkTree(*unit.contained, assigned);
    walkTree(*unit.contained, mentions);
  }
  flow.assignedComponents.merge(assignedByCalls(mentioned));
  return flow.assignedComponents;
}

bool SharedVariables::mayAssign(const Symbol *called, size_t argument) const {
  const Symbol *symbol = called ? &called->GetUltimate() : nullptr;
  const Statements *statements = symbol ? statementsOf(*symbol) : nullptr;
  const Unit *unit = statements ? statements->unit : nullptr;
  const Symbol *declared = unit ? unit->declared->symbol : symbol;
  const auto *details =
      declared ? declared->GetUltimate()
                     .detailsIf<Fortran::semantics::SubprogramDetails>()
               : nullptr;
  if (!details || argument >= details->dummyArgs().size() ||
      !details->dummyArgs()[argument])
    return true;
  const Symbol &dummy = *details->dummyArgs()[argument];
  if (dummy.attrs().test(Fortran::semantics::Attr::INTENT_IN) ||
      dummy.attrs().test(Fortran::semantics::Attr::VALUE))
    return false;
  auto known = assignedByUnit.find(unit);
  const bool callsItself = known != assignedByUnit.end() && !known->second;
  return !unit || callsItself || assignedIn(*unit).count(&dummy) != 0;
}

std::vector<const SharedVariables::Statements *>
SharedVariables::reachedByCalls(const SymbolSet &mentioned) const {
  std::vector<const Statements *> called;
  std::set<const Statements *> known;
  for (const Symbol *symbol : mentioned)
    addCalled(*symbol, called, known);
  for (size_t k = 0; k < called.size(); ++k)
    for (const Symbol *symbol : called[k]->mentioned)
      addCalled(*symbol, called, known);
  return called;
}

SymbolSet SharedVariables::assignedByCalls(const SymbolSet &mentioned) const {
  SymbolSet result;
  for (const Statements *called : reachedByCalls(mentioned))
    result.insert(called->assignedComponents.begin(),
                  called->assignedComponents.end());
  return result;
}

SymbolSet SharedVariables::mentionedByCalls(const SymbolSet &mentioned) const {
  SymbolSet result = mentioned;
  for (const Statements *called : reachedByCalls(mentioned))
    result.insert(called->mentioned.begin(), called->mentioned.end());
  return result;
}

SymbolSet SharedVariables::readByCalls(const SymbolSet &mentioned) const {
  SymbolSet result;
  for (const Statements *called : reachedByCalls(mentioned))
    result.insert(called->readFirst.begin(), called->readFirst.end());
  return result;
}

void frontend::noteAssigned(const RegionStatements &statements,
                            const SharedVariables &shared, RegionFlow &flow) {
  flow.assigned.clear();
  flow.assignedComponents.clear();
  flow.certainElements.clear();
  flow.calls = false;
  flow.shared = &shared;
  SymbolSet mentioned;
  AssignedSymbols assigned{flow, shared.cuts(), &shared};
  Mentions mentions{mentioned, shared.cuts()};
  for (auto it = statements.first; it != statements.last; ++it) {
    walkTree(*it, assigned);
    walkTree(*it, mentions);
  }
  flow.assignedComponents.merge(shared.assignedByCalls(mentioned));
  for (const Symbol *name : flow.fixedParts)
    assigned.noteElements(
        *name->get<Fortran::semantics::AssocEntityDetails>().expr());
}

// Those that only the procedure, and what it calls with them, can assign.
static std::vector<const Symbol *> dummiesOfOneName(const Unit &unit) {
  using Fortran::semantics::Attr;
  std::vector<const Symbol *> result;
  const Symbol *procedure = unit.declared ? unit.declared->symbol : nullptr;
  const auto *details =
      procedure ? procedure->GetUltimate()
                      .detailsIf<Fortran::semantics::SubprogramDetails>()
                : nullptr;
  if (!details)
    return result;
  for (const Symbol *dummy : details->dummyArgs())
    if (dummy && !isEquivalenced(*dummy) &&
        !dummy->attrs().test(Attr::POINTER) &&
        !dummy->attrs().test(Attr::TARGET) &&
        !dummy->attrs().test(Attr::VOLATILE) &&
        !dummy->attrs().test(Attr::ASYNCHRONOUS))
      result.push_back(dummy);
  return result;
}

static void findUnchanged(const Unit &unit, const SharedVariables &shared,
                          RegionFlow &flow) {
  const SymbolSet &assigned = shared.assignedIn(unit);
  for (const Symbol *dummy : dummiesOfOneName(unit)) {
    const auto *type = dummy->GetType();
    if (!assigned.count(dummy))
      flow.unchanged.insert(dummy);
    else if (type && type->AsDerived() && !type->IsPolymorphic() &&
             !dummy->attrs().test(Fortran::semantics::Attr::ALLOCATABLE))
      flow.structures.insert(dummy);
  }
  if (!flow.structures.empty())
    flow.changedComponents = shared.componentsAssignedIn(unit);
}

static const parser::AssignmentStmt *
assignmentIn(const parser::ExecutionPartConstruct &part) {
  const auto *executable = std::get_if<parser::ExecutableConstruct>(&part.u);
  const auto *statement =
      executable
          ? std::get_if<parser::Statement<parser::ActionStmt>>(&executable->u)
          : nullptr;
  const auto *assignment =
      statement ? std::get_if<Indirection<parser::AssignmentStmt>>(
                      &statement->statement.u)
                : nullptr;
  return assignment ? &assignment->value() : nullptr;
}

static std::vector<SettledBefore>
settledBefore(const RegionStatements &region, const Unit &unit,
              const SharedVariables &shared) {
  std::vector<SettledBefore> result;
  const parser::Block &body = unit.body->v;
  if (hasLabels(unit) || region.first == region.last)
    return result;
  std::map<const Symbol *, int> assignments; // statements of the body
  auto count = [&](const auto &node) {
    RegionFlow flow;
    AnythingAssigned assigned{{flow, shared.cuts(), &shared}};
    walkTree(node, assigned);
    for (const Symbol *symbol : flow.assigned)
      ++assignments[symbol];
  };
  for (const parser::ExecutionPartConstruct &part : body)
    count(part);
  if (unit.contained)
    count(*unit.contained);
  for (const parser::ExecutionPartConstruct &part : body) {
    Holds holds{&*region.first};
    walkTree(part, holds);
    if (holds.found || &part == &*region.first)
      break;
    const parser::AssignmentStmt *assignment = assignmentIn(part);
    const auto *typed =
        assignment ? Fortran::semantics::GetAssignment(*assignment) : nullptr;
    const Symbol *symbol =
        typed ? Fortran::evaluate::UnwrapWholeSymbolDataRef(typed->lhs)
              : nullptr;
    if (symbol && symbol->Rank() == 0 &&
        isPlainLocal(symbol->GetUltimate(), unit) &&
        assignments[&symbol->GetUltimate()] == 1 &&
        std::holds_alternative<Fortran::evaluate::Assignment::Intrinsic>(
            typed->u))
      result.push_back({&symbol->GetUltimate(), &typed->rhs});
  }
  return result;
}

// Names that the construct gives to parts of arrays, of which nothing in it
// assigns what chooses the elements:
//   associate (col => a(:, j))
static void addFixedParts(const parser::AssociateConstruct &construct,
                          const SharedVariables &shared,
                          std::vector<const Symbol *> &names) {
  const auto &block = std::get<parser::Block>(construct.t);
  RegionFlow inside;
  AnythingAssigned assigned{{inside, shared.cuts(), &shared}};
  walkTree(block, assigned);
  PointersMoved pointed{{}, shared.cuts()};
  walkTree(block, pointed);
  SymbolSet mentioned;
  Mentions mentions{mentioned, shared.cuts()};
  walkTree(block, mentions);
  const SymbolSet byCalls = shared.assignedByCalls(mentioned);
  auto isFixed = [&](const Symbol &symbol) {
    return !inside.assigned.count(&symbol) &&
           (!inside.calls || shared.isOfOneUnit(symbol));
  };
  const auto &statement =
      std::get<parser::Statement<parser::AssociateStmt>>(construct.t).statement;
  for (const parser::Association &association :
       std::get<std::list<parser::Association>>(statement.t)) {
    const Symbol *name = std::get<parser::Name>(association.t).symbol;
    if (!name || !isNameOfPart(*name))
      continue;
    const auto &meant =
        *name->get<Fortran::semantics::AssocEntityDetails>().expr();
    if (Fortran::evaluate::UnwrapWholeSymbolOrComponentDataRef(meant) ||
        calledBySelector(meant))
      continue; // the stub passes what has the name, if it can
    std::optional<Fortran::evaluate::DataRef> part = dataBehind(meant);
    bool isOfFixed = true;
    for (const PathPart &each : writtenParts(*part)) {
      if (each.symbol->attrs().test(Fortran::semantics::Attr::POINTER))
        isOfFixed &= !pointed.symbols.count(each.symbol) &&
                     !byCalls.count(each.symbol) &&
                     (each.symbol->owner().IsDerivedType() ||
                      isFixed(*each.symbol) || !inside.calls);
      for (const Symbol *symbol : symbolsInSubscripts(each))
        isOfFixed &= isFixed(*symbol);
    }
    if (isOfFixed)
      names.push_back(name);
  }
}

static std::vector<const Symbol *>
fixedParts(const std::vector<const parser::AssociateConstruct *> &constructs,
           const SharedVariables &shared) {
  std::vector<const Symbol *> names;
  for (const parser::AssociateConstruct *construct : constructs)
    addFixedParts(*construct, shared, names);
  return names;
}

std::vector<const Symbol *>
frontend::fixedPartsAround(const RegionStatements &statements, const Unit &unit,
                           const SharedVariables &shared) {
  SymbolSet others;
  std::vector<const parser::AssociateConstruct *> associates;
  AssociatedNames associated{statements, others, associates};
  walkTree(unit.body->v, associated);
  return fixedParts(associates, shared);
}

SymbolSet frontend::readBeforeAssigned(const Unit &unit,
                                       const SharedVariables &shared) {
  SymbolSet result = shared.variables();
  walkBody(unit.body->v, {nullptr, {}, &shared.variables(), &shared.cuts()},
           result);
  return result;
}

RegionFlow
frontend::flowThrough(const RegionStatements &region,
                      const std::vector<RegionStatements> &otherRegions,
                      const Unit &unit, const SharedVariables &shared) {
  RegionFlow result;
  const Cuts &cuts = shared.cuts();
  ValueFlow({nullptr, {}, &shared.variables(), &cuts, &shared}, result.in)
      .walkStatements(region.first, region.last);
  const parser::Block &body = unit.body->v;
  walkBody(body, {&region, {}, &shared.variables(), &cuts, &shared},
           result.out);
  walkBody(body, {&region, otherRegions, &shared.variables(), &cuts, &shared},
           result.outToHost);
  SymbolSet mentioned;
  Mentions mentions{mentioned, cuts};
  for (auto it = region.first; it != region.last; ++it)
    walkTree(*it, mentions);
  for (const Symbol *symbol : shared.mentionedByCalls(mentioned))
    if (shared.isConfined(*symbol))
      result.confined.insert(symbol);
  for (SymbolSet *set : {&result.out, &result.outToHost})
    for (const Symbol *symbol : shared.readByPassed())
      if (!result.confined.count(symbol))
        set->insert(symbol);
  SymbolSet others;
  std::vector<const parser::AssociateConstruct *> associates;
  AssociatedNames associated{region, others, associates};
  walkTree(body, associated);
  result.fixedParts = fixedParts(associates, shared);
  for (SymbolSet *set : {&result.in, &result.out, &result.outToHost})
    set->insert(others.begin(), others.end());
  noteAssigned(region, shared, result);
  result.unset = unsetBefore(region, unit, result, shared);
  findUnchanged(unit, shared, result);
  result.settled = settledBefore(region, unit, shared);
  result.present = presentAround(region, unit);
  return result;
}
