#include "LowerProcedure.h"

#include "RegionFlow.h"
#include "StatementNames.h"
#include "Variables.h"

#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;
namespace evaluate = Fortran::evaluate;
using Fortran::common::Indirection;
using semantics::Attr;
using semantics::Symbol;

namespace {

// The source of a construct's first statement: the first found in its tree.
struct FirstSource {
  parser::CharBlock source;
  template <typename T> bool Pre(const T &) { return source.empty(); }
  template <typename T> void Post(const T &) {}
  template <typename T> bool Pre(const parser::Statement<T> &statement) {
    if (source.empty())
      source = statement.source;
    return false;
  }
};

template <typename T> parser::CharBlock firstSource(const T &construct) {
  FirstSource visitor;
  parser::Walk(construct, visitor);
  return visitor.source;
}

// The innermost part of an expression that cannot be lowered.
class FailureFinder {
public:
  explicit FailureFinder(Symbols &symbols) : symbols(symbols) {}

  parser::CharBlock source;
  std::string construct;

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const parser::Expr &expr) {
    if (!source.empty() && !source.Contains(expr.source))
      return false;
    const semantics::SomeExpr *typed = semantics::GetExpr(nullptr, expr);
    if (!typed)
      return true;
    // An array may be what a function wants: that function is then at fault.
    if (typed->Rank() > 0 && !source.empty())
      return false;
    try {
      lowerExpr(*typed, symbols);
      return false;
    } catch (const Unsupported &unsupported) {
      source = expr.source;
      construct = unsupported.construct;
      return true;
    }
  }

private:
  Symbols &symbols;
};

// Where references to functions stand, each behind those in its arguments.
struct ReferencePlaces {
  std::vector<parser::CharBlock> sources = {};
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Expr &expr) {
    const semantics::SomeExpr *typed = semantics::GetExpr(nullptr, expr);
    const evaluate::ProcedureRef *call =
        typed ? evaluate::UnwrapProcedureRef(*typed) : nullptr;
    if (call && !call->proc().GetSpecificIntrinsic())
      sources.push_back(expr.source);
  }
};

// A region of the procedure that is being lowered, which stands for its
// statements.
struct FoundRegion {
  RegionStatements statements;
  size_t procedure;
};

// --- statements

