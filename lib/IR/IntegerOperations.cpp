#include "loopyc/IR/IntegerOperations.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Integers.h"

#include <algorithm>

using namespace loopyc;

std::optional<int64_t> loopyc::apply(UnaryOp op, int64_t a) {
  return op == UnaryOp::Neg ? integers::negated(a) : !a;
}

std::optional<int64_t> loopyc::apply(BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
  case BinaryOp::Add:
    return integers::sum(a, b);
  case BinaryOp::Sub:
    return integers::difference(a, b);
  case BinaryOp::Mul:
    return integers::product(a, b);
  case BinaryOp::Div:
    return integers::quotient(a, b);
  case BinaryOp::FloorDiv:
    return integers::floorQuotient(a, b);
  case BinaryOp::FloorMod:
    return integers::modulo(a, b);
  case BinaryOp::Rem:
    return integers::remainder(a, b);
  case BinaryOp::Pow:
    return integers::power(a, b);
  case BinaryOp::Eq:
    return a == b;
  case BinaryOp::Ne:
    return a != b;
  case BinaryOp::Lt:
    return a < b;
  case BinaryOp::Le:
    return a <= b;
  case BinaryOp::Gt:
    return a > b;
  case BinaryOp::Ge:
    return a >= b;
  case BinaryOp::And:
    return a && b;
  case BinaryOp::Or:
    return a || b;
  }
  throw InternalError("unknown binary operator");
}

static std::optional<int64_t> withSign(int64_t a, int64_t sign) {
  auto size = integers::magnitude(a);
  return size && sign < 0 ? -*size : size;
}

std::optional<int64_t> loopyc::apply(Intrinsic fn,
                                     const std::vector<int64_t> &args) {
  switch (fn) {
  case Intrinsic::Abs:
    return integers::magnitude(args[0]);
  case Intrinsic::Min:
    return *std::min_element(args.begin(), args.end());
  case Intrinsic::Max:
    return *std::max_element(args.begin(), args.end());
  case Intrinsic::Dim:
    return args[0] > args[1] ? integers::difference(args[0], args[1]) : 0;
  case Intrinsic::Sign:
    return withSign(args[0], args[1]);
  case Intrinsic::Iand:
    return args[0] & args[1];
  case Intrinsic::Ior:
    return args[0] | args[1];
  case Intrinsic::Ieor:
    return args[0] ^ args[1];
  case Intrinsic::Inot:
    return ~args[0];
  default:
    return std::nullopt;
  }
}
