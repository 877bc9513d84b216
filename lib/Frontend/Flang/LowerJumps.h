// Statements that choose among labels, as branches that jump.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERJUMPS_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERJUMPS_H

#include "AddStatement.h"
#include "PlacedExpressions.h"

#include <list>

namespace loopyc {
namespace frontend {

// `own`: where the statement stands, `whole`: with the condition of a one-line
// `if` around it.
class JumpLowering {
  using Source = Fortran::parser::CharBlock;
  using Label = Fortran::parser::Label;
  using ComputedGotoStmt = Fortran::parser::ComputedGotoStmt;
  using ArithmeticIfStmt = Fortran::parser::ArithmeticIfStmt;

public:
  JumpLowering(const Session &session, PlacedExpressions &expressions)
      : session(session), expressions(expressions) {}

  // goto (10, 20), k: a branch for each value of k.
  IfStatement lowered(const ComputedGotoStmt &jump, Source own, Source whole,
                      Facts &facts) {
    Expr value = expressions.lowered(
        std::get<Fortran::parser::ScalarIntExpr>(jump.t).thing.thing.value(),
        facts);
    IfStatement result;
    for (Label target : std::get<std::list<Label>>(jump.t)) {
      auto number = static_cast<int64_t>(result.branches.size()) + 1;
      Expr taken = value ? Expr::binary(BinaryOp::Eq, value,
                                        Expr::integer(number, value.type()),
                                        Type::logical(4))
                         : Expr();
      result.branches.push_back(jumpingBranch(taken, target, own, whole));
    }
    return result;
  }

  // if (e) 10, 20, 30: where e is negative, zero, positive.
  IfStatement lowered(const ArithmeticIfStmt &jump, Source own, Source whole,
                      Facts &facts) {
    Expr value =
        expressions.lowered(std::get<Fortran::parser::Expr>(jump.t), facts);
    auto compared = [&](BinaryOp op) {
      if (!value)
        return Expr();
      Type type = value.type();
      Expr zero =
          type.isInteger() ? Expr::integer(0, type) : Expr::real(0, type);
      return Expr::binary(op, value, zero, Type::logical(4));
    };
    IfStatement result;
    result.branches.push_back(
        jumpingBranch(compared(BinaryOp::Lt), std::get<1>(jump.t), own, whole));
    result.branches.push_back(
        jumpingBranch(compared(BinaryOp::Eq), std::get<2>(jump.t), own, whole));
    result.branches.push_back(
        jumpingBranch(Expr(), std::get<3>(jump.t), own, whole));
    result.branches.back().isElse = true;
    return result;
  }

private:
  Branch jumpingBranch(const Expr &condition, Label target, Source own,
                       Source whole) {
    Branch branch;
    branch.condition = condition;
    branch.range = session.range(whole);
    addStatement(
        session, own,
        JumpStatement{JumpStatement::Kind::Goto, static_cast<int>(target)}, {},
        branch.body);
    return branch;
  }

  const Session &session;
  PlacedExpressions &expressions;
};

} // namespace frontend
} // namespace loopyc

#endif
