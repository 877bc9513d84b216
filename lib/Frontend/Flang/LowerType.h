// Types and relations of the IR for Fortran's, and literals of these.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERTYPE_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERTYPE_H

#include "LowerExpr.h"

#include "loopyc/Support/Diagnostic.h"

#include "flang/Evaluate/type.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace loopyc {
namespace frontend {

template <Fortran::common::TypeCategory CAT, int KIND>
constexpr bool isSupportedKind() {
  switch (CAT) {
  case Fortran::common::TypeCategory::Integer:
  case Fortran::common::TypeCategory::Logical:
    return KIND <= 8;
  case Fortran::common::TypeCategory::Real:
  case Fortran::common::TypeCategory::Complex:
    return KIND == 4 || KIND == 8;
  default:
    return false;
  }
}

[[noreturn]] inline void refuseKind(Fortran::common::TypeCategory category,
                                    int kind) {
  std::string name;
  switch (category) {
  case Fortran::common::TypeCategory::Integer:
    name = "integer";
    break;
  case Fortran::common::TypeCategory::Unsigned:
    name = "unsigned";
    break;
  case Fortran::common::TypeCategory::Real:
    name = "real";
    break;
  case Fortran::common::TypeCategory::Complex:
    name = "complex";
    break;
  case Fortran::common::TypeCategory::Character:
    throw Unsupported{"character data"};
  case Fortran::common::TypeCategory::Logical:
    name = "logical";
    break;
  case Fortran::common::TypeCategory::Derived:
    throw Unsupported{"derived type"};
  }
  throw Unsupported{name + "(" + std::to_string(kind) + ") data"};
}

inline BinaryOp relation(Fortran::common::RelationalOperator op) {
  using Op = Fortran::common::RelationalOperator;
  switch (op) {
  case Op::LT:
    return BinaryOp::Lt;
  case Op::LE:
    return BinaryOp::Le;
  case Op::EQ:
    return BinaryOp::Eq;
  case Op::NE:
    return BinaryOp::Ne;
  case Op::GE:
    return BinaryOp::Ge;
  case Op::GT:
    return BinaryOp::Gt;
  }
  throw InternalError("unknown relational operator");
}

inline Type makeType(Fortran::common::TypeCategory category, int kind) {
  switch (category) {
  case Fortran::common::TypeCategory::Integer:
    return Type::integer(kind);
  case Fortran::common::TypeCategory::Real:
    return Type::real(kind);
  case Fortran::common::TypeCategory::Complex:
    return Type::complex(2 * kind);
  case Fortran::common::TypeCategory::Logical:
    return Type::logical(kind);
  default:
    refuseKind(category, kind);
  }
}

inline Type lowerType(const Fortran::evaluate::DynamicType &type) {
  using Fortran::common::TypeCategory;
  const TypeCategory category = type.category();
  if (category == TypeCategory::Derived || category == TypeCategory::Character)
    refuseKind(category, 0);
  const int kind = type.kind();
  const bool floating =
      category == TypeCategory::Real || category == TypeCategory::Complex;
  const bool known = floating ? kind == 4 || kind == 8
                              : (category == TypeCategory::Integer ||
                                 category == TypeCategory::Logical) &&
                                    kind <= 8;
  if (!known)
    refuseKind(category, kind);
  return makeType(category, kind);
}

template <typename T> Type typeOf() { return makeType(T::category, T::kind); }

template <int KIND>
double toDouble(const Fortran::evaluate::Scalar<Fortran::evaluate::Type<
                    Fortran::common::TypeCategory::Real, KIND>> &value) {
  auto bits = value.RawBits().ToUInt64();
  if constexpr (KIND == 4) {
    uint32_t word = static_cast<uint32_t>(bits);
    float result;
    std::memcpy(&result, &word, sizeof result);
    return result;
  } else {
    double result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
  }
}

template <typename T> Expr literal(const Fortran::evaluate::Scalar<T> &value) {
  if constexpr (T::category == Fortran::common::TypeCategory::Integer)
    return Expr::integer(value.ToInt64(), typeOf<T>());
  else if constexpr (T::category == Fortran::common::TypeCategory::Real)
    return Expr::real(toDouble<T::kind>(value), typeOf<T>());
  else if constexpr (T::category == Fortran::common::TypeCategory::Complex)
    return Expr::complex(toDouble<T::kind>(value.REAL()),
                         toDouble<T::kind>(value.AIMAG()), typeOf<T>());
  else
    return Expr::logical(value.IsTrue(), typeOf<T>());
}

} // namespace frontend
} // namespace loopyc

#endif
