#include "LowerAssignment.h"

#include "AddStatement.h"
#include "ComponentValues.h"
#include "FirstSource.h"
#include "LowerType.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"

#include <set>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;
namespace evaluate = Fortran::evaluate;

// z%re = x: z = cmplx(x, z%im)
static AssignmentStatement wholeAssignment(const AssignmentStatement &ofPart) {
  const auto *part = ofPart.assignee.getIf<Call>();
  if (!part || !ofPart.value ||
      (part->fn != Intrinsic::RealPart && part->fn != Intrinsic::ImagPart))
    return ofPart;
  const Expr &whole = part->args.front();
  const Type type = ofPart.assignee.type();
  const bool isReal = part->fn == Intrinsic::RealPart;
  Expr other = Expr::call(isReal ? Intrinsic::ImagPart : Intrinsic::RealPart,
                          {whole}, type);
  Expr value = Expr::cast(ofPart.value, type);
  return {whole, Expr::call(Intrinsic::MakeComplex,
                            {isReal ? value : other, isReal ? other : value},
                            whole.type())};
}

AssignmentStatement
AssignmentLowering::assignment(const parser::AssignmentStmt &statement,
                               const evaluate::Assignment &typed,
                               Facts &facts) {
  const auto &variable = std::get<parser::Variable>(statement.t);
  const auto &value = std::get<parser::Expr>(statement.t);
  AssignmentStatement result;
  result.assignee =
      expressions.lowered(typed.lhs, variable, variable.GetSource(), facts);
  result.value = expressions.lowered(typed.rhs, value, value.source, facts);
  result = wholeAssignment(result);
  if (result.assignee && !result.assignee.getIf<VarRef>() &&
      !result.assignee.getIf<ArrayRef>()) {
    facts.obstacles.push_back(
        notSupported("assignment to a part of a variable",
                     session.range(variable.GetSource())));
    result.assignee = {};
  }
  if (result.assignee && result.value)
    result.value = Expr::cast(result.value, result.assignee.type());
  return result;
}

// --- of a derived type

bool AssignmentLowering::isOfComponents(const evaluate::Assignment &typed) {
  return derivedTypeOf(typed.lhs) != nullptr;
}

static void requireVariable(const evaluate::Assignment &typed) {
  if (!evaluate::ExtractDataRef(typed.lhs) ||
      typed.lhs.GetType()->IsPolymorphic())
    throw Unsupported{"derived type"};
}

// Components are assigned one after the other, which must not change what the
// others depend on.
static bool mentionsAssigned(const evaluate::Assignment &typed,
                             const std::set<const semantics::Symbol *> &read) {
  const semantics::Symbol *assigned = evaluate::GetFirstSymbol(typed.lhs);
  return assigned && read.count(&variableBehind(*assigned));
}

static std::set<const semantics::Symbol *>
readBySubscripts(const semantics::SomeExpr &side) {
  std::set<const semantics::Symbol *> read;
  if (auto data = evaluate::ExtractDataRef(side))
    for (const PathPart &part : writtenParts(*data))
      for (const semantics::Symbol *symbol : symbolsInSubscripts(part))
        read.insert(&variableBehind(*symbol));
  return read;
}

static void requireStableSubscripts(const evaluate::Assignment &typed) {
  if (mentionsAssigned(typed, readBySubscripts(typed.lhs)))
    throw Unsupported{"assignment to a variable of a derived type that its "
                      "subscripts mention, too; keep them in a variable "
                      "before"};
}

// Of another variable, a component does not depend on other components, if its
// subscripts do not.
static bool needsTemporary(const evaluate::Assignment &typed) {
  const semantics::SomeExpr value = withoutParentheses(typed.rhs);
  if (evaluate::IsVariable(value))
    return mentionsAssigned(typed, readBySubscripts(value));
  std::set<const semantics::Symbol *> read;
  for (const semantics::Symbol &symbol : evaluate::CollectSymbols(value))
    read.insert(&variableBehind(symbol));
  return mentionsAssigned(typed, read);
}

