// Which variables are read with a value that a kernel region, or what stands
// before it, may have given them.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_VALUEFLOW_H
#define LOOPYC_LIB_FRONTEND_FLANG_VALUEFLOW_H

#include "RegionFlow.h"
#include "TreeWalk.h"

#include "flang/Evaluate/call.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

namespace loopyc {
namespace frontend {

namespace parser = Fortran::parser;

// At a place in the procedure: may the region have run, and which variables
// were assigned since.
struct FlowState {
  bool reached = false;
  SymbolSet assigned;

  bool operator==(const FlowState &other) const {
    return reached == other.reached && assigned == other.assigned;
  }

  void merge(const FlowState &other) {
    if (!other.reached)
      return;
    if (!reached) {
      *this = other;
      return;
    }
    SymbolSet both;
    std::set_intersection(assigned.begin(), assigned.end(),
                          other.assigned.begin(), other.assigned.end(),
                          std::inserter(both, both.end()));
    assigned = std::move(both);
  }
};

// What a walk does not look into.
struct Skipped {
  const RegionStatements *region = nullptr;  // the walk matters behind it
  std::vector<RegionStatements> others = {}; // they assign and read nothing
  // Variables that a procedure called may assign; null: none.
  const SymbolSet *assignedByCalls = nullptr;
  const Cuts *cuts = nullptr;
  // What procedures read that are called; null: nothing.
  const SharedVariables *called = nullptr;
};

// Walks statements in their order. Branches are merged, loops walked twice;
// a construct that is not known takes each of its blocks as a branch and
// reads every name that it mentions.
class ValueFlow {
  template <typename T> using Indirection = Fortran::common::Indirection<T>;
  using Symbol = Fortran::semantics::Symbol;

public:
  // Without a region to skip, the walk matters from its beginning. `reads`:
  // variables with values from there.
  ValueFlow(Skipped skipped, SymbolSet &reads)
      : state{!skipped.region, {}}, skipped(std::move(skipped)), reads(reads) {}

  // A procedure; again and again while jumps, which may go back, bring more to
  // their labels.
  void walkFromStart(const parser::Block &block) {
    state = {anyOrder || !skipped.region, {}};
    left = leftByName = {};
    further = false;
    walkBlock(block);
  }
  bool jumpedFurther() const { return further; }

  void walkBlock(const parser::Block &block) {
    walkStatements(block.begin(), block.end());
  }

  void walkStatements(RegionStatements::Iterator first,
                      RegionStatements::Iterator last) {
    for (auto it = first; it != last;) {
      if (skipped.region && it == skipped.region->first) {
        state = {true, {}};
        it = skipped.region->last;
        continue;
      }
      if (const RegionStatements *other = otherAt(it)) {
        it = other->last;
        continue;
      }
      walkTree(*it, *this);
      ++it;
    }
  }

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}

  bool Pre(const StatementNode &statement) {
    enter(statement);
    return true;
  }

  bool Pre(const parser::Name &name) {
    if (name.symbol && state.reached)
      read(name.symbol->GetUltimate());
    return false;
  }

  bool Pre(const parser::Block &block) { // of a construct of another kind
    FlowState before = state;
    walkBlock(block);
    state.merge(before);
    state.merge(leftByName);
    return false;
  }

  bool Pre(const parser::AssignmentStmt &assignment) {
    const auto &variable = std::get<parser::Variable>(assignment.t);
    walkTree(std::get<parser::Expr>(assignment.t), *this);
    const auto *typed = Fortran::semantics::GetAssignment(assignment);
    if (typed && std::holds_alternative<Fortran::evaluate::ProcedureRef>(
                     typed->u)) { // a defined assignment
      walkTree(variable, *this);
      forgetShared();
    } else if (const Symbol *whole = wholeVariable(variable))
      state.assigned.insert(whole);
    else
      walkTree(variable, *this);
    return false;
  }

  // Neither reads values; those from before are gone.
  bool Pre(const parser::Allocation &allocation) {
    walkTree(std::get<std::list<parser::AllocateShapeSpec>>(allocation.t),
                 *this);
    dropValues(std::get<parser::AllocateObject>(allocation.t));
    return false;
  }
  bool Pre(const parser::DeallocateStmt &statement) {
    for (const parser::AllocateObject &object :
         std::get<std::list<parser::AllocateObject>>(statement.t))
      dropValues(object);
    walkTree(std::get<std::list<parser::StatOrErrmsg>>(statement.t), *this);
    return false;
  }

