// What the statements of a region may assign, and which elements of arrays of
// derived types they mention whatever their conditions are (RegionFlow).
#ifndef LOOPYC_LIB_FRONTEND_FLANG_ASSIGNEDSYMBOLS_H
#define LOOPYC_LIB_FRONTEND_FLANG_ASSIGNEDSYMBOLS_H

#include "Cuts.h"
#include "PathPart.h"
#include "RegionFlow.h"
#include "TreeWalk.h"

#include "flang/Evaluate/call.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"

namespace loopyc {
namespace frontend {

struct Mentions {
  SymbolSet &symbols;
  const Cuts &cuts;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const StatementNode &statement) {
    if (const Cuts::Statement *cut = cuts.at(statement.source))
      symbols.insert(cut->symbols.begin(), cut->symbols.end());
    return true;
  }
  void Post(const Fortran::parser::Name &name) {
    if (name.symbol)
      symbols.insert(&name.symbol->GetUltimate());
  }
};

struct AssignedSymbols {
  using Symbol = Fortran::semantics::Symbol;
  using SomeExpr = Fortran::semantics::SomeExpr;

  RegionFlow &flow;
  const Cuts &cuts;
  // What is known of the procedures that are called; null: nothing.
  const SharedVariables *shared = nullptr;
  // Procedures whose assignments are collected as well; null: none.
  const SymbolSet *known = nullptr;
  int conditions = 0; // around

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const StatementNode &statement) {
    if (cuts.at(statement.source))
      assignMentioned(statement);
    return true;
  }
  bool Pre(const Fortran::parser::IfConstruct &) { return enterCondition(); }
  void Post(const Fortran::parser::IfConstruct &) { --conditions; }
  bool Pre(const Fortran::parser::IfStmt &) { return enterCondition(); }
  void Post(const Fortran::parser::IfStmt &) { --conditions; }
  bool Pre(const Fortran::parser::CaseConstruct &) { return enterCondition(); }
  void Post(const Fortran::parser::CaseConstruct &) { --conditions; }

  bool Pre(const Fortran::parser::Expr &expr) {
    const SomeExpr *typed = Fortran::semantics::GetExpr(nullptr, expr);
    if (!typed)
      return true;
    const auto *call = Fortran::evaluate::UnwrapProcedureRef(*typed);
    if (call && !call->proc().GetSpecificIntrinsic())
      assignArguments(*call);
    noteElements(*typed);
    return true;
  }

  bool Pre(const Fortran::parser::AssignmentStmt &assignment) {
    const auto *typed = Fortran::semantics::GetAssignment(assignment);
    if (!typed) {
      assignMentioned(assignment);
    } else if (const auto *call =
                   std::get_if<Fortran::evaluate::ProcedureRef>(&typed->u)) {
      assignArguments(*call);
    } else {
      assign(typed->lhs);
      noteElements(typed->lhs);
    }
    return true;
  }
  bool Pre(const Fortran::parser::CallStmt &call) {
    if (call.typedCall)
      assignArguments(*call.typedCall);
    else
      assignMentioned(call);
    return true;
  }
  // An element that has another name is mentioned here.
  void Post(const Fortran::parser::Association &association) {
    const Symbol *name = std::get<Fortran::parser::Name>(association.t).symbol;
    const auto *details =
        name ? name->detailsIf<Fortran::semantics::AssocEntityDetails>()
             : nullptr;
    if (details && details->expr())
      noteElements(*details->expr());
  }
  void Post(const Fortran::parser::LoopControl::Bounds &bounds) {
    assign(*bounds.name.thing.symbol);
  }
  void Post(const Fortran::parser::ConcurrentControl &control) {
    assign(*std::get<Fortran::parser::Name>(control.t).symbol);
  }

  // Elements of arrays of derived types that it names, here.
  void noteElements(const SomeExpr &expr) {
    if (conditions || !Fortran::evaluate::IsVariable(expr))
      return;
    if (auto data = Fortran::evaluate::ExtractDataRef(expr))
      noteElements(*data);
  }

private:
  bool enterCondition() {
    ++conditions;
    return true;
  }

  template <typename T> void assignMentioned(const T &node) {
    flow.calls = true;
    for (SymbolSet *set : {&flow.assigned, &flow.assignedComponents}) {
      Mentions mentions{*set, cuts};
      walkTree(node, mentions);
    }
  }

  // Those that are variables: no others, and none in their subscripts, can be
  // assigned. The object whose procedure is called is among them.
  void assignArguments(const Fortran::evaluate::ProcedureRef &call) {
    flow.calls = true;
    for (size_t k = 0; k < call.arguments().size(); ++k) {
      const auto &actual = call.arguments()[k];
      const SomeExpr *expr = actual ? actual->UnwrapExpr() : nullptr;
      if (!expr || !Fortran::evaluate::IsVariable(*expr) ||
          (shared && !shared->mayAssign(call.proc().GetSymbol(), k)) ||
          assignsComponentsItself(call, *expr))
        continue;
      assign(*expr);
      noteElements(*expr);
    }
  }

