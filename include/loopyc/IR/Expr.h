// Expressions: immutable trees behind shared handles, every node typed.
//
//   Expr = IntLit | RealLit | LogicalLit | ComplexLit
//        | VarRef(name)                      iname, scalar, size parameter
//        | AxisRef(axis)                     position on an axis of the grid
//        | ArrayRef(name, Expr*)             zero-based, Fortran's axis order
//        | Unary(op, Expr) | Binary(op, Expr, Expr)
//        | Call(intrinsic, Expr*) | Cast(Expr) | Select(Expr, Expr, Expr)
//        | RuleCall(rule, Expr*)             use of a substitution rule
//        | ExternalCall(function, Expr*)     f(x) of C: ExternalFunction.h
//        | Reduction(op, iname*, Expr)       sum(k, a[k]*b[k])
//
// Conversions are explicit (Cast); the operands of arithmetic have the node's
// type, except Pow, whose exponent may be an integer, and comparisons, whose
// operands have each other's type.
//
// A reduction binds its inames: they have domains in the kernel, but the
// instruction is not within them. It combines the values at their points in
// ascending order, beginning with the neutral element of its operation, which
// is what it is where there are none: of a real min, +infinity.
#ifndef LOOPYC_IR_EXPR_H
#define LOOPYC_IR_EXPR_H

#include "loopyc/IR/GridAxis.h"
#include "loopyc/IR/Type.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {

struct ExprNode;
class ExternalFunction;
struct ExternalSignature;
using ExternalFunctionPtr = std::shared_ptr<const ExternalFunction>;
using ExternalSignaturePtr = std::shared_ptr<const ExternalSignature>;

enum class UnaryOp { Neg, Not };

enum class BinaryOp {
  Add, Sub, Mul,
  Div,      // real and complex division; integers truncate toward zero
  FloorDiv, // integers, toward minus infinity
  FloorMod, // Fortran's modulo: the sign of the divisor
  Rem,      // Fortran's mod, C's %: the sign of the dividend
  Pow,
  Eq, Ne, Lt, Le, Gt, Ge, // -> logical
  And, Or                 // logical
};

// Intrinsics that a device has. Their meaning is Fortran's.
enum class Intrinsic {
  Abs, Sqrt, Exp, Log, Log10, Sin, Cos, Tan, Asin, Acos, Atan, Atan2, Sinh,
  Cosh, Tanh, Asinh, Acosh, Atanh, Erf, Erfc, ErfcScaled, Gamma, LogGamma,
  Hypot, BesselJ0, BesselJ1, BesselJN, BesselY0, BesselY1, BesselYN,
  Min, Max, // any number of operands
  Sign, Dim,
  Floor, Ceiling, Nint, // real -> integer of the node's type
  Anint, Aint,          // real -> real
  RealPart, ImagPart, Conj, MakeComplex,
  Iand, Ior, Ieor, Inot, Ishft, Btest,
  Popcnt, Leadz, Trailz,              // integer -> integer of the node's type
  Exponent, Fraction, Scale, Nearest, // of floating-point numbers
  IsNan
};

// Whose name is meant, where expressions speak of several instances: of i, of
// the one that follows (i'), or of one in between (i''). Kernels have none.
enum class Mark { None, Prime, DoublePrime };

// The operations by which many values become one: associative and commutative,
// but for rounding.
enum class ReductionOp {
  Add, Mul, Min, Max,
  And, Or, Eqv, Neqv, // of logicals
  Iand, Ior, Ieor     // of integers, bit by bit
};

// sum, product, min, max, all, any, eqv, neqv, iand, ior, ieor
const char *reductionName(ReductionOp op);
bool isLogical(ReductionOp op);
bool isBitwise(ReductionOp op);
std::optional<ReductionOp> reductionByName(const std::string &name);

const char *intrinsicName(Intrinsic fn); // Fortran's, lower case
std::optional<Intrinsic> intrinsicByName(const std::string &name);

class Expr {
public:
  Expr() = default;
  explicit Expr(std::shared_ptr<const ExprNode> node) : ptr(std::move(node)) {}

  explicit operator bool() const { return static_cast<bool>(ptr); }
  const ExprNode &operator*() const { return *ptr; }
  const ExprNode *operator->() const { return ptr.get(); }
  Type type() const;

  // The same handle?
  bool same(const Expr &other) const { return ptr == other.ptr; }
  // Equal as trees.
  bool operator==(const Expr &other) const;
  bool operator!=(const Expr &other) const { return !(*this == other); }

  // The seeds' notation: 2*a[i,j] + b**2.
  std::string str() const;

  template <typename T> const T *getIf() const;