  bool Pre(const parser::IfStmt &statement) {
    walkTree(std::get<parser::ScalarLogicalExpr>(statement.t), *this);
    FlowState before = state;
    walkTree(
        std::get<parser::UnlabeledStatement<parser::ActionStmt>>(statement.t),
        *this);
    state.merge(before);
    return false;
  }

  bool Pre(const parser::IfConstruct &construct) {
    const auto &first =
        std::get<parser::Statement<parser::IfThenStmt>>(construct.t);
    walkTree(first, *this);
    std::vector<FlowState> ends;
    branch(std::get<parser::Block>(construct.t), ends);
    for (const auto &other :
         std::get<std::list<parser::IfConstruct::ElseIfBlock>>(construct.t)) {
      walkTree(std::get<parser::Statement<parser::ElseIfStmt>>(other.t),
                   *this);
      branch(std::get<parser::Block>(other.t), ends);
    }
    const auto &last =
        std::get<std::optional<parser::IfConstruct::ElseBlock>>(construct.t);
    if (last)
      walkBlock(std::get<parser::Block>(last->t));
    for (const FlowState &end : ends)
      state.merge(end);
    state.merge(leftByName);
    enter(std::get<parser::Statement<parser::EndIfStmt>>(construct.t));
    return false;
  }

  bool Pre(const parser::DoConstruct &loop) {
    const auto &first =
        std::get<parser::Statement<parser::NonLabelDoStmt>>(loop.t);
    enter(first);
    walkControl(first.statement);
    FlowState before = state;
    for (int pass = 0; pass < 2; ++pass) {
      walkBlock(std::get<parser::Block>(loop.t));
      enter(std::get<parser::Statement<parser::EndDoStmt>>(loop.t));
      walkControl(first.statement);
      state.merge(before);
      state.merge(left);
    }
    return false;
  }

  // The state where a loop or the procedure is left, which goes on after any
  // loop around.
  void Post(const parser::CycleStmt &) { left.merge(state); }
  void Post(const parser::ExitStmt &jump) {
    left.merge(state);
    if (jump.v) // may be of a construct of another kind
      leftByName.merge(state);
  }

  void Post(const parser::EntryStmt &) { state.assigned.clear(); }
  void Post(const parser::CallStmt &) { forgetShared(); }
  void Post(const parser::Expr &expr) { // of a function or an operator
    const auto *typed = Fortran::semantics::GetExpr(nullptr, expr);
    const auto *call =
        typed ? Fortran::evaluate::UnwrapProcedureRef(*typed) : nullptr;
    if (call && !call->proc().GetSpecificIntrinsic())
      forgetShared();
  }

  void Post(const parser::GotoStmt &jump) { jumpTo(jump.v); }
  void Post(const parser::AltReturnSpec &jump) { jumpTo(jump.v); }
  void Post(const parser::ErrLabel &jump) { jumpTo(jump.v); } // read (err=10)
  void Post(const parser::EndLabel &jump) { jumpTo(jump.v); }
  void Post(const parser::EorLabel &jump) { jumpTo(jump.v); }
  void Post(const parser::AssignedGotoStmt &) { // anywhere
    further |= !anyOrder;
    anyOrder = true;
  }
  void Post(const parser::ComputedGotoStmt &jump) {
    for (parser::Label label : std::get<std::list<parser::Label>>(jump.t))
      jumpTo(label);
  }
  void Post(const parser::ArithmeticIfStmt &jump) {
    jumpTo(std::get<1>(jump.t));
    jumpTo(std::get<2>(jump.t));
    jumpTo(std::get<3>(jump.t));
  }

private:
  const RegionStatements *otherAt(RegionStatements::Iterator it) const {
    for (const RegionStatements &other : skipped.others)
      if (it == other.first)
        return &other;
    return nullptr;
  }