  // Of an object: they are among what is called assigns.
  bool
  assignsComponentsItself(const Fortran::evaluate::ProcedureRef &call,
                          const SomeExpr &actual) const {
    const Symbol *procedure = call.proc().GetSymbol();
    auto type = actual.GetType();
    return known && procedure && known->count(&procedure->GetUltimate()) &&
           type &&
           type->category() == Fortran::common::TypeCategory::Derived &&
           !type->IsPolymorphic();
  }

  // What the name of an associate construct stands for, too, but for what
  // chooses elements.
  void assign(const Symbol &given) {
    const Symbol &symbol = given.GetUltimate();
    if (!flow.assigned.insert(&symbol).second)
      return;
    const auto *associated =
        symbol.detailsIf<Fortran::semantics::AssocEntityDetails>();
    auto data = associated && associated->expr()
                    ? Fortran::evaluate::ExtractDataRef(*associated->expr(),
                                                        true, true)
                    : std::nullopt;
    if (data)
      for (const PathPart &part : writtenParts(*data)) {
        assign(*part.symbol);
        flow.assignedComponents.insert(part.symbol);
      }
  }

  void assign(const SomeExpr &assignee) {
    auto data = Fortran::evaluate::ExtractDataRef(assignee, true, true);
    if (!data) {
      for (const Symbol &symbol : Fortran::evaluate::CollectSymbols(assignee)) {
        assign(symbol);
        flow.assignedComponents.insert(&symbol.GetUltimate());
      }
      return;
    }
    assign(data->GetFirstSymbol());
    flow.assignedComponents.insert(&data->GetLastSymbol().GetUltimate());
    auto type = assignee.GetType();
    if (type && type->category() == Fortran::common::TypeCategory::Derived &&
        !type->IsUnlimitedPolymorphic())
      for (const Symbol &component :
           Fortran::semantics::DirectComponentIterator(
               type->GetDerivedTypeSpec()))
        flow.assignedComponents.insert(&component.GetUltimate());
  }

  void noteElements(const Fortran::evaluate::DataRef &data) {
    std::vector<PathPart> parts = writtenParts(data);
    for (size_t k = 0; k < parts.size(); ++k)
      if (parts[k].symbol->Rank() > 0 && !parts[k].subscripts.empty())
        flow.certainElements.insert(elementText(parts, k + 1));
  }
};

// Whatever statements may assign: those of the host, too.
struct AnythingAssigned : AssignedSymbols {
  using AssignedSymbols::Post;
  using AssignedSymbols::Pre;

  bool Pre(const Fortran::parser::ReadStmt &s) { return transfers(s); }
  bool Pre(const Fortran::parser::InquireStmt &s) { return transfers(s); }
  bool Pre(const Fortran::parser::OpenStmt &s) { return transfers(s); }
  bool Pre(const Fortran::parser::CloseStmt &s) { return transfers(s); }
  bool Pre(const Fortran::parser::WaitStmt &s) { return transfers(s); }
  bool Pre(const Fortran::parser::FlushStmt &s) { return transfers(s); }
  bool Pre(const Fortran::parser::RewindStmt &s) { return transfers(s); }
  bool Pre(const Fortran::parser::BackspaceStmt &s) { return transfers(s); }
  bool Pre(const Fortran::parser::EndfileStmt &s) { return transfers(s); }
  // What is allocated, not the bounds that it gets.
  bool Pre(const Fortran::parser::AllocateObject &s) { return mentions(s); }
  bool Pre(const Fortran::parser::StatOrErrmsg &s) { return mentions(s); }
  bool Pre(const Fortran::parser::DeallocateStmt &s) { return mentions(s); }
  bool Pre(const Fortran::parser::PointerAssignmentStmt &s) {
    return mentions(s);
  }
  bool Pre(const Fortran::parser::NullifyStmt &s) { return mentions(s); }
  bool Pre(const Fortran::parser::AssignStmt &s) { return mentions(s); }
  // What is written stays what it is.
  bool Pre(const Fortran::parser::IoControlSpec &s) { return mentions(s); }

private:
  // A variable of a derived type may be meant as a whole.
  template <typename T> bool transfers(const T &node) {
    SymbolSet symbols;
    Mentions all{symbols, cuts};
    walkTree(node, all);
    for (const Symbol *symbol : symbols)
      if (const auto *type = symbol->GetType(); type && type->AsDerived())
        for (const Symbol &component :
             Fortran::semantics::DirectComponentIterator(*type->AsDerived()))
          flow.assignedComponents.insert(&component.GetUltimate());
    return mentions(node);
  }

  template <typename T> bool mentions(const T &node) {
    SymbolSet symbols;
    Mentions all{symbols, cuts};
    walkTree(node, all);
    for (const Symbol *symbol : symbols) {
      flow.assigned.insert(symbol);
      flow.assignedComponents.insert(symbol);
      if (const auto *group =
              symbol->detailsIf<Fortran::semantics::NamelistDetails>())
        for (const Symbol &object : group->objects())
          flow.assigned.insert(&object.GetUltimate());
    }
    return true;
  }
};

} // namespace frontend
} // namespace loopyc

#endif
