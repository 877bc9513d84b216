#include "LowerBody.h"

#include "AssignedNames.h"
#include "FirstSource.h"
#include "JumpTargets.h"
#include "LowerAssignment.h"
#include "LowerAssociation.h"
#include "LowerJumps.h"
#include "LowerLoopControl.h"
#include "PlacedExpressions.h"
#include "StatementNames.h"
#include "loopyc/IR/Negation.h"

#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Semantics/tools.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;
namespace evaluate = Fortran::evaluate;
using Fortran::common::Indirection;
using semantics::Symbol;

namespace {

class BodyLowering {
public:
  BodyLowering(const LoweringContext &context, Variables &variables,
               std::vector<FoundRegion> regions, JumpTargets targets)
      : session(context.session), variables(variables),
        calls(context.session, context.numbers, context.interfaces, variables),
        expressions(context.session, variables, calls),
        assignments(context.session, variables, expressions),
        jumps(context.session, expressions),
        control(context.session, variables, expressions),
        associations(context.session, variables, calls, expressions),
        regions(std::move(regions)), targets(std::move(targets)) {}

  Block lower(const RegionStatements &statements) {
    Block result;
    for (auto it = statements.first; it != statements.last;)
      if (const FoundRegion *region = regionAt(it)) {
        add(firstSource(*it), RegionStatement{region->procedure}, {}, result);
        it = region->statements.last;
      } else {
        std::visit([&](const auto &p) { lowerConstruct(p, result); }, it->u);
        ++it;
      }
    return result;
  }

private:
  Block lowerBlock(const parser::Block &block) {
    return lower({block.begin(), block.end()});
  }

  const FoundRegion *regionAt(RegionStatements::Iterator it) const {
    for (const FoundRegion &region : regions)
      if (region.statements.first == it)
        return &region;
    return nullptr;
  }

  void lowerConstruct(const parser::ExecutableConstruct &construct,
                      Block &out) {
    if (calls.countBefore() > 0)
      throw InternalError("a temporary has no place");
    std::visit([&](const auto &c) { lowerConstruct(c, out); }, construct.u);
  }
  template <typename T>
  void lowerConstruct(const Indirection<T> &construct, Block &out) {
    lowerConstruct(construct.value(), out);
  }
  template <typename T>
  void lowerConstruct(const parser::Statement<T> &statement, Block &out) {
    keep(statement.statement, {statement.source, statement.source}, out);
  }
  template <typename T> void lowerConstruct(const T &construct, Block &out) {
    parser::CharBlock source = firstSource(construct);
    keep(construct, {source, source}, out);
  }
  void lowerConstruct(const parser::ErrorRecovery &, Block &) {
    throw InternalError("a parse error was not reported");
  }
  void
  lowerConstruct(const parser::Statement<Indirection<parser::FormatStmt>> &,
                 Block &) {}
  // Directives for other compilers.
  void lowerConstruct(const parser::CompilerDirective &, Block &) {}

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
    parser::Walk(node, inner);
    keep(StatementName<T>::kind, StatementName<T>::value, source,
         std::move(inner.blocks), out);
  }
  void keep(HostStatement::Kind kind, const std::string &what, Source source,
            std::vector<Block> blocks, Block &out) {
    Facts facts;
    facts.obstacles.push_back(notSupported(
        targets.isInLoop() ? what + " inside a loop; move it in front of the "
                                    "loop or behind it, where the host "
                                    "executes it"
                           : what,
        session.range(source.own)));
    add(source.whole, HostStatement{kind, what, std::move(blocks)},
        std::move(facts), out);
  }

  // The blocks of a construct, lowered.
  struct InnerBlocks {
    BodyLowering &lowering;
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

  // --- action statements
  void lowerConstruct(const parser::Statement<parser::ActionStmt> &statement,
                      Block &out) {
    addLabel(statement, out);
    lowerAction(statement.statement, {statement.source, statement.source}, out);
  }

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
    return notSupported(what + " statement that leaves the region; set a "
                               "logical variable in it, and jump behind it",
                        session.range(source.own));
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

