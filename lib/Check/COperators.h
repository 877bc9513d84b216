// Operators that C writes between their operands, for the programs of --check.
#ifndef LOOPYC_LIB_CHECK_COPERATORS_H
#define LOOPYC_LIB_CHECK_COPERATORS_H

#include "loopyc/IR/Expr.h"

namespace loopyc {
namespace check {

// Null for the others: those that C lacks, or means otherwise.
inline const char *infixOperator(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add: return "+";
  case BinaryOp::Sub: return "-";
  case BinaryOp::Mul: return "*";
  case BinaryOp::Div: return "/";
  case BinaryOp::Eq: return "==";
  case BinaryOp::Ne: return "!=";
  case BinaryOp::Lt: return "<";
  case BinaryOp::Le: return "<=";
  case BinaryOp::Gt: return ">";
  case BinaryOp::Ge: return ">=";
  case BinaryOp::And: return "&&";
  case BinaryOp::Or: return "||";
  case BinaryOp::FloorDiv:
  case BinaryOp::FloorMod:
  case BinaryOp::Rem:
  case BinaryOp::Pow:
    break;
  }
  return nullptr;
}

} // namespace check
} // namespace loopyc

#endif