  // --- construction; each checks nothing and folds nothing
  static Expr integer(int64_t value, Type type = Type::integer(4));
  static Expr real(double value, Type type);
  static Expr logical(bool value, Type type = Type::logical(4));
  static Expr complex(double re, double im, Type type);
  static Expr var(std::string name, Type type = Type::integer(4));
  static Expr marked(std::string name, Mark mark, Type type = Type::integer(4));
  static Expr axis(GridAxis axis, Type type = Type::integer(4));
  static Expr array(std::string name, std::vector<Expr> subscripts, Type type);
  static Expr unary(UnaryOp op, Expr a);
  static Expr binary(BinaryOp op, Expr a, Expr b);          // type deduced
  static Expr binary(BinaryOp op, Expr a, Expr b, Type type);
  static Expr call(Intrinsic fn, std::vector<Expr> args, Type type);
  static Expr cast(Expr a, Type type); // the operand itself if it has the type
  static Expr select(Expr condition, Expr ifTrue, Expr ifFalse);
  static Expr rule(std::string name, std::vector<Expr> args, Type type);
  static Expr reduction(ReductionOp op, std::vector<std::string> inames,
                        Expr value);
  // Of a type that is open as long as there is no signature.
  static Expr external(ExternalFunctionPtr function,
                       ExternalSignaturePtr signature, std::vector<Expr> args,
                       Type type);

private:
  std::shared_ptr<const ExprNode> ptr;
};

struct IntLit { int64_t value; };
struct RealLit { double value; };
struct LogicalLit { bool value; };
struct ComplexLit { double re, im; };
struct VarRef {
  std::string name;
  Mark mark = Mark::None;
  std::string str() const; // i, i', i''
};
struct AxisRef { GridAxis axis; };
struct ArrayRef { std::string name; std::vector<Expr> subscripts; };
struct Unary { UnaryOp op; Expr a; };
struct Binary { BinaryOp op; Expr a, b; };
struct Call { Intrinsic fn; std::vector<Expr> args; };
struct Cast { Expr a; };
struct Select { Expr condition, ifTrue, ifFalse; };
struct RuleCall { std::string rule; std::vector<Expr> args; };
struct Reduction {
  ReductionOp op;
  std::vector<std::string> inames; // from the outermost
  Expr value;
};
struct ExternalCall {
  ExternalFunctionPtr function;
  ExternalSignaturePtr signature; // null while types are open
  std::vector<Expr> args;
  // Is it a call of the same C function? Arguments apart.
  bool isLike(const ExternalCall &other) const;
};

struct ExprNode {
  using Value = std::variant<IntLit, RealLit, LogicalLit, ComplexLit, VarRef,
                             AxisRef, ArrayRef, Unary, Binary, Call, Cast,
                             Select, RuleCall, Reduction, ExternalCall>;
  Type type;
  Value value;
};

template <typename T> const T *Expr::getIf() const {
  return ptr ? std::get_if<T>(&ptr->value) : nullptr;
}

// Integer arithmetic that folds literals and drops neutral elements:
// for building subscripts and bounds.
Expr operator+(const Expr &a, const Expr &b);
Expr operator-(const Expr &a, const Expr &b);
Expr operator*(const Expr &a, const Expr &b);
Expr operator+(const Expr &a, int64_t b);
Expr operator-(const Expr &a, int64_t b);
Expr operator*(const Expr &a, int64_t b);
// Quotient and remainder toward minus infinity, folded where possible.
Expr floorDiv(const Expr &a, int64_t b);
Expr floorMod(const Expr &a, int64_t b);
std::optional<int64_t> asInteger(const Expr &e); // an integer literal's value

// What the operation makes of two values, of one type.
Expr reductionOf(ReductionOp op, const Expr &a, const Expr &b);

// --- walking and rewriting

// The operands of a node, in order.
std::vector<Expr> operands(const Expr &e);
// The node with other operands; the same handle if they are the same handles.
Expr withOperands(const Expr &e, const std::vector<Expr> &operands);
// Calls `visit` on every node, parents first; `visit` returns whether to go on
// into the operands.
void walk(const Expr &e, const std::function<bool(const Expr &)> &visit);
// Bottom-up rewriting: `fn` gets each node with its operands rewritten and
// returns its replacement (or the node). Returns the same handle where nothing
// changed.
Expr rewrite(const Expr &e, const std::function<Expr(const Expr &)> &fn);
// Replaces VarRefs by name, but for those with a mark and those that a
// reduction binds. Integer arithmetic around a replacement is folded. Throws
// UserError where a reduction would bind a name of a replacement.
using Substitution = std::map<std::string, Expr>;
Expr substitute(const Expr &e, const Substitution &by);
// The same where inames are replaced throughout a kernel, so that reductions
// bind what stands in an iname's place: i -> i_outer, i_inner.
using InamePlaces = std::map<std::string, std::vector<std::string>>;
Expr substituteInames(const Expr &e, const Substitution &by,
                      const InamePlaces &places);
// Replaces VarRefs and AxisRefs by what the function says, if it says anything.
using ReferenceValue = std::function<const Expr *(const Expr &reference)>;
Expr substituteReferences(const Expr &e, const ReferenceValue &value);
// Folds integer arithmetic: constants, neutral elements, and sums of products
// into one canonical sum (i + 3 - i -> 3), throughout the tree.
Expr fold(const Expr &e);
// Names in the tree: of scalars and inames (VarRef without a mark), and of
// arrays (ArrayRef). What a reduction binds is no name of the tree.
void collectNames(const Expr &e, std::set<std::string> &vars,
                  std::set<std::string> &arrays);
bool mentions(const Expr &e, const std::string &name);
bool mentions(const Expr &e, const GridAxis &axis);
// Inames that reductions in the tree bind.
std::set<std::string> reducedInames(const Expr &e);

} // namespace loopyc

#endif