std::vector<std::pair<AssignmentStatement, Facts>>
AssignmentLowering::components(const parser::AssignmentStmt &statement,
                               const evaluate::Assignment &typed,
                               CallLowering &calls, Source source) {
  const auto &variable = std::get<parser::Variable>(statement.t);
  const auto &given = std::get<parser::Expr>(statement.t);
  auto temporary = [&](const semantics::SomeExpr &value) {
    return calls.temporary(value);
  };
  std::vector<std::pair<AssignmentStatement, Facts>> result;
  try {
    requireVariable(typed);
    requireStableSubscripts(typed);
    semantics::SomeExpr from = typed.rhs;
    if (needsTemporary(typed))
      from = evaluate::AsGenericExpr(temporary(typed.rhs)).value();
    for (const auto &[component, value] : componentValues(
             *evaluate::ExtractDataRef(typed.lhs), from, temporary)) {
      auto &[assignment, facts] = result.emplace_back();
      assignment.assignee =
          expressions.lowered(component, variable, variable.GetSource(), facts);
      assignment.value = expressions.lowered(value, given, given.source, facts);
      if (assignment.assignee && assignment.value)
        assignment.value =
            Expr::cast(assignment.value, assignment.assignee.type());
    }
    return result;
  } catch (const Unsupported &unsupported) {
    result.clear();
    result.emplace_back().second.obstacles.push_back(
        notSupported(unsupported.construct, session.range(source)));
  } catch (const UserError &error) {
    result.clear();
    result.emplace_back().second.obstacles.push_back(error);
  }
  calls.dropBefore(0);
  return result;
}

bool AssignmentLowering::isByCall(const evaluate::Assignment &typed,
                                  const evaluate::ProcedureRef &function,
                                  const CallLowering &calls) {
  return !function.proc().GetSpecificIntrinsic() && typed.lhs.Rank() == 0 &&
         !needsTemporary(typed) &&
         !calls.mentions(function, *evaluate::GetFirstSymbol(typed.lhs));
}

CallStatement AssignmentLowering::call(const evaluate::Assignment &typed,
                                       const evaluate::ProcedureRef &function,
                                       const std::string &called,
                                       CallLowering &calls, Facts &facts) {
  requireVariable(typed);
  requireStableSubscripts(typed);
  return calls.assignment(*evaluate::ExtractDataRef(typed.lhs), function,
                          called, facts);
}

template <typename T>
void AssignmentLowering::add(Source source, T &&value, Facts facts,
                             Block &out) {
  addStatement(session, source, std::forward<T>(value), std::move(facts), out);
}

void AssignmentLowering::add(const parser::AssignmentStmt &statement,
                             Source source, Block &out) {
  const evaluate::Assignment *typed = semantics::GetAssignment(statement);
  if (!typed)
    throw InternalError("an assignment was not analysed");
  Facts facts;
  AssignmentStatement result;
  if (std::holds_alternative<evaluate::ProcedureRef>(typed->u))
    facts.obstacles.push_back(
        notSupported("defined assignment", session.range(source)));
  else
    result = assignment(statement, *typed, facts);
  add(source, std::move(result), std::move(facts), out);
}

Branch AssignmentLowering::branch(const parser::Expr *mask, Source source) {
  Branch result;
  result.isElse = !mask;
  if (mask)
    result.condition = expressions.lowered(*mask, result.facts);
  result.range = session.range(source);
  return result;
}

// --- where

WhereStatement AssignmentLowering::where(const parser::WhereStmt &statement,
                                         Source source) {
  WhereStatement result;
  result.branches.push_back(branch(
      &std::get<parser::LogicalExpr>(statement.t).thing.value(), source));
  add(std::get<parser::AssignmentStmt>(statement.t), source,
      result.branches.back().body);
  return result;
}

WhereStatement
AssignmentLowering::where(const parser::WhereConstruct &construct) {
  WhereStatement result;
  auto addBranch =
      [&](const parser::Expr *mask, Source source,
          const std::list<parser::WhereBodyConstruct> &constructs) {
        result.branches.push_back(branch(mask, source));
        result.branches.back().body = body(constructs);
      };
  const auto &first =
      std::get<parser::Statement<parser::WhereConstructStmt>>(construct.t);
  addBranch(&std::get<parser::LogicalExpr>(first.statement.t).thing.value(),
            first.source,
            std::get<std::list<parser::WhereBodyConstruct>>(construct.t));
  for (const parser::WhereConstruct::MaskedElsewhere &other :
       std::get<std::list<parser::WhereConstruct::MaskedElsewhere>>(
           construct.t)) {
    const auto &start =
        std::get<parser::Statement<parser::MaskedElsewhereStmt>>(other.t);
    addBranch(&std::get<parser::LogicalExpr>(start.statement.t).thing.value(),
              start.source,
              std::get<std::list<parser::WhereBodyConstruct>>(other.t));
  }
  const auto &last =
      std::get<std::optional<parser::WhereConstruct::Elsewhere>>(construct.t);
  if (last)
    addBranch(
        nullptr,
        std::get<parser::Statement<parser::ElsewhereStmt>>(last->t).source,
        std::get<std::list<parser::WhereBodyConstruct>>(last->t));
  return result;
}

