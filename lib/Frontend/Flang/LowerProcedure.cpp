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

UserError notSupported(const std::string &construct, const SourceRange &where) {
  return UserError("not supported: " + construct, where);
}

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

// --- statements

class BodyLowering {
public:
  BodyLowering(const Session &session, Variables &variables)
      : session(session), variables(variables) {}

  Block lower(const RegionStatements &statements) {
    Block result;
    for (auto it = statements.first; it != statements.last; ++it)
      lowerPart(*it, result);
    return result;
  }

private:
  void lowerBlock(const parser::Block &block, Block &out) {
    for (const parser::ExecutionPartConstruct &part : block)
      lowerPart(part, out);
  }

  void lowerPart(const parser::ExecutionPartConstruct &part, Block &out) {
    std::visit([&](const auto &p) { lowerConstruct(p, out); }, part.u);
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
  void lowerConstruct(const parser::Statement<T> &statement, Block &) {
    refuse(statement.statement, statement.source);
  }
  template <typename T> void lowerConstruct(const T &construct, Block &) {
    refuse(construct, firstSource(construct));
  }
  void lowerConstruct(const parser::ErrorRecovery &, Block &) {
    throw InternalError("a parse error was not reported");
  }
  // Directives for other compilers.
  void lowerConstruct(const parser::CompilerDirective &, Block &) {}

  template <typename T>
  [[noreturn]] void refuse(const Indirection<T> &node,
                           parser::CharBlock source) {
    refuse(node.value(), source);
  }
  template <typename T>
  [[noreturn]] void refuse(const T &, parser::CharBlock source) {
    throw notSupported(StatementName<T>::value, session.range(source));
  }

  void lowerConstruct(const parser::Statement<parser::ActionStmt> &statement,
                      Block &out) {
    lowerAction(statement.statement, {statement.source, statement.source}, out);
  }

  // An action statement alone, and with the condition of a one-line `if`.
  struct Source {
    parser::CharBlock own, whole;
  };

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
  void lowerStatement(const T &statement, Source source, Block &) {
    refuse(statement, source.own);
  }
  void lowerStatement(const parser::ContinueStmt &, Source, Block &) {}

  void lowerStatement(const parser::CallStmt &call, Source source, Block &) {
    std::string callee = "a procedure";
    const auto &designator = std::get<parser::ProcedureDesignator>(call.call.t);
    if (const auto *name = std::get_if<parser::Name>(&designator.u))
      callee = "'" + session.spelling(name->source) + "'";
    throw notSupported("call of " + callee, session.range(source.own));
  }

  void lowerStatement(const parser::AssignmentStmt &assignment, Source source,
                      Block &out) {
    const auto &variable = std::get<parser::Variable>(assignment.t);
    const auto &value = std::get<parser::Expr>(assignment.t);
    const evaluate::Assignment *typed = semantics::GetAssignment(assignment);
    if (!typed)
      throw InternalError("an assignment was not analysed");
    if (!std::holds_alternative<evaluate::Assignment::Intrinsic>(typed->u))
      throw notSupported("defined assignment", session.range(source.own));
    if (typed->lhs.Rank() > 0)
      throw notSupported("array assignment", session.range(source.own));
    AssignmentStatement result;
    result.assignee = lowered(typed->lhs, variable, variable.GetSource());
    if (!result.assignee.getIf<VarRef>() && !result.assignee.getIf<ArrayRef>())
      throw notSupported("assignment to a part of a variable",
                         session.range(variable.GetSource()));
    result.value = Expr::cast(lowered(typed->rhs, value, value.source),
                              result.assignee.type());
    add(source.whole, std::move(result), out);
  }

  void lowerStatement(const parser::IfStmt &statement, Source source,
                      Block &out) {
    const auto &condition = std::get<parser::ScalarLogicalExpr>(statement.t);
    const auto &action =
        std::get<parser::UnlabeledStatement<parser::ActionStmt>>(statement.t);
    IfStatement result;
    Branch branch;
    branch.condition = lowerCondition(condition);
    branch.range = session.range(source.whole);
    lowerAction(action.statement, {action.source, source.whole}, branch.body);
    result.branches.push_back(std::move(branch));
    add(source.whole, std::move(result), out);
  }

  void lowerConstruct(const parser::IfConstruct &construct, Block &out) {
    const auto &first =
        std::get<parser::Statement<parser::IfThenStmt>>(construct.t);
    IfStatement result;
    addBranch(result, first.source,
              &std::get<parser::ScalarLogicalExpr>(first.statement.t),
              std::get<parser::Block>(construct.t));
    for (const parser::IfConstruct::ElseIfBlock &other :
         std::get<std::list<parser::IfConstruct::ElseIfBlock>>(construct.t)) {
      const auto &start =
          std::get<parser::Statement<parser::ElseIfStmt>>(other.t);
      addBranch(result, start.source,
                &std::get<parser::ScalarLogicalExpr>(start.statement.t),
                std::get<parser::Block>(other.t));
    }
    const auto &last =
        std::get<std::optional<parser::IfConstruct::ElseBlock>>(construct.t);
    if (last)
      addBranch(result,
                std::get<parser::Statement<parser::ElseStmt>>(last->t).source,
                nullptr, std::get<parser::Block>(last->t));
    add(first.source, std::move(result), out);
  }

  void addBranch(IfStatement &statement, parser::CharBlock source,
                 const parser::ScalarLogicalExpr *condition,
                 const parser::Block &body) {
    Branch branch;
    if (condition)
      branch.condition = lowerCondition(*condition);
    branch.range = session.range(source);
    lowerBlock(body, branch.body);
    statement.branches.push_back(std::move(branch));
  }

  Expr lowerCondition(const parser::ScalarLogicalExpr &condition) {
    return lowered(condition.thing.thing.value());
  }

  void lowerConstruct(const parser::DoConstruct &loop, Block &out) {
    const auto &first =
        std::get<parser::Statement<parser::NonLabelDoStmt>>(loop.t);
    parser::CharBlock source = first.source;
    if (loop.IsDoConcurrent())
      throw notSupported("do concurrent", session.range(source));
    if (loop.IsDoWhile())
      throw notSupported("do while", session.range(source));
    const auto &control =
        std::get<std::optional<parser::LoopControl>>(first.statement.t);
    if (!control)
      throw notSupported("do without a loop variable", session.range(source));
    const auto &bounds = std::get<parser::LoopControl::Bounds>(control->u);
    DoStatement result;
    const Variable &variable = loopVariable(bounds.name.thing);
    result.variable = variable.name;
    result.type = variable.type;
    result.first = loweredBound(bounds.lower, variable.type);
    result.last = loweredBound(bounds.upper, variable.type);
    if (bounds.step)
      result.step = constantStep(*bounds.step);
    lowerBlock(std::get<parser::Block>(loop.t), result.body);
    add(source, std::move(result), out);
  }

  const Variable &loopVariable(const parser::Name &name) {
    SourceRange where = session.range(name.source);
    try {
      const Variable &variable = variables.variable(name.symbol->GetUltimate());
      if (!variable.type.isInteger() || !variable.isScalar())
        throw Unsupported{"loop variable '" + variable.name +
                          "' that is not an integer"};
      return variable;
    } catch (const Unsupported &unsupported) {
      throw notSupported(unsupported.construct, where);
    }
  }

  Expr loweredBound(const parser::ScalarExpr &bound, Type type) {
    return Expr::cast(lowered(bound.thing.value()), type);
  }

  int64_t constantStep(const parser::ScalarExpr &step) {
    const parser::Expr &expr = step.thing.value();
    const semantics::SomeExpr *typed = semantics::GetExpr(nullptr, expr);
    std::optional<int64_t> value =
        typed ? evaluate::ToInt64(*typed) : std::nullopt;
    if (!value)
      throw notSupported("loop step that is not a constant",
                         session.range(expr.source));
    if (*value == 0)
      throw UserError("the step of this loop is 0; a loop needs a step that "
                      "is not zero",
                      session.range(expr.source));
    return *value;
  }

  Expr lowered(const parser::Expr &expr) {
    const semantics::SomeExpr *typed = semantics::GetExpr(nullptr, expr);
    if (!typed)
      throw InternalError("an expression was not analysed");
    return lowered(*typed, expr, expr.source);
  }

  // `node`: the part of the parse tree that `typed` stands for, at `source`.
  template <typename Node>
  Expr lowered(const semantics::SomeExpr &typed, const Node &node,
               parser::CharBlock source) {
    try {
      return lowerExpr(typed, variables);
    } catch (const Unsupported &unsupported) {
      FailureFinder finder(variables);
      parser::Walk(node, finder);
      bool found = !finder.source.empty();
      throw notSupported(found ? finder.construct : unsupported.construct,
                         session.range(found ? finder.source : source));
    }
  }

  template <typename T>
  void add(parser::CharBlock source, T &&value, Block &out) {
    Statement statement;
    Place place = session.place(source);
    statement.range = place.range;
    statement.line = place.physicalLine;
    statement.value = std::forward<T>(value);
    out.push_back(std::move(statement));
  }

  const Session &session;
  Variables &variables;
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

Procedure
frontend::lowerProcedure(const Session &session, const Unit &unit,
                         const std::vector<std::string> &missingModules) {
  const Symbol *symbol = unit.declared->symbol;
  const semantics::Scope *scope = symbol ? symbol->scope() : nullptr;
  const auto *details =
      symbol ? symbol->detailsIf<semantics::SubprogramDetails>() : nullptr;
  if (!scope || !details)
    throw InternalError("subroutine '" + unit.name + "' was not analysed");
  if (symbol->attrs().test(Attr::ELEMENTAL))
    throw notSupported("elemental subroutine", session.range(unit.first));

  Procedure result;
  result.name = unit.name;
  result.module = unit.module;
  result.range = unit.range;
  result.firstLine = unit.firstLine;
  result.lastLine = unit.lastLine;
  result.isPure = symbol->attrs().test(Attr::PURE);
  Variables variables(session, *scope, missingModules);
  for (const Symbol *dummy : details->dummyArgs()) {
    if (!dummy)
      throw notSupported("alternate return", session.range(unit.first));
    result.dummies.push_back(variables.spelling(*dummy));
    try {
      variables.variable(*dummy);
    } catch (const Unsupported &unsupported) {
      throw notSupported(unsupported.construct, session.range(dummy->name()));
    }
  }
  const parser::Block &body = unit.body->v;
  RegionStatements statements{body.begin(), body.end()};
  if (!body.empty() && isReturn(body.back())) // which changes nothing there
    --statements.last;
  result.lines = linesOf(session, statements);
  result.body = BodyLowering(session, variables).lower(statements);
  finish(result, variables);
  return result;
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

Procedure frontend::lowerRegion(const Session &session, const Unit &unit,
                                const KernelRegion &region,
                                const std::vector<KernelRegion> &all,
                                const std::vector<std::string> &missing) {
  RegionStatements statements = findRegion(session, unit, region);
  RegionFlow flow =
      flowThrough(statements, otherRegions(session, unit, region, all),
                  *unit.body, *unit.contained);
  Procedure result;
  result.name = region.name;
  result.module = unit.module;
  result.isRegion = true;
  result.around = unit.name;
  result.range = region.begin;
  result.range.endLine = region.end.endLine;
  result.range.endColumn = region.end.endColumn;
  result.firstLine = region.begin.line;
  result.lastLine = region.end.line;
  result.lines = {region.begin.line + 1, region.end.line - 1};
  result.constructsAround = statements.around;
  const semantics::Scope &scope = session.scopeAt(
      parser::FindSourceLocation(*statements.first));
  Variables variables(session, scope, missing, &flow);
  result.body = BodyLowering(session, variables).lower(statements);
  result.dummies = variables.shared();
  result.ownArrays = variables.ownArrays();
  result.constants = constantsIn(statements);
  finish(result, variables);
  return result;
}
