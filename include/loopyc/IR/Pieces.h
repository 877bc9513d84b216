// Several values, each made of the one before by a function s -> f(s), are
// composed in pieces: what a piece does is known without the s that it begins
// with. It is
//   of s op e:   the operands of a piece, combined
//   of a*s + b:  the pair of a and b
#ifndef LOOPYC_IR_PIECES_H
#define LOOPYC_IR_PIECES_H

#include "loopyc/IR/Expr.h"

#include <optional>
#include <vector>

namespace loopyc {

using Piece = std::vector<Expr>;

// How many values say what a piece does; without an operation, it is linear.
inline size_t pieceWidth(std::optional<ReductionOp> op) { return op ? 1 : 2; }
// Of `first`, and then `second`.
Piece composed(std::optional<ReductionOp> op, const Piece &first,
               const Piece &second);
// What s is after the piece.
Expr applied(std::optional<ReductionOp> op, const Piece &piece, const Expr &s);

// That of f(s) = s op e.
std::optional<ReductionOp> operationOfPiece(const Expr &s, const Expr &value);

// The words of 64 bits in a cell of Routine::LookBack: one, if value and status
// fit into it; else a status, a piece and a value.
inline int64_t lookBackWords(std::optional<ReductionOp> op, Type type) {
  const int64_t width = static_cast<int64_t>(pieceWidth(op));
  return width == 1 && type.bytes <= 4 ? 1
                                       : 1 + ((width + 1) * type.bytes + 7) / 8;
}

} // namespace loopyc

#endif
