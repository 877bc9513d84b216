// What an instruction makes of a running value s: s op e, or a*s + b.
#ifndef LOOPYC_LIB_LOWER_SCANS_RUNNINGUPDATE_H
#define LOOPYC_LIB_LOWER_SCANS_RUNNINGUPDATE_H

#include "loopyc/IR/Instruction.h"

#include <optional>

namespace loopyc {

// The factor a, if the value is a*s + b; a and b do not mention s.
std::optional<Expr> linearFactor(const Expr &value, const std::string &s);

// Several values, each by one of the functions s -> f(s), are composed in
// pieces: what a piece does is known without the s that it begins with. It is
//   of s op e:   the operands of a piece, combined
//   of a*s + b:  the pair of a and b
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
  size_t width() const { return op ? 1 : 2; }
  Type valueType() const { return type; }
  bool operator==(const Composition &o) const {
    return op == o.op && type == o.type;
  }

  using Values = std::vector<Expr>;
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
