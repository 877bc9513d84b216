#include "LowerBody.h"

#include "FirstSource.h"
#include "LowerAssignment.h"
#include "PlacedExpressions.h"
#include "StatementNames.h"

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
               std::vector<FoundRegion> regions)
      : session(context.session), variables(variables),
        calls(context.session, context.numbers, variables),
        expressions(context.session, variables, calls),
        assignments(context.session, variables, expressions),
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
    facts.obstacles.push_back(notSupported(what, session.range(source.own)));
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

  // --- action statements
  void lowerConstruct(const parser::Statement<parser::ActionStmt> &statement,
                      Block &out) {
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
  void lowerStatement(const parser::ContinueStmt &, Source, Block &) {}

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
    add(source.whole, std::move(result), std::move(facts), out);
  }

  void lowerStatement(const parser::AssignmentStmt &assignment, Source source,
                      Block &out) {
    const evaluate::Assignment *typed = semantics::GetAssignment(assignment);
    if (!typed)
      throw InternalError("an assignment was not analysed");
    if (const auto *call = std::get_if<evaluate::ProcedureRef>(&typed->u))
      return addCall(*call, "assignment(=)", "defined assignment", source, out);
    Facts facts;
    AssignmentStatement result =
        assignments.assignment(assignment, *typed, facts);
    add(source.whole, std::move(result), std::move(facts), out);
  }

  // --- masked assignments
  void lowerStatement(const parser::WhereStmt &statement, Source source,
                      Block &out) {
    add(source.whole, assignments.where(statement, source.own), {}, out);
  }
  void lowerConstruct(const parser::WhereConstruct &construct, Block &out) {
    add(firstSource(construct), assignments.where(construct), {}, out);
  }
  void lowerStatement(const parser::ForallStmt &statement, Source source,
                      Block &out) {
    Facts facts;
    ForallStatement result = assignments.forall(statement, source.own, facts);
    add(source.whole, std::move(result), std::move(facts), out);
  }
  void lowerConstruct(const parser::ForallConstruct &construct, Block &out) {
    Facts facts;
    ForallStatement result = assignments.forall(construct, facts);
    add(firstSource(construct), std::move(result), std::move(facts), out);
  }

  // --- conditions
  void lowerStatement(const parser::IfStmt &statement, Source source,
                      Block &out) {
    const auto &action =
        std::get<parser::UnlabeledStatement<parser::ActionStmt>>(statement.t);
    IfStatement result;
    Branch &branch = result.branches.emplace_back();
    branch.condition = expressions.lowered(condition(statement), branch.facts);
    branch.range = session.range(source.whole);
    lowerAction(action.statement, {action.source, source.whole}, branch.body);
    add(source.whole, std::move(result), {}, out);
  }

  void lowerConstruct(const parser::IfConstruct &construct, Block &out) {
    const auto &first =
        std::get<parser::Statement<parser::IfThenStmt>>(construct.t);
    IfStatement result;
    addBranch(result, first.source, &condition(first.statement),
              std::get<parser::Block>(construct.t));
    for (const parser::IfConstruct::ElseIfBlock &other :
         std::get<std::list<parser::IfConstruct::ElseIfBlock>>(construct.t)) {
      const auto &start =
          std::get<parser::Statement<parser::ElseIfStmt>>(other.t);
      addBranch(result, start.source, &condition(start.statement),
                std::get<parser::Block>(other.t));
    }
    const auto &last =
        std::get<std::optional<parser::IfConstruct::ElseBlock>>(construct.t);
    if (last)
      addBranch(result,
                std::get<parser::Statement<parser::ElseStmt>>(last->t).source,
                nullptr, std::get<parser::Block>(last->t));
    add(first.source, std::move(result), {}, out);
  }

  // `condition`: null for `else`.
  void addBranch(IfStatement &statement, parser::CharBlock source,
                 const parser::Expr *condition, const parser::Block &body) {
    Branch branch;
    branch.isElse = !condition;
    if (condition)
      branch.condition = expressions.lowered(*condition, branch.facts);
    branch.range = session.range(source);
    branch.body = lowerBlock(body);
    statement.branches.push_back(std::move(branch));
  }

  template <typename T>
  static const parser::Expr &condition(const T &statement) {
    return std::get<parser::ScalarLogicalExpr>(statement.t).thing.thing.value();
  }

  // --- loops
  void lowerConstruct(const parser::DoConstruct &loop, Block &out) {
    const auto &first =
        std::get<parser::Statement<parser::NonLabelDoStmt>>(loop.t);
    const auto &control =
        std::get<std::optional<parser::LoopControl>>(first.statement.t);
    const char *what = loop.IsDoConcurrent() ? "do concurrent"
                       : loop.IsDoWhile()    ? "do while"
                       : !control            ? "do without a loop variable"
                                             : nullptr;
    if (what) {
      std::vector<Block> blocks;
      blocks.push_back(lowerBlock(std::get<parser::Block>(loop.t)));
      return keep(HostStatement::Kind::Loop, what, {first.source, first.source},
                  std::move(blocks), out);
    }
    const auto &bounds = std::get<parser::LoopControl::Bounds>(control->u);
    DoStatement result;
    Facts facts;
    setVariable(result, bounds.name.thing, facts);
    result.first = loweredBound(bounds.lower, result.type, facts);
    result.last = loweredBound(bounds.upper, result.type, facts);
    if (bounds.step)
      result.step = constantStep(*bounds.step, facts);
    result.body = lowerBlock(std::get<parser::Block>(loop.t));
    add(first.source, std::move(result), std::move(facts), out);
  }

  void setVariable(DoStatement &loop, const parser::Name &name, Facts &facts) {
    const Symbol &symbol = name.symbol->GetUltimate();
    loop.variable = variables.spelling(symbol);
    loop.type = Type::integer(4);
    SourceRange where = session.range(name.source);
    try {
      const Variable &variable = variables.variable(symbol);
      if (!variable.type.isInteger() || !variable.isScalar())
        throw Unsupported{"loop variable '" + variable.name +
                          "' that is not an integer"};
      loop.type = variable.type;
    } catch (const Unsupported &unsupported) {
      facts.obstacles.push_back(notSupported(unsupported.construct, where));
    } catch (const UserError &error) {
      facts.obstacles.push_back(error);
    }
  }

  Expr loweredBound(const parser::ScalarExpr &bound, Type type, Facts &facts) {
    Expr value = expressions.lowered(bound.thing.value(), facts);
    return value ? Expr::cast(value, type) : value;
  }

  // 0 where there is none.
  int64_t constantStep(const parser::ScalarExpr &step, Facts &facts) {
    const parser::Expr &expr = step.thing.value();
    const semantics::SomeExpr *typed = semantics::GetExpr(nullptr, expr);
    std::optional<int64_t> value =
        typed ? evaluate::ToInt64(*typed) : std::nullopt;
    if (!value)
      facts.obstacles.push_back(notSupported("loop step that is not a constant",
                                             session.range(expr.source)));
    else if (*value == 0)
      facts.obstacles.push_back(
          UserError("the step of this loop is 0; a loop needs a step that "
                    "is not zero",
                    session.range(expr.source)));
    return value.value_or(0);
  }

  template <typename T>
  void add(parser::CharBlock source, T &&value, Facts facts, Block &out) {
    Statement statement;
    Place place = session.place(source);
    statement.range = place.range;
    statement.line = place.physicalLine;
    statement.value = std::forward<T>(value);
    statement.facts = std::move(facts);
    out.push_back(std::move(statement));
  }

  const Session &session;
  Variables &variables;
  CallLowering calls;
  PlacedExpressions expressions;
  AssignmentLowering assignments;
  std::vector<FoundRegion> regions;
};

} // namespace

Block frontend::lowerBody(const LoweringContext &context, Variables &variables,
                          const RegionStatements &statements,
                          std::vector<FoundRegion> regions) {
  return BodyLowering(context, variables, std::move(regions)).lower(statements);
}
