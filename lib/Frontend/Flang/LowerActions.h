// The statements that are no constructs, one after another.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERACTIONS_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERACTIONS_H

#include "JumpTargets.h"
#include "LowerAssignment.h"
#include "LowerBody.h"
#include "LowerJumps.h"
#include "PlacedExpressions.h"
#include "StatementNames.h"
#include "TreeWalk.h"

#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/traverse.h"
#include "flang/Semantics/tools.h"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace frontend {
namespace actions {

namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;
namespace evaluate = Fortran::evaluate;
using Fortran::common::Indirection;
using semantics::Symbol;

// Does a function make something of an array: sum(a), norm(a(:, j))?
struct ArrayArguments : evaluate::AnyTraverse<ArrayArguments> {
  using Base = evaluate::AnyTraverse<ArrayArguments>;
  ArrayArguments() : Base(*this) {}
  using Base::operator();
  bool operator()(const evaluate::ProcedureRef &call) const {
    for (const auto &argument : call.arguments())
      if (argument && argument->Rank() > 0)
        return true;
    return Base::operator()(call);
  }
};

class ActionLowering {

protected:
  ActionLowering(const LoweringContext &context, Variables &variables,
                 JumpTargets targets)
      : session(context.session), variables(variables),
        calls(context.session, context.numbers, context.interfaces, variables),
        expressions(context.session, variables, calls),
        assignments(context.session, variables, expressions),
        jumps(context.session, expressions), targets(std::move(targets)) {}
  ~ActionLowering() = default;

  virtual Block lowerBlock(const parser::Block &block) = 0;

  // An action statement alone, and with the condition of a one-line `if`.
  struct Source {
    parser::CharBlock own, whole;
  };

  // --- what only the host executes
  template <typename T>
  void keep(const Indirection<T> &node, Source source, Block &out) {
    keep(node.value(), source, out);
  }
  template <typename T> void keep(const T &node, Source source, Block &out) {
    InnerBlocks inner{*this, {}};
    walkTree(node, inner);
    keep(StatementName<T>::kind, StatementName<T>::value, source,
         std::move(inner.blocks), out);
  }
  static const char *insideLoop(HostStatement::Kind kind) {
    return kind == HostStatement::Kind::Stop
               ? " inside a loop; count in the loop what is wrong, and stop "
                 "behind it if anything is"
               : " inside a loop; move it in front of the loop or behind it, "
                 "where the host executes it";
  }
  void keep(HostStatement::Kind kind, const std::string &what, Source source,
            std::vector<Block> blocks, Block &out) {
    Facts facts;
    facts.obstacles.push_back(
        notSupported(targets.isInLoop() ? what + insideLoop(kind) : what,
                     session.range(source.own)));
    add(source.whole, HostStatement{kind, what, std::move(blocks)},
        std::move(facts), out);
  }

  // The blocks of a construct, lowered.
  struct InnerBlocks {
    ActionLowering &lowering;
    std::vector<Block> blocks;
    template <typename T> bool Pre(const T &) { return true; }
    template <typename T> void Post(const T &) {}
    bool Pre(const parser::Block &block) {
      blocks.push_back(lowering.lowerBlock(block));
      return false;
    }
    bool Pre(const parser::Expr &) { return false; }
  };

  // What assigns the temporaries of the expressions that were just lowered.
  void addBefore(parser::CharBlock source, Block &out) {
    Block before = calls.takeBefore(session.place(source));
    out.insert(out.end(), std::make_move_iterator(before.begin()),
               std::make_move_iterator(before.end()));
  }

  // --- one by one
  void lowerAction(const parser::ActionStmt &action, Source source,
                   Block &out) {
    std::visit([&](const auto &s) { lowerStatement(s, source, out); },
               action.u);
  }
  template <typename T>
  void lowerStatement(const Indirection<T> &statement, Source source,
                      Block &out) {
    lowerStatement(statement.value(), source, out);
  }
  template <typename T>
  void lowerStatement(const T &statement, Source source, Block &out) {
    keep(statement, source, out);
  }
  void lowerStatement(const parser::ContinueStmt &, Source source, Block &out) {
    const Cuts::Statement *cut = session.cuts().at(source.own);
    if (!cut)
      return;
    Facts facts;
    facts.obstacles.push_back(cut->reason);
    add(source.whole,
        HostStatement{HostStatement::Kind::Other, "statement", {}},
        std::move(facts), out);
  }

  // --- jumps
  template <typename T>
  void addLabel(const parser::Statement<T> &statement, Block &out) {
    if (statement.label && targets.isTarget(*statement.label))
      add(statement.source, LabelStatement{label(*statement.label)}, {}, out);
  }
  static int label(parser::Label number) { return static_cast<int>(number); }