  void forgetShared() {
    if (skipped.assignedByCalls)
      for (const Symbol *symbol : *skipped.assignedByCalls)
        state.assigned.erase(symbol);
  }

  void dropValues(const parser::AllocateObject &object) {
    if (const auto *name = std::get_if<parser::Name>(&object.u)) {
      if (name->symbol)
        state.assigned.insert(&name->symbol->GetUltimate());
    } else {
      walkTree(object, *this);
    }
  }

  void jumpTo(parser::Label label) {
    FlowState &arriving = jumps[label], before = arriving;
    arriving.merge(state);
    further |= !(arriving == before);
  }

  // What jumps to its label arrives as well.
  template <typename T> void enter(const T &statement) {
    if (statement.label)
      state.merge(jumps[*statement.label]);
    if (const Cuts::Statement *cut =
            skipped.cuts ? skipped.cuts->at(statement.source) : nullptr)
      readCut(*cut);
  }

  // It may read whatever it mentions, and call what assigns more.
  void readCut(const Cuts::Statement &cut) {
    if (state.reached)
      for (const Symbol *symbol : cut.symbols)
        read(*symbol);
    forgetShared();
  }

  void read(const Symbol &symbol) {
    if (anyOrder || !state.assigned.count(&symbol))
      reads.insert(&symbol);
    for (const Symbol *other : meantBy(symbol))
      read(*other);
    if (skipped.called && Fortran::semantics::IsProcedure(symbol))
      for (const Symbol *other : skipped.called->readByCalls({&symbol}))
        if (anyOrder || !state.assigned.count(other))
          reads.insert(other);
  }

  // What a namelist holds, what a statement function mentions, and what an
  // associate name stands for: of an element, the subscripts, too.
  static std::vector<const Symbol *> meantBy(const Symbol &symbol) {
    std::vector<const Symbol *> result;
    if (const auto *list = symbol.detailsIf<Fortran::semantics::NamelistDetails>())
      for (const Symbol &object : list->objects())
        result.push_back(&object.GetUltimate());
    const auto *function = symbol.detailsIf<Fortran::semantics::SubprogramDetails>();
    if (function && function->stmtFunction())
      for (const Symbol &mentioned :
           Fortran::evaluate::CollectSymbols(*function->stmtFunction()))
        result.push_back(&mentioned.GetUltimate());
    const auto *name =
        symbol.detailsIf<Fortran::semantics::AssocEntityDetails>();
    if (name && name->expr())
      for (const Symbol &meant :
           Fortran::evaluate::CollectSymbols(*name->expr()))
        result.push_back(&meant.GetUltimate());
    return result;
  }

  void branch(const parser::Block &block, std::vector<FlowState> &ends) {
    FlowState before = state;
    walkBlock(block);
    ends.push_back(state);
    state = before;
  }

  // Bounds are read, then the loop variable has a value.
  void walkControl(const parser::NonLabelDoStmt &statement) {
    const auto &control =
        std::get<std::optional<parser::LoopControl>>(statement.t);
    const auto *bounds =
        control ? std::get_if<parser::LoopControl::Bounds>(&control->u)
                : nullptr;
    if (!bounds)
      return walkTree(statement, *this);
    walkTree(bounds->lower, *this);
    walkTree(bounds->upper, *this);
    walkTree(bounds->step, *this);
    if (const Symbol *symbol = bounds->name.thing.symbol)
      state.assigned.insert(&symbol->GetUltimate());
  }

  static const Symbol *wholeVariable(const parser::Variable &variable) {
    const auto *designator =
        std::get_if<Indirection<parser::Designator>>(&variable.u);
    const auto *data =
        designator
            ? std::get_if<parser::DataRef>(&designator->value().u)
            : nullptr;
    const auto *name = data ? std::get_if<parser::Name>(&data->u) : nullptr;
    return name && name->symbol ? &name->symbol->GetUltimate() : nullptr;
  }

  FlowState state, left, leftByName;
  std::map<parser::Label, FlowState> jumps; // where they start, by their labels
  bool further = false;  // has a jump brought more than in the walk before?
  bool anyOrder = false; // what is mentioned anywhere may be read
  Skipped skipped;
  SymbolSet &reads;
};

} // namespace frontend
} // namespace loopyc

#endif