  // Does it become a loop over elements?
  static bool isOfArray(const parser::AssignmentStmt &assignment) {
    const evaluate::Assignment *typed = semantics::GetAssignment(assignment);
    return typed && typed->lhs.Rank() > 0;
  }
  static bool isOfArray(const parser::ActionStmt &action) {
    const auto *assignment =
        std::get_if<Indirection<parser::AssignmentStmt>>(&action.u);
    return (assignment && isOfArray(assignment->value())) ||
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
  void lowerConstruct(const parser::WhereConstruct &construct, Block &out) {
    Variables::AskingInKernel asking(variables, true);
    addMasked(firstSource(construct), assignments.where(construct), {}, out);
  }
  void lowerStatement(const parser::ForallStmt &statement, Source source,
                      Block &out) {
    Variables::AskingInKernel asking(variables, true);
    Facts facts;
    ForallStatement result = assignments.forall(statement, source.own, facts);
    addMasked(source.whole, std::move(result), std::move(facts), out);
  }
  void lowerConstruct(const parser::ForallConstruct &construct, Block &out) {
    Variables::AskingInKernel asking(variables, true);
    Facts facts;
    ForallStatement result = assignments.forall(construct, facts);
    addMasked(firstSource(construct), std::move(result), std::move(facts), out);
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

  void lowerConstruct(const parser::IfConstruct &construct, Block &out) {
    const auto &first =
        std::get<parser::Statement<parser::IfThenStmt>>(construct.t);
    addLabel(first, out);
    int number = targets.open(
        std::get<std::optional<parser::Name>>(first.statement.t), false);
    std::vector<Alternative> alternatives;
    addBranch(alternatives, first.source, &condition(first.statement),
              std::get<parser::Block>(construct.t));
    for (const parser::IfConstruct::ElseIfBlock &other :
         std::get<std::list<parser::IfConstruct::ElseIfBlock>>(construct.t)) {
      const auto &start =
          std::get<parser::Statement<parser::ElseIfStmt>>(other.t);
      addBranch(alternatives, start.source, &condition(start.statement),
                std::get<parser::Block>(other.t));
    }
    const auto &last =
        std::get<std::optional<parser::IfConstruct::ElseBlock>>(construct.t);
    if (last)
      addBranch(alternatives,
                std::get<parser::Statement<parser::ElseStmt>>(last->t).source,
                nullptr, std::get<parser::Block>(last->t));
    targets.close();
    if (const Cuts::Statement *cut = session.cuts().at(first.source))
      for (Alternative &alternative : alternatives)
        if (!alternative.branch.isElse) {
          alternative.branch.condition = Expr();
          alternative.branch.facts.obstacles.push_back(cut->reason);
        }
    Block &before = alternatives.front().before;
    out.insert(out.end(), std::make_move_iterator(before.begin()),
               std::make_move_iterator(before.end()));
    add(first.source, conditional(std::move(alternatives)), {}, out, number);
    addLabel(std::get<parser::Statement<parser::EndIfStmt>>(construct.t), out);
  }

  void lowerConstruct(const parser::CaseConstruct &construct, Block &out) {
    const auto &first =
        std::get<parser::Statement<parser::SelectCaseStmt>>(construct.t);
    addLabel(first, out);
    Facts facts;
    SelectStatement result;
    const parser::Expr &selector =
        std::get<parser::Scalar<parser::Expr>>(first.statement.t).thing;
    if (isCharacter(selector))
      facts.obstacles.push_back(notSupported(
          "select case of characters; give the cases numbers, and select by "
          "these",
          session.range(selector.source)));
    else
      result.selector = expressions.lowered(selector, facts);
    addBefore(first.source, out);
    int number = targets.open(
        std::get<std::optional<parser::Name>>(first.statement.t), false);
    for (const parser::CaseConstruct::Case &given :
         std::get<std::list<parser::CaseConstruct::Case>>(construct.t))
      result.cases.push_back(loweredCase(given, result.selector, facts));
    targets.close();
    add(first.source, std::move(result), std::move(facts), out, number);
    addLabel(std::get<parser::Statement<parser::EndSelectStmt>>(construct.t),
             out);
  }

  static bool isCharacter(const parser::Expr &expr) {
    const semantics::SomeExpr *typed = semantics::GetExpr(nullptr, expr);
    auto type = typed ? typed->GetType() : std::nullopt;
    return type && type->category() == Fortran::common::TypeCategory::Character;
  }

  SelectStatement::Case loweredCase(const parser::CaseConstruct::Case &given,
                                    const Expr &selector, Facts &facts) {
    const auto &first = std::get<parser::Statement<parser::CaseStmt>>(given.t);
    SelectStatement::Case result;
    result.range = session.range(first.source);
    const auto &choice = std::get<parser::CaseSelector>(first.statement.t).u;
    if (const auto *ranges =
            std::get_if<std::list<parser::CaseValueRange>>(&choice)) {
      if (selector)
        for (const parser::CaseValueRange &range : *ranges)
          result.ranges.push_back(loweredRange(range, selector.type(), facts));
    } else {
      result.isDefault = true;
    }
    result.body = lowerBlock(std::get<parser::Block>(given.t));
    return result;
  }

  SelectStatement::Range loweredRange(const parser::CaseValueRange &range,
                                      Type type, Facts &facts) {
    auto value = [&](const parser::CaseValue &given) {
      Expr lowered = expressions.lowered(given.thing.thing.value(), facts);
      return lowered ? Expr::cast(lowered, type) : lowered;
    };
    if (const auto *single = std::get_if<parser::CaseValue>(&range.u)) {
      Expr only = value(*single);
      return {only, only};
    }
    const auto &[first, last] =
        std::get<parser::CaseValueRange::Range>(range.u).t;
    return {first ? value(*first) : Expr(), last ? value(*last) : Expr()};
  }

  // A branch, and what comes before its condition is evaluated.
  struct Alternative {
    parser::CharBlock source;
    Block before;
    Branch branch;
  };

  // `condition`: null for `else`.
  void addBranch(std::vector<Alternative> &alternatives,
                 parser::CharBlock source, const parser::Expr *condition,
                 const parser::Block &body) {
    Alternative result{source, {}, {}};
    Branch &branch = result.branch;
    branch.isElse = !condition;
    if (condition)
      branch.condition = expressions.lowered(*condition, branch.facts);
    addBefore(source, result.before);
    branch.range = session.range(source);
    branch.body = lowerBlock(body);
    alternatives.push_back(std::move(result));
  }

  // But for the first, a branch with something before it begins another
  // conditional in the `else` of those in front of it.
  IfStatement conditional(std::vector<Alternative> alternatives) {
    std::vector<Branch> rest;
    for (size_t k = alternatives.size(); k-- > 0;) {
      auto &[source, before, branch] = alternatives[k];
      rest.insert(rest.begin(), std::move(branch));
      if (k == 0 || before.empty())
        continue;
      Branch otherwise;
      otherwise.isElse = true;
      otherwise.range = rest.front().range;
      otherwise.body = std::move(before);
      add(source, IfStatement{std::move(rest)}, {}, otherwise.body);
      rest.clear();
      rest.push_back(std::move(otherwise));
    }
    return {std::move(rest)};
  }

  template <typename T>
  static const parser::Expr &condition(const T &statement) {
    return std::get<parser::ScalarLogicalExpr>(statement.t).thing.thing.value();
  }

  // --- loops
  void lowerConstruct(const parser::DoConstruct &loop, Block &out) {
    const auto &first =
        std::get<parser::Statement<parser::NonLabelDoStmt>>(loop.t);
    addLabel(first, out);
    int number = targets.open(
        std::get<std::optional<parser::Name>>(first.statement.t), true);
    const auto &controlled =
        std::get<std::optional<parser::LoopControl>>(first.statement.t);
    if (!controlled) {
      LoopStatement result{loopBody(loop)};
      add(first.source, std::move(result), {}, out, number);
    } else {
      std::visit(
          [&](const auto &c) { lowerLoop(loop, c, first.source, number, out); },
          controlled->u);
    }
    targets.close();
  }

  Block loopBody(const parser::DoConstruct &loop) {
    Variables::AskingInKernel asking(variables, true);
    Block result = lowerBlock(std::get<parser::Block>(loop.t));
    addLabel(std::get<parser::Statement<parser::EndDoStmt>>(loop.t), result);
    return result;
  }

  void lowerLoop(const parser::DoConstruct &loop,
                 const parser::LoopControl::Bounds &bounds,
                 parser::CharBlock source, int number, Block &out) {
    DoStatement result;
    Facts facts;
    control.setVariable(result, bounds.name.thing, facts);
    control.setBounds(
        result, bounds.lower.thing.value(), bounds.upper.thing.value(),
        bounds.step ? &bounds.step->thing.value() : nullptr, facts);
    addBefore(source, out);
    result.body = loopBody(loop);
    add(source, std::move(result), std::move(facts), out, number);
  }

  // do while (c): do; if (.not. c) exit; ...
  void lowerLoop(const parser::DoConstruct &loop,
                 const parser::ScalarLogicalExpr &condition,
                 parser::CharBlock source, int number, Block &out) {
    IfStatement test;
    Branch &ended = test.branches.emplace_back();
    ended.condition =
        expressions.lowered(condition.thing.thing.value(), ended.facts);
    if (ended.condition)
      ended.condition = negated(ended.condition);
    ended.range = session.range(source);
    add(source, JumpStatement{JumpStatement::Kind::Exit, number}, {},
        ended.body);
    LoopStatement result;
    addBefore(source, result.body);
    add(source, std::move(test), {}, result.body);
    Block body = loopBody(loop);
    result.body.insert(result.body.end(), std::make_move_iterator(body.begin()),
                       std::make_move_iterator(body.end()));
    add(source, std::move(result), {}, out, number);
  }

  // A loop for each index; a mask is a condition in the innermost.
  void lowerLoop(const parser::DoConstruct &loop,
                 const parser::LoopControl::Concurrent &concurrent,
                 parser::CharBlock source, int number, Block &out) {
    variables.enter(session.scopeAt(source));
    const auto &header = std::get<parser::ConcurrentHeader>(concurrent.t);
    std::vector<std::pair<DoStatement, Facts>> loops;
    for (const parser::ConcurrentControl &index :
         std::get<std::list<parser::ConcurrentControl>>(header.t)) {
      auto &[made, facts] = loops.emplace_back();
      const auto &[name, first, last, step] = index.t;
      control.setVariable(made, name, facts);
      control.setBounds(made, first.thing.thing.value(),
                        last.thing.thing.value(),
                        step ? &step->thing.thing.value() : nullptr, facts);
    }
    addBefore(source, out);
    Block body = loopBody(loop);
    const auto &mask =
        std::get<std::optional<parser::ScalarLogicalExpr>>(header.t);
    if (mask) {
      IfStatement guarded;
      Branch &branch = guarded.branches.emplace_back();
      branch.condition =
          expressions.lowered(mask->thing.thing.value(), branch.facts);
      branch.range = session.range(source);
      branch.body = std::move(body);
      body = {};
      addBefore(source, body);
      add(source, std::move(guarded), {}, body);
    }
    loops.front().first.concurrent =
        control.concurrency(concurrent, loops.size());
    for (auto it = loops.rbegin(); it != loops.rend(); ++it) {
      it->first.body = std::move(body);
      body = {};
      add(source, std::move(it->first), std::move(it->second), body,
          it == loops.rbegin() ? number : 0);
    }
    out.push_back(std::move(body.front()));
  }

  // --- constructs with names of their own
  void lowerConstruct(const parser::BlockConstruct &construct, Block &out) {
    const auto &first =
        std::get<parser::Statement<parser::BlockStmt>>(construct.t);
    const auto &last =
        std::get<parser::Statement<parser::EndBlockStmt>>(construct.t);
    addLabel(first, out);
    const semantics::Scope &scope = session.scopeAt(last.source);
    variables.enter(scope);
    int number = targets.open(first.statement.v, false);
    BlockStatement result{lowerBlock(std::get<parser::Block>(construct.t)),
                          variables.localsOf(scope)};
    addLabel(last, result.body);
    targets.close();
    add(first.source, std::move(result), {}, out, number);
  }

  void lowerConstruct(const parser::AssociateConstruct &construct, Block &out) {
    const auto &first =
        std::get<parser::Statement<parser::AssociateStmt>>(construct.t);
    const auto &last =
        std::get<parser::Statement<parser::EndAssociateStmt>>(construct.t);
    addLabel(first, out);
    Facts facts;
    BlockStatement result;
    std::set<std::string> selecting;
    for (const parser::Association &association :
         std::get<std::list<parser::Association>>(first.statement.t))
      associations.associate(association, result.body, selecting, facts);
    addBefore(first.source, out);
    int number = targets.open(
        std::get<std::optional<parser::Name>>(first.statement.t), false);
    Block body = lowerBlock(std::get<parser::Block>(construct.t));
    addLabel(last, body);
    targets.close();
    for (const std::string &name : assignedNames(body))
      if (selecting.count(name))
        facts.obstacles.push_back(notSupported(
            "associate construct that changes '" + name +
                "', a subscript of what it gives a name; write that itself",
            session.range(first.source)));
    result.body.insert(result.body.end(), std::make_move_iterator(body.begin()),
                       std::make_move_iterator(body.end()));
    add(first.source, std::move(result), std::move(facts), out, number);
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
  LoopControlLowering control;
  AssociationLowering associations;
  std::vector<FoundRegion> regions;
  JumpTargets targets;
};

} // namespace

Block frontend::lowerBody(const LoweringContext &context, Variables &variables,
                          const RegionStatements &statements,
                          std::vector<FoundRegion> regions) {
  Labels labels;
  for (auto it = statements.first; it != statements.last; ++it)
    parser::Walk(*it, labels);
  return BodyLowering(context, variables, std::move(regions),
                      JumpTargets(std::move(labels.targets)))
      .lower(statements);
}
