#include "SelectCases.h"

#include "NewVariables.h"
#include "loopyc/IR/Negation.h"

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// Is it as good as a variable, where it is written for each case? Scalars and
// integer arithmetic of them, which loops may know, and one element.
bool isPlain(const Expr &selector) {
  if (selector.getIf<ArrayRef>())
    return true;
  bool plain = true;
  walk(selector, [&](const Expr &node) {
    plain = plain && (node.getIf<VarRef>() || node.getIf<IntLit>() ||
                      node.getIf<LogicalLit>() || node.getIf<Unary>() ||
                      (node.getIf<Binary>() && node.type().isInteger()) ||
                      (node.getIf<Cast>() && node.type().isInteger()));
    return plain;
  });
  return plain;
}

Expr compare(BinaryOp op, const Expr &a, const Expr &b) {
  return Expr::binary(op, a, b, Type::logical(4));
}

Expr inRange(const Expr &selector, const SelectStatement::Range &range) {
  if (selector.type().isLogical()) {
    const Cast *cast = range.first.getIf<Cast>(); // from another kind
    const LogicalLit *value =
        (cast ? cast->a : range.first).getIf<LogicalLit>();
    return value && value->value ? selector : negated(selector);
  }
  if (range.first && range.last && range.first == range.last)
    return compare(BinaryOp::Eq, selector, range.first);
  Expr above =
      range.first ? compare(BinaryOp::Ge, selector, range.first) : Expr();
  Expr below =
      range.last ? compare(BinaryOp::Le, selector, range.last) : Expr();
  if (above && below)
    return Expr::binary(BinaryOp::And, above, below, Type::logical(4));
  return above ? above : below;
}

// Null for the default, and for what no value selects.
Expr condition(const Expr &selector, const SelectStatement::Case &choice) {
  Expr any;
  for (const SelectStatement::Range &range : choice.ranges) {
    Expr one = inRange(selector, range);
    any = any ? Expr::binary(BinaryOp::Or, any, one, Type::logical(4)) : one;
  }
  return any;
}

class Lowering {
public:
  explicit Lowering(Procedure &procedure) : variables(procedure) {}

  void run(Block &block) {
    Block result;
    for (Statement &statement : block) {
      forEachBlock(statement, [&](Block &inner) { run(inner); });
      if (std::holds_alternative<SelectStatement>(statement.value))
        lower(statement, result);
      result.push_back(std::move(statement));
    }
    block = std::move(result);
  }

private:
  // The statement becomes an `if`; what goes before it goes to `before`.
  void lower(Statement &statement, Block &before) {
    SelectStatement select =
        std::move(std::get<SelectStatement>(statement.value));
    Expr selector = select.selector;
    if (selector &&
        (!isPlain(selector) || !statement.facts.references.empty())) {
      Expr value =
          variables.scalar("selector", selector.type(), statement.range);
      Statement evaluated = assigning(value, selector, statement);
      evaluated.facts = std::move(statement.facts);
      statement.facts = {};
      before.push_back(std::move(evaluated));
      selector = value;
    }
    IfStatement result;
    Branch otherwise;
    otherwise.isElse = true;
    bool hasDefault = false;
    for (SelectStatement::Case &choice : select.cases) {
      Branch made;
      made.range = choice.range;
      made.body = std::move(choice.body);
      if (choice.isDefault) {
        made.isElse = true;
        otherwise = std::move(made);
        hasDefault = true;
        continue;
      }
      made.condition = selector ? condition(selector, choice) : Expr();
      result.branches.push_back(std::move(made));
    }
    if (hasDefault)
      result.branches.push_back(std::move(otherwise));
    statement.value = std::move(result);
  }

  NewVariables variables;
};

} // namespace

Program frontend::lowerSelectCases(Program program) {
  for (Procedure &procedure : program.procedures)
    Lowering(procedure).run(procedure.body);
  return program;
}
