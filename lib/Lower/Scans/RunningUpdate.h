// What an instruction makes of a running value s: s op e, or a*s + b.
#ifndef LOOPYC_LIB_LOWER_SCANS_RUNNINGUPDATE_H
#define LOOPYC_LIB_LOWER_SCANS_RUNNINGUPDATE_H

#include "loopyc/IR/Instruction.h"
#include "loopyc/IR/Pieces.h"

#include <optional>

namespace loopyc {

// The factor a, if the value is a*s + b; a and b do not mention s.
std::optional<Expr> linearFactor(const Expr &value, const std::string &s);

// How pieces of iterations are composed (IR/Pieces.h), of one type.
class Composition {
public:
  static Composition byOperation(ReductionOp op, Type type) {
    return Composition(op, type);
  }
  static Composition linear(Type type) {
    return Composition(std::nullopt, type);
  }

  bool isLinear() const { return !op; }
  std::optional<ReductionOp> operation() const { return op; }
  // How many values say what a piece does.
  size_t width() const { return pieceWidth(op); }
  Type valueType() const { return type; }
  bool operator==(const Composition &o) const {
    return op == o.op && type == o.type;
  }

  using Values = Piece;
  // Of the piece that leaves every s as it is.
  Values nothing() const;
  // Of `first`, and then `second`.
  Values composed(const Values &first, const Values &second) const;
  // What s is after the piece.
  Expr applied(const Values &piece, const Expr &s) const;

private:
  Composition(std::optional<ReductionOp> op, Type type) : op(op), type(type) {}

  std::optional<ReductionOp> op;
  Type type;
};

} // namespace loopyc

#endif
