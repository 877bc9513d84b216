// What a kernel reads and writes: arguments and temporaries.
#ifndef LOOPYC_IR_ARRAY_H
#define LOOPYC_IR_ARRAY_H

#include "loopyc/IR/Expr.h"
#include "loopyc/IR/Tags.h"
#include "loopyc/Support/SourceLocation.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

enum class AddressSpace {
  Auto,     // of a temporary: to be decided from its use when scheduled
  Private,  // one for each work-item
  Local,    // one for each work-group
  Global,   // one for the launch
  Constant
};
const char *addressSpaceName(AddressSpace space); // "private", "auto", ...

enum class Intent { Unknown, In, Out, InOut };

// Of an argument: may a pointer point at it, or is it what a pointer points at?
enum class Pointing { None, Target, Pointer };
// May what one of them has be what the other has, too?
inline bool mayBeSame(Pointing a, Pointing b) {
  return (a == Pointing::Pointer && b != Pointing::None) ||
         (b == Pointing::Pointer && a != Pointing::None);
}

enum class VariableKind {
  ValueArg,  // scalar argument passed by value (never written)
  ArrayArg,  // array argument; also a scalar that is written (shape ())
  Temporary, // local to the subroutine
  Table      // constants in the code; stands among the temporaries
};

// One axis of an array.
struct Axis {
  Expr extent;      // null: unknown (the last axis of an assumed-size array)
  AxisTag tag;
  std::string name; // "" if unnamed
};

// How the array was declared in Fortran, before layout transformations:
// `indices[a]` gives the current zero-based index along current axis a as an
// expression in the declared zero-based indices i0, i1, ... .
struct DeclaredLayout {
  std::vector<Expr> extents;     // of the declared axes; null: unknown
  std::vector<Expr> lowerBounds; // of the declared axes
  std::vector<Expr> indices;
  bool isLastWrittenAsOne = false; // a(1): the last extent is unknown, though
};

// What a script asserts of the values of an integer array, as they are when the
// kernel starts; nothing in the kernel writes them (assert_map). Of a table, what
// they are.
struct MapFacts {
  bool injective = false; // no value stands in it twice
  // Along its one axis, no value is less than the one before, or each is more.
  bool increasing = false, strictlyIncreasing = false;
  Expr lower, upper; // of all values, as Fortran has them; null: unknown
  // Of a table: a literal of its type for each element in the order of the
  // declared axes, the last one fastest.
  std::vector<Expr> values;
};

struct Variable {
  std::string name;
  Type type;
  VariableKind kind = VariableKind::Temporary;
  AddressSpace space = AddressSpace::Global;
  Intent intent = Intent::Unknown;
  Pointing pointing = Pointing::None;
  std::vector<Axis> axes; // empty: scalar
  DeclaredLayout declared;
  // Temporaries that share storage have the same non-empty name here.
  std::string baseStorage;
  // Of a temporary: of the loops around all of its uses, in the reference order,
  // as many begin its lifetime with each iteration. It comes without a value
  // then, as what a procedure or a block construct declares does each time that
  // it is entered: no value goes from one such iteration to another.
  int lifetimeLoops = 0;
  // Of an argument of one launch of several, what the host computes it from:
  // values that are arguments of all of them. Null for others.
  Expr hostValue;
  SourceRange range;
  std::shared_ptr<const MapFacts> map; // null: nothing is asserted

  bool isTemporary() const { return kind == VariableKind::Temporary; }
  // An array that has values from before the kernel, which nothing writes.
  bool isTable() const { return kind == VariableKind::Table; }
  bool isArgument() const { return !isTemporary() && !isTable(); }
  // Without subscripts: a VarRef refers to it.
  bool isScalar() const { return axes.empty(); }
  // The axes that a script sees: all but the trailing reused ones.
  size_t visibleAxes() const;
  bool isValue() const { return kind == VariableKind::ValueArg; }
};

using VariablePtr = std::shared_ptr<const Variable>;

// The stride of each axis in elements of the array's storage type (short
// vectors where an axis is tagged vec). Null for vec, sep and reused axes.
// Throws UserError where nesting levels are not 0..n-1, or where a needed
// extent is unknown.
std::vector<Expr> axisStrides(const Variable &var);
// The number of lanes of the vec axis (1 if there is none): its extent,
// which must be the constant 2, 3, 4, 8 or 16. 3 occupies 4.
int vectorLength(const Variable &var);
// Bytes of one storage element (a short vector where an axis is tagged vec).
int elementBytes(const Variable &var);
// The number of storage elements of one of its arrays, padding between rows
// included; null if unknown.
Expr storageExtent(const Variable &var);
// Bytes of all its arrays; nullopt if no constant.
std::optional<int64_t> storageBytes(const Variable &var);

} // namespace loopyc

#endif
