// Which optional dummies are certainly there where a region stands:
//
//   if (present(b) .and. n > 0) then
//     do i = 1, n                        { b }
//       a(i) = a(i) + b(i)
//
//   if (.not. present(b)) return
//   do i = 1, n                          { b }
//
// A kernel of these statements is given `b` as any other argument.
#include "Labels.h"
#include "RegionFlow.h"
#include "TreeWalk.h"

#include "flang/Evaluate/call.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
namespace evaluate = Fortran::evaluate;
using Fortran::common::Indirection;
using Fortran::semantics::Symbol;

namespace {

// What must be there for the condition to have the value.
void addPresent(const parser::Expr &condition, bool value, SymbolSet &present) {
  auto both = [&](const auto &operation) {
    addPresent(std::get<0>(operation.t).value(), value, present);
    addPresent(std::get<1>(operation.t).value(), value, present);
  };
  const auto *all = std::get_if<parser::Expr::AND>(&condition.u);
  const auto *any = std::get_if<parser::Expr::OR>(&condition.u);
  if (all && value)
    return both(*all);
  if (any && !value)
    return both(*any);
  if (const auto *inner = std::get_if<parser::Expr::Parentheses>(&condition.u))
    return addPresent(inner->v.value(), value, present);
  if (const auto *other = std::get_if<parser::Expr::NOT>(&condition.u))
    return addPresent(other->v.value(), !value, present);
  if (!value)
    return;
  const auto *typed = Fortran::semantics::GetExpr(nullptr, condition);
  const auto *call = typed ? evaluate::UnwrapProcedureRef(*typed) : nullptr;
  const auto *intrinsic = call ? call->proc().GetSpecificIntrinsic() : nullptr;
  if (!intrinsic || intrinsic->name != "present" || call->arguments().empty() ||
      !call->arguments().front())
    return;
  const auto &argument = *call->arguments().front();
  const Symbol *dummy = argument.GetAssumedTypeDummy();
  if (const auto *value = argument.UnwrapExpr())
    dummy = evaluate::UnwrapWholeSymbolDataRef(*value);
  if (dummy)
    present.insert(&dummy->GetUltimate());
}

struct PresenceSearch {
  const parser::ExecutionPartConstruct *first;
  bool hasJumps;          // to labels
  SymbolSet present = {}; // where the walk is
  std::optional<SymbolSet> found = {};

  template <typename T> bool Pre(const T &) { return !found; }
  template <typename T> void Post(const T &) {}
  bool Pre(const parser::ExecutionPartConstruct &construct) {
    if (&construct == first)
      found = present;
    return !found;
  }
  void Post(const parser::EntryStmt &) { present.clear(); }
  bool Pre(const parser::Block &block) {
    const SymbolSet before = present;
    for (const parser::ExecutionPartConstruct &construct : block) {
      walkTree(construct, *this);
      if (const parser::Expr *condition = returnsUnder(construct))
        addPresent(*condition, false, present);
    }
    present = before;
    return false;
  }
  bool Pre(const parser::IfConstruct &construct) {
    const SymbolSet before = present;
    const auto &start =
        std::get<parser::Statement<parser::IfThenStmt>>(construct.t);
    under(std::get<parser::ScalarLogicalExpr>(start.statement.t),
          std::get<parser::Block>(construct.t));
    for (const auto &other :
         std::get<std::list<parser::IfConstruct::ElseIfBlock>>(construct.t))
      under(std::get<parser::ScalarLogicalExpr>(
                std::get<parser::Statement<parser::ElseIfStmt>>(other.t)
                    .statement.t),
            std::get<parser::Block>(other.t));
    const auto &last =
        std::get<std::optional<parser::IfConstruct::ElseBlock>>(construct.t);
    if (last)
      walkTree(std::get<parser::Block>(last->t), *this);
    present = before;
    return false;
  }

private:
  // What is behind the block knows that the condition does not hold.
  void under(const parser::ScalarLogicalExpr &condition,
             const parser::Block &block) {
    const SymbolSet before = present;
    addPresent(condition.thing.thing.value(), true, present);
    walkTree(block, *this);
    present = before;
    addPresent(condition.thing.thing.value(), false, present);
  }

  // Of "if (condition) return"; null of anything else, and where jumps may go
  // around it.
  const parser::Expr *
  returnsUnder(const parser::ExecutionPartConstruct &construct) const {
    const auto *executable =
        std::get_if<parser::ExecutableConstruct>(&construct.u);
    const auto *action =
        executable
            ? std::get_if<parser::Statement<parser::ActionStmt>>(&executable->u)
            : nullptr;
    const auto *conditional =
        action ? std::get_if<Indirection<parser::IfStmt>>(&action->statement.u)
               : nullptr;
    if (!conditional || hasJumps)
      return nullptr;
    const parser::IfStmt &statement = conditional->value();
    const auto &inner =
        std::get<parser::UnlabeledStatement<parser::ActionStmt>>(statement.t);
    bool isReturn = std::holds_alternative<Indirection<parser::ReturnStmt>>(
        inner.statement.u);
    return isReturn ? &std::get<parser::ScalarLogicalExpr>(statement.t)
                           .thing.thing.value()
                    : nullptr;
  }
};

bool hasOptional(const Unit &unit) {
  const Symbol *symbol = unit.declared ? unit.declared->symbol : nullptr;
  const auto *details =
      symbol ? symbol->detailsIf<Fortran::semantics::SubprogramDetails>()
             : nullptr;
  if (details)
    for (const Symbol *dummy : details->dummyArgs())
      if (dummy && dummy->attrs().test(Fortran::semantics::Attr::OPTIONAL))
        return true;
  return false;
}

} // namespace

SymbolSet frontend::presentAround(const RegionStatements &statements,
                                  const Unit &unit) {
  if (statements.first == statements.last || !hasOptional(unit))
    return {};
  Labels labels;
  walkTree(*unit.body, labels);
  PresenceSearch search{&*statements.first, !labels.targets.empty()};
  search.Pre(unit.body->v);
  return search.found.value_or(SymbolSet());
}
