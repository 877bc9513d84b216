#include "loopyc/IR/Type.h"

#include "loopyc/IR/OpenTypes.h"

#include <algorithm>

using namespace loopyc;

std::string Type::str() const {
  if (isOpen(*this))
    return "<auto/runtime>";
  std::string bits = std::to_string(bytes * 8);
  switch (cls) {
  case TypeClass::Integer:
    return "int" + bits;
  case TypeClass::Real:
    return "float" + bits;
  case TypeClass::Complex:
    return "complex" + bits;
  case TypeClass::Logical:
    return "logical" + bits;
  case TypeClass::Unsigned:
    return "uint" + bits;
  }
  return "";
}

std::optional<Type> Type::parse(const std::string &name) {
  if (name == "bool")
    return logical(1);
  for (Type type : {integer(1), integer(2), integer(4), integer(8), natural(1),
                    natural(2), natural(4), natural(8), real(4), real(8),
                    complex(8), complex(16), logical(1), logical(2), logical(4),
                    logical(8)})
    if (type.str() == name)
      return type;
  return std::nullopt;
}

std::string Type::fortran() const {
  switch (cls) {
  case TypeClass::Integer:
    return "integer(" + std::to_string(bytes) + ")";
  case TypeClass::Real:
    return "real(" + std::to_string(bytes) + ")";
  case TypeClass::Complex:
    return "complex(" + std::to_string(bytes / 2) + ")";
  case TypeClass::Logical:
    return "logical(" + std::to_string(bytes) + ")";
  case TypeClass::Unsigned:
    return "unsigned(" + std::to_string(bytes) + ")";
  }
  return "";
}

// The kind (bytes of a real part) that counts when classes meet.
static int partBytes(Type t) { return t.isComplex() ? t.bytes / 2 : t.bytes; }

// The least type that holds all values of both.
static Type withSign(Type natural, Type integer) {
  if (integer.bytes > natural.bytes)
    return integer;
  return natural.bytes == 8 ? Type::real(8)
                            : Type::integer(2 * natural.bytes);
}

Type loopyc::promote(Type a, Type b) {
  if (isOpen(a) || isOpen(b))
    return openType();
  if (a.isLogical() && b.isLogical())
    return Type::logical(std::max(a.bytes, b.bytes));
  if (a.isLogical())
    return b;
  if (b.isLogical())
    return a;
  if (a.cls == b.cls)
    return a.bytes >= b.bytes ? a : b;
  if (a.isUnsigned() && b.isInteger())
    return withSign(a, b);
  if (a.isInteger() && b.isUnsigned())
    return withSign(b, a);
  if (a.isAnyInteger())
    return b;
  if (b.isAnyInteger())
    return a;
  return Type::complex(2 * std::max(partBytes(a), partBytes(b)));
}
