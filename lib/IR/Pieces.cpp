#include "loopyc/IR/Pieces.h"

#include "loopyc/IR/Instruction.h"

using namespace loopyc;

// a2*(a1*s + b1) + b2 = (a1*a2)*s + (a2*b1 + b2)
Piece loopyc::composed(std::optional<ReductionOp> op, const Piece &first,
                       const Piece &second) {
  if (op)
    return {reductionOf(*op, first[0], second[0])};
  return {Expr::binary(BinaryOp::Mul, first[0], second[0]),
          applied(op, second, first[1])};
}

Expr loopyc::applied(std::optional<ReductionOp> op, const Piece &piece,
                     const Expr &s) {
  if (op)
    return reductionOf(*op, s, piece[0]);
  return Expr::binary(BinaryOp::Add, Expr::binary(BinaryOp::Mul, piece[0], s),
                      piece[1]);
}

std::optional<ReductionOp> loopyc::operationOfPiece(const Expr &s,
                                                    const Expr &value) {
  InstructionBody body = assign(s, value);
  const auto *update = std::get_if<Update>(&body);
  return update ? std::optional(update->op) : std::nullopt;
}
