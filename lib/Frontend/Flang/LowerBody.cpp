#include "LowerBody.h"

#include "AssignedNames.h"
#include "FirstSource.h"
#include "LowerActions.h"
#include "LowerAssociation.h"
#include "LowerLoopControl.h"
#include "TreeWalk.h"
#include "loopyc/IR/Negation.h"

#include "flang/Semantics/tools.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;
using Fortran::common::Indirection;

namespace {

class BodyLowering : public actions::ActionLowering {
public:
  BodyLowering(const LoweringContext &context, Variables &variables,
               std::vector<FoundRegion> regions, JumpTargets targets)
      : ActionLowering(context, variables, std::move(targets)),
        control(context.session, variables, expressions),
        associations(context.session, variables, calls, expressions),
        regions(std::move(regions)) {}

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

  // With the values that variables have by their types.
  Block lowerAll(const RegionStatements &statements,
                 const semantics::Scope &procedure) {
    Block result;
    if (statements.first == statements.last)
      return result;
    const parser::CharBlock source = firstSource(*statements.first);
    try {
      calls.beginProcedure(procedure);
    } catch (const Unsupported &unsupported) {
      Facts facts;
      facts.obstacles.push_back(notSupported(unsupported.construct,
                                             session.range(source)));
      add(source, BlockStatement(), std::move(facts), result);
    }
    addBefore(source, result);
    Block rest = lower(statements);
    result.insert(result.end(), std::make_move_iterator(rest.begin()),
                  std::make_move_iterator(rest.end()));
    return result;
  }

private:
  Block lowerBlock(const parser::Block &block) override {
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

  // --- action statements
  void lowerConstruct(const parser::Statement<parser::ActionStmt> &statement,
                      Block &out) {
    addLabel(statement, out);
    lowerAction(statement.statement, {statement.source, statement.source}, out);
  }

  // --- masked assignments
  void lowerConstruct(const parser::WhereConstruct &construct, Block &out) {
    Variables::AskingInKernel asking(variables, true);
    addMasked(firstSource(construct), assignments.where(construct), {}, out);
  }
  void lowerConstruct(const parser::ForallConstruct &construct, Block &out) {
    Variables::AskingInKernel asking(variables, true);
    Facts facts;
    ForallStatement result = assignments.forall(construct, facts);
    addMasked(firstSource(construct), std::move(result), std::move(facts), out);
  }
  // --- conditions
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
        control.concurrency(concurrent, loops.size(), loops.front().second);
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
    BlockStatement result;
    Facts facts;
    try {
      calls.beginBlock(scope);
    } catch (const Unsupported &unsupported) {
      facts.obstacles.push_back(notSupported(
          unsupported.construct, session.range(first.source)));
    }
    addBefore(first.source, result.body);
    Block body = lowerBlock(std::get<parser::Block>(construct.t));
    std::move(body.begin(), body.end(), std::back_inserter(result.body));
    result.locals = variables.localsOf(scope);
    for (std::string &component : variables.componentsOf(scope))
      result.locals.push_back(std::move(component));
    addLabel(last, result.body);
    targets.close();
    add(first.source, std::move(result), std::move(facts), out, number);
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

  LoopControlLowering control;
  AssociationLowering associations;
  std::vector<FoundRegion> regions;
};

} // namespace

Block frontend::lowerBody(const LoweringContext &context, Variables &variables,
                          const RegionStatements &statements,
                          std::vector<FoundRegion> regions,
                          const semantics::Scope *procedure) {
  Labels labels;
  for (auto it = statements.first; it != statements.last; ++it)
    walkTree(*it, labels);
  BodyLowering lowering(context, variables, std::move(regions),
                        JumpTargets(std::move(labels.targets)));
  return procedure ? lowering.lowerAll(statements, *procedure)
                   : lowering.lower(statements);
}
