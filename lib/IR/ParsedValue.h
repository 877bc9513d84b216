// Expressions that a parser builds, and the types that literals take in them.
#ifndef LOOPYC_LIB_IR_PARSEDVALUE_H
#define LOOPYC_LIB_IR_PARSEDVALUE_H

#include "loopyc/IR/Expr.h"

#include <vector>

namespace loopyc {

// `flexible` literals take the other operand's type.
struct ParsedValue {
  Expr e;
  bool flexible = false;
};

inline ParsedValue fixed(Expr e) { return {std::move(e), false}; }

std::vector<Expr> exprsOf(const std::vector<ParsedValue> &values);

// A literal of that type where it can be one; else a conversion.
Expr literalAs(const Expr &e, Type type);
// Gives both the type of their operation.
void unify(ParsedValue &a, ParsedValue &b);
// All operands are of one type; a literal adapts to the others.
ParsedValue intrinsicCall(Intrinsic fn, std::vector<ParsedValue> args);

} // namespace loopyc

#endif