  void lowerStatement(const parser::ExitStmt &jump, Source source, Block &out) {
    addLeaving(JumpStatement::Kind::Exit, targets.meant(jump.v), "exit", source,
               out);
  }
  void lowerStatement(const parser::CycleStmt &jump, Source source,
                      Block &out) {
    addLeaving(JumpStatement::Kind::Cycle, targets.meant(jump.v), "cycle",
               source, out);
  }
  // `target`: 0 where it is not among the statements that are lowered.
  void addLeaving(JumpStatement::Kind kind, int target, const char *what,
                  Source source, Block &out) {
    Facts facts;
    if (target == 0)
      facts.obstacles.push_back(leavesRegion(what, source));
    add(source.whole, JumpStatement{kind, target}, std::move(facts), out);
  }
  UserError leavesRegion(const std::string &what, Source source) {
    if (variables.isOfMarkedRegion())
      return notSupported(what + " statement that leaves the region",
                          session.range(source.own));
    return notSupported(what + " statement", session.range(source.own));
  }

  void lowerStatement(const parser::ReturnStmt &, Source source, Block &out) {
    Facts facts;
    if (variables.isOfRegion())
      facts.obstacles.push_back(leavesRegion("return", source));
    add(source.whole, JumpStatement{JumpStatement::Kind::Exit, 0},
        std::move(facts), out);
  }

  void lowerStatement(const parser::GotoStmt &jump, Source source, Block &out) {
    add(source.whole, JumpStatement{JumpStatement::Kind::Goto, label(jump.v)},
        {}, out);
  }

  void lowerStatement(const parser::ComputedGotoStmt &jump, Source source,
                      Block &out) {
    addChoice(jump, source, out);
  }
  void lowerStatement(const parser::ArithmeticIfStmt &jump, Source source,
                      Block &out) {
    addChoice(jump, source, out);
  }
  template <typename T>
  void addChoice(const T &jump, Source source, Block &out) {
    Facts facts;
    IfStatement result = jumps.lowered(jump, source.own, source.whole, facts);
    addBefore(source.whole, out);
    add(source.whole, std::move(result), std::move(facts), out);
  }

  void lowerStatement(const parser::CallStmt &call, Source source, Block &out) {
    std::string called;
    const auto &designator = std::get<parser::ProcedureDesignator>(call.call.t);
    if (const auto *name = std::get_if<parser::Name>(&designator.u))
      called = session.spelling(name->source);
    if (!call.typedCall)
      throw InternalError("a call was not analysed");
    addCall(*call.typedCall, called,
            "call of " + (called.empty() ? "a procedure" : "'" + called + "'"),
            source, out);
  }

  void addCall(const evaluate::ProcedureRef &call, const std::string &called,
               const std::string &what, Source source, Block &out) {
    Facts facts;
    facts.obstacles.push_back(notSupported(what, session.range(source.own)));
    CallStatement result = calls.call(
        call, called.empty() ? call.proc().GetName() : called, facts);
    for (FunctionReference &reference : facts.references)
      reference.obstacle.locate(session.range(source.own));
    for (const auto &actual : call.arguments())
      if (actual && isSelectedElement(actual->UnwrapExpr()))
        facts.obstacles.push_back(notSupported(
            "name of an associate construct for an element as an argument; "
            "write the element",
            session.range(source.own)));
    addBefore(source.whole, out);
    add(source.whole, std::move(result), std::move(facts), out);
  }

  bool isSelectedElement(const semantics::SomeExpr *actual) const {
    auto data = actual && evaluate::IsVariable(*actual)
                    ? evaluate::ExtractDataRef(*actual)
                    : std::nullopt;
    const semantics::SomeExpr *meaning =
        data ? variables.meaning(data->GetFirstSymbol()) : nullptr;
    return meaning && meaning->Rank() == 0;
  }

  void lowerStatement(const parser::AssignmentStmt &assignment, Source source,
                      Block &out) {
    const evaluate::Assignment *typed = semantics::GetAssignment(assignment);
    if (!typed)
      throw InternalError("an assignment was not analysed");
    if (const auto *call = std::get_if<evaluate::ProcedureRef>(&typed->u))
      return addCall(*call, "assignment(=)", "defined assignment", source, out);
    Variables::AskingInKernel asking(variables, isOfArray(assignment));
    const bool isOfComponents = AssignmentLowering::isOfComponents(*typed);
    if (const auto *call = evaluate::UnwrapProcedureRef(typed->rhs);
        call && isOfComponents &&
        AssignmentLowering::isByCall(*typed, *call, calls))
      return addResult(*typed, *call, source, out);
    if (isOfComponents) {
      auto values =
          assignments.components(assignment, *typed, calls, source.own);
      addBefore(source.whole, out);
      for (auto &[component, facts] : values)
        add(source.whole, std::move(component), std::move(facts), out);
      return;
    }
    Facts facts;
    AssignmentStatement result =
        assignments.assignment(assignment, *typed, facts);
    addBefore(source.whole, out);
    add(source.whole, std::move(result), std::move(facts), out);
  }