Block AssignmentLowering::body(
    const std::list<parser::WhereBodyConstruct> &constructs) {
  Block result;
  for (const parser::WhereBodyConstruct &construct : constructs)
    if (const auto *assigned =
            std::get_if<parser::Statement<parser::AssignmentStmt>>(
                &construct.u)) {
      add(assigned->statement, assigned->source, result);
    } else if (const auto *masked =
                   std::get_if<parser::Statement<parser::WhereStmt>>(
                       &construct.u)) {
      add(masked->source, where(masked->statement, masked->source), {}, result);
    } else {
      const parser::WhereConstruct &inner =
          std::get<Fortran::common::Indirection<parser::WhereConstruct>>(
              construct.u)
              .value();
      add(firstSource(inner), where(inner), {}, result);
    }
  return result;
}

// --- forall

ForallStatement
AssignmentLowering::header(const parser::ConcurrentHeader &header,
                           Source source, Facts &facts) {
  ForallStatement result;
  auto bound = [&](const parser::ScalarIntExpr &given, Type type) {
    Expr value = expressions.lowered(given.thing.thing.value(), facts);
    return value ? Expr::cast(value, type) : value;
  };
  for (const parser::ConcurrentControl &control :
       std::get<std::list<parser::ConcurrentControl>>(header.t)) {
    const auto &name = std::get<parser::Name>(control.t);
    ForallStatement::Index index;
    index.name = session.spelling(name.source);
    index.variable = index.name + "#forall" + std::to_string(++indexCount);
    try {
      if (auto type = evaluate::DynamicType::From(*name.symbol))
        index.type = lowerType(*type);
    } catch (const Unsupported &unsupported) {
      facts.obstacles.push_back(
          notSupported(unsupported.construct, session.range(name.source)));
    }
    Variable variable;
    variable.name = index.variable;
    variable.type = index.type;
    variables.bind(name.symbol->GetUltimate(), std::move(variable));
    index.first = bound(std::get<1>(control.t), index.type);
    index.last = bound(std::get<2>(control.t), index.type);
    const auto &step = std::get<3>(control.t);
    index.step = step ? bound(*step, index.type) : Expr::integer(1, index.type);
    result.indices.push_back(std::move(index));
  }
  const auto &mask =
      std::get<std::optional<parser::ScalarLogicalExpr>>(header.t);
  result.body = branch(mask ? &mask->thing.thing.value() : nullptr, source);
  return result;
}

void AssignmentLowering::add(const parser::ForallAssignmentStmt &statement,
                             Source source, Block &out) {
  if (const auto *assigned = std::get_if<parser::AssignmentStmt>(&statement.u))
    return add(*assigned, source, out);
  Facts facts;
  facts.obstacles.push_back(
      notSupported("pointer assignment", session.range(source)));
  add(source, AssignmentStatement(), std::move(facts), out);
}

ForallStatement AssignmentLowering::forall(const parser::ForallStmt &statement,
                                           Source source, Facts &facts) {
  ForallStatement result =
      header(std::get<Fortran::common::Indirection<parser::ConcurrentHeader>>(
                 statement.t)
                 .value(),
             source, facts);
  const auto &assigned =
      std::get<parser::UnlabeledStatement<parser::ForallAssignmentStmt>>(
          statement.t);
  add(assigned.statement, assigned.source, result.body.body);
  return result;
}

ForallStatement
AssignmentLowering::forall(const parser::ForallConstruct &construct,
                           Facts &facts) {
  const auto &first =
      std::get<parser::Statement<parser::ForallConstructStmt>>(construct.t);
  ForallStatement result =
      header(std::get<Fortran::common::Indirection<parser::ConcurrentHeader>>(
                 first.statement.t)
                 .value(),
             first.source, facts);
  for (const parser::ForallBodyConstruct &inner :
       std::get<std::list<parser::ForallBodyConstruct>>(construct.t))
    add(inner, result.body.body);
  return result;
}

void AssignmentLowering::add(const parser::ForallBodyConstruct &construct,
                             Block &out) {
  if (const auto *assigned =
          std::get_if<parser::Statement<parser::ForallAssignmentStmt>>(
              &construct.u))
    return add(assigned->statement, assigned->source, out);
  if (const auto *masked =
          std::get_if<parser::Statement<parser::WhereStmt>>(&construct.u))
    return add(masked->source, where(masked->statement, masked->source), {},
               out);
  if (const auto *masked = std::get_if<parser::WhereConstruct>(&construct.u))
    return add(firstSource(*masked), where(*masked), {}, out);
  Facts facts;
  if (const auto *one =
          std::get_if<parser::Statement<parser::ForallStmt>>(&construct.u)) {
    ForallStatement result = forall(one->statement, one->source, facts);
    return add(one->source, std::move(result), std::move(facts), out);
  }
  const parser::ForallConstruct &inner =
      std::get<Fortran::common::Indirection<parser::ForallConstruct>>(
          construct.u)
          .value();
  ForallStatement result = forall(inner, facts);
  add(firstSource(inner), std::move(result), std::move(facts), out);
}