class BodyLowering {
public:
  BodyLowering(const LoweringContext &context, Variables &variables,
               std::vector<FoundRegion> regions = {})
      : session(context.session), variables(variables),
        calls(context.session, context.numbers, variables),
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
    CallStatement result =
        calls.call(call, called.empty() ? call.proc().GetName() : called,
                   facts.references);
    for (FunctionReference &reference : facts.references)
      reference.obstacle.locate(session.range(source.own));
    add(source.whole, std::move(result), std::move(facts), out);
  }

  void lowerStatement(const parser::AssignmentStmt &assignment, Source source,
                      Block &out) {
    const auto &variable = std::get<parser::Variable>(assignment.t);
    const auto &value = std::get<parser::Expr>(assignment.t);
    const evaluate::Assignment *typed = semantics::GetAssignment(assignment);
    if (!typed)
      throw InternalError("an assignment was not analysed");
    if (const auto *call = std::get_if<evaluate::ProcedureRef>(&typed->u))
      return addCall(*call, "assignment(=)", "defined assignment", source, out);
    if (typed->lhs.Rank() > 0)
      return keep(HostStatement::Kind::ArrayAssignment, "array assignment",
                  source, {}, out);
    AssignmentStatement result;
    Facts facts;
    result.assignee =
        lowered(typed->lhs, variable, variable.GetSource(), facts);
    if (result.assignee && !result.assignee.getIf<VarRef>() &&
        !result.assignee.getIf<ArrayRef>()) {
      facts.obstacles.push_back(
          notSupported("assignment to a part of a variable",
                       session.range(variable.GetSource())));
      result.assignee = {};
    }
    result.value = lowered(typed->rhs, value, value.source, facts);
    if (result.assignee && result.value)
      result.value = Expr::cast(result.value, result.assignee.type());
    add(source.whole, std::move(result), std::move(facts), out);
  }

  // --- conditions
  void lowerStatement(const parser::IfStmt &statement, Source source,
                      Block &out) {
    const auto &action =
        std::get<parser::UnlabeledStatement<parser::ActionStmt>>(statement.t);
    IfStatement result;
    Branch &branch = result.branches.emplace_back();
    branch.condition = lowered(condition(statement), branch.facts);
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
      branch.condition = lowered(*condition, branch.facts);
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
    Expr value = lowered(bound.thing.value(), facts);
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

  // --- expressions
  Expr lowered(const parser::Expr &expr, Facts &facts) {
    const semantics::SomeExpr *typed = semantics::GetExpr(nullptr, expr);
    if (!typed)
      throw InternalError("an expression was not analysed");
    return lowered(*typed, expr, expr.source, facts);
  }

  // Null where that cannot be: the reason is recorded. `node`: the part of the
  // parse tree that `typed` stands for, at `source`.
  template <typename Node>
  Expr lowered(const semantics::SomeExpr &typed, const Node &node,
               parser::CharBlock source, Facts &facts) {
    try {
      return lowerExpr(typed, variables);
    } catch (const Unsupported &unsupported) {
      UserError obstacle = failure(unsupported, node, source);
      if (Expr value = withReferences(typed, node, obstacle, facts))
        return value;
      facts.obstacles.push_back(std::move(obstacle));
    } catch (const UserError &error) {
      facts.obstacles.push_back(error);
    }
    return {};
  }

  template <typename Node>
  UserError failure(const Unsupported &unsupported, const Node &node,
                    parser::CharBlock source) {
    FailureFinder finder(variables);
    try {
      parser::Walk(node, finder);
    } catch (const UserError &error) {
      return error;
    }
    bool found = !finder.source.empty();
    return notSupported(found ? finder.construct : unsupported.construct,
                        session.range(found ? finder.source : source));
  }

  // The expression, if references to functions are all that is in its way.
  template <typename Node>
  Expr withReferences(const semantics::SomeExpr &typed, const Node &node,
                      const UserError &obstacle, Facts &facts) {
    std::vector<FunctionReference> found;
    Expr value;
    try {
      value = calls.expression(typed, found);
    } catch (const Unsupported &) {
      return {};
    } catch (const UserError &) {
      return {};
    }
    ReferencePlaces places;
    parser::Walk(node, places);
    bool allPlaced = places.sources.size() == found.size();
    for (size_t k = 0; k < found.size(); ++k)
      found[k].obstacle.locate(allPlaced
                                   ? session.range(places.sources[k])
                                   : obstacle.diagnostics().front().range);
    facts.references.insert(facts.references.end(), found.begin(), found.end());
    return value;
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
  std::vector<FoundRegion> regions;
};

// A return statement at the very end of a subroutine changes nothing.
bool isReturn(const parser::ExecutionPartConstruct &part) {
  const auto *executable = std::get_if<parser::ExecutableConstruct>(&part.u);
  const auto *statement =
      executable
          ? std::get_if<parser::Statement<parser::ActionStmt>>(&executable->u)
          : nullptr;
  return statement && std::holds_alternative<Indirection<parser::ReturnStmt>>(
                          statement->statement.u);
}

void finish(Procedure &procedure, Variables &variables) {
  procedure.declaredNames = variables.declaredNames();
  procedure.hidden = variables.hidden();
  for (const HiddenVariable &argument : procedure.hidden)
    procedure.declaredNames.push_back(lowerCase(argument.variable.name));
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
    result.dummies.push_back(variables.spelling(*dummy));
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

// Those that the unit has, but for those that cannot be found.
static std::vector<FoundRegion>
findRegions(const Session &session, const Unit &unit,
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

void frontend::lowerProcedure(const LoweringContext &context, const Unit &unit,
                              const std::vector<PlacedRegion> &regions,
                              const std::vector<std::string> &missingModules,
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
    return;
  Variables variables(session, *scope, missingModules);
  if (symbol) {
    result.isPure = symbol->attrs().test(Attr::PURE);
    if (symbol->attrs().test(Attr::ELEMENTAL))
      result.obstacles.push_back(notSupported(
          details->isFunction() ? "elemental function" : "elemental subroutine",
          session.range(unit.first)));
    addDummies(session, *details, variables, unit.first, result);
  }
  const parser::Block &body = unit.body->v;
  RegionStatements statements{body.begin(), body.end()};
  if (!body.empty() && isReturn(body.back())) // which changes nothing there
    --statements.last;
  result.lines = linesOf(session, statements);
  result.body =
      BodyLowering(context, variables, findRegions(session, unit, regions))
          .lower(statements);
  finish(result, variables);
}

// Those that the unit holds, too; one that cannot be found is host code.
static std::vector<RegionStatements>
otherRegions(const Session &session, const Unit &unit,
             const KernelRegion &region, const std::vector<KernelRegion> &all) {
  std::vector<RegionStatements> others;
  for (const KernelRegion &other : all)
    if (other.begin.line != region.begin.line &&
        other.begin.line > unit.firstLine && other.end.line < unit.lastLine)
      try {
        others.push_back(findRegion(session, unit, other));
      } catch (const UserError &) {
      }
  return others;
}

void frontend::lowerRegion(const LoweringContext &context, const Unit &unit,
                           const KernelRegion &region,
                           const std::vector<std::string> &missingModules,
                           Procedure &result) {
  const Session &session = context.session;
  RegionStatements statements = findRegion(session, unit, region);
  RegionFlow flow = flowThrough(
      statements, otherRegions(session, unit, region, context.regions),
      *unit.body, *unit.contained);
  result.isAnalysed = true;
  result.constructsAround = statements.around;
  const semantics::Scope &scope = session.scopeAt(
      parser::FindSourceLocation(*statements.first));
  Variables variables(session, scope, missingModules, &flow);
  result.body = BodyLowering(context, variables).lower(statements);
  result.dummies = variables.shared();
  result.ownArrays = variables.ownArrays();
  result.constants = constantsIn(statements);
  finish(result, variables);
}