  // Does it become loops over elements?
  static bool isOfArray(const parser::AssignmentStmt &assignment) {
    const evaluate::Assignment *typed = semantics::GetAssignment(assignment);
    return typed && (typed->lhs.Rank() > 0 || ArrayArguments()(typed->rhs));
  }
  static bool isOfArray(const parser::ActionStmt &action) {
    const auto *assignment =
        std::get_if<Indirection<parser::AssignmentStmt>>(&action.u);
    return (assignment && isOfArray(assignment->value())) ||
           std::holds_alternative<Indirection<parser::CallStmt>>(action.u) ||
           std::holds_alternative<Indirection<parser::WhereStmt>>(action.u) ||
           std::holds_alternative<Indirection<parser::ForallStmt>>(action.u);
  }

  // The result of a derived type goes to the variable's components.
  void addResult(const evaluate::Assignment &assignment,
                 const evaluate::ProcedureRef &call, Source source,
                 Block &out) {
    const Symbol *function = call.proc().GetSymbol();
    const std::string called =
        function ? session.spelling(function->name()) : call.proc().GetName();
    Facts facts;
    CallStatement result;
    try {
      result = assignments.call(assignment, call, called, calls, facts);
      for (FunctionReference &reference : facts.references)
        reference.obstacle.locate(session.range(source.own));
      facts.obstacles = {notSupported("call of function '" + called + "'",
                                      session.range(source.own))};
    } catch (const Unsupported &unsupported) {
      return addRefused(
          notSupported(unsupported.construct, session.range(source.own)),
          source, out);
    } catch (const UserError &error) {
      return addRefused(error, source, out);
    }
    addBefore(source.whole, out);
    add(source.whole, std::move(result), std::move(facts), out);
  }

  void addRefused(const UserError &reason, Source source, Block &out) {
    calls.dropBefore(0);
    Facts facts;
    facts.obstacles.push_back(reason);
    add(source.whole, AssignmentStatement(), std::move(facts), out);
  }

  // --- masked assignments
  void lowerStatement(const parser::WhereStmt &statement, Source source,
                      Block &out) {
    Variables::AskingInKernel asking(variables, true);
    WhereStatement result = assignments.where(statement, source.own);
    addMasked(source.whole, std::move(result), {}, out);
  }
  void lowerStatement(const parser::ForallStmt &statement, Source source,
                      Block &out) {
    Variables::AskingInKernel asking(variables, true);
    Facts facts;
    ForallStatement result = assignments.forall(statement, source.own, facts);
    addMasked(source.whole, std::move(result), std::move(facts), out);
  }
  // Temporaries would be for all elements.
  template <typename T>
  void addMasked(parser::CharBlock source, T &&value, Facts facts, Block &out) {
    if (calls.countBefore() > 0)
      facts.obstacles.push_back(
          notSupported("expression of a derived type in a where or forall "
                       "statement; write loops",
                       session.range(source)));
    calls.dropBefore(0);
    add(source, std::forward<T>(value), std::move(facts), out);
  }

  // --- conditions
  void lowerStatement(const parser::IfStmt &statement, Source source,
                      Block &out) {
    const auto &action =
        std::get<parser::UnlabeledStatement<parser::ActionStmt>>(statement.t);
    Variables::AskingInKernel asking(variables, isOfArray(action.statement));
    IfStatement result;
    Branch &branch = result.branches.emplace_back();
    branch.condition = expressions.lowered(condition(statement), branch.facts);
    branch.range = session.range(source.whole);
    addBefore(source.whole, out);
    lowerAction(action.statement, {action.source, source.whole}, branch.body);
    add(source.whole, std::move(result), {}, out);
  }

  template <typename T>
  static const parser::Expr &condition(const T &statement) {
    return std::get<parser::ScalarLogicalExpr>(statement.t).thing.thing.value();
  }

  template <typename T>
  void add(parser::CharBlock source, T &&value, Facts facts, Block &out,
           int construct = 0) {
    addStatement(session, source, std::forward<T>(value), std::move(facts), out,
                 construct);
  }

  const Session &session;
  Variables &variables;
  CallLowering calls;
  PlacedExpressions expressions;
  AssignmentLowering assignments;
  JumpLowering jumps;
  JumpTargets targets;
};

} // namespace actions
} // namespace frontend
} // namespace loopyc

#endif
