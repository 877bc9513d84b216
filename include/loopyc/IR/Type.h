// Scalar types, by class and size: Fortran's, and integers without a sign.
#ifndef LOOPYC_IR_TYPE_H
#define LOOPYC_IR_TYPE_H

#include <optional>
#include <string>

namespace loopyc {

// Unsigned integers are a class of their own: their arithmetic wraps around,
// so that what is known of integers (sets, affine functions, folding) does not
// hold for them. Who means both says so.
enum class TypeClass { Integer, Real, Complex, Logical, Unsigned };

struct Type {
  TypeClass cls = TypeClass::Integer;
  // Bytes of storage; a complex number counts both parts.
  int bytes = 4;

  static Type integer(int bytes = 4) { return {TypeClass::Integer, bytes}; }
  static Type real(int bytes) { return {TypeClass::Real, bytes}; }
  static Type complex(int bytes) { return {TypeClass::Complex, bytes}; }
  static Type logical(int bytes = 4) { return {TypeClass::Logical, bytes}; }

  static Type natural(int bytes) { return {TypeClass::Unsigned, bytes}; }

  // With a sign.
  bool isInteger() const { return cls == TypeClass::Integer; }
  bool isUnsigned() const { return cls == TypeClass::Unsigned; }
  bool isAnyInteger() const { return isInteger() || isUnsigned(); }
  bool isReal() const { return cls == TypeClass::Real; }
  bool isComplex() const { return cls == TypeClass::Complex; }
  bool isLogical() const { return cls == TypeClass::Logical; }
  bool isFloating() const { return isReal() || isComplex(); }
  // The real type of a complex number's parts.
  Type part() const { return real(bytes / 2); }

  bool operator==(const Type &o) const {
    return cls == o.cls && bytes == o.bytes;
  }
  bool operator!=(const Type &o) const { return !(*this == o); }

  // numpy's name: int32, uint8, float64, complex64; logical32 for a 4-byte
  // logical.
  std::string str() const;
  // From such a name ("int32", "float32", "complex128", "bool" is logical8);
  // nullopt for anything else.
  static std::optional<Type> parse(const std::string &name);
  // Fortran's spelling: integer(4), real(8), complex(4), logical(4), and
  // unsigned(4), which standard Fortran has none of.
  std::string fortran() const;
};

// The type of the result of an arithmetic operation: Fortran's rules (the
// higher class of integer, real, complex; of equal classes the larger kind),
// and for unsigned integers NumPy's: with an integer, one that holds both
// (int64 for uint32 and int32), or float64 where there is none.
Type promote(Type a, Type b);

} // namespace loopyc

#endif
