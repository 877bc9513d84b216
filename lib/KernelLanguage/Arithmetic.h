// What operations of the kernel language make of typed values: NumPy's rules.
//
//   float32*float64        float64          int32*float32    float64
//   int32/int32            float64          2*x, 1.5*x       x's type
//   1.5*i (an integer)     float64          x < y            logical
//
// An operand whose type is open makes the result open; what that then is, is
// found by doing the same again (Types.h).
#ifndef LOOPYC_LIB_KERNELLANGUAGE_ARITHMETIC_H
#define LOOPYC_LIB_KERNELLANGUAGE_ARITHMETIC_H

#include "Syntax.h"

#include "loopyc/IR/Expr.h"

#include <string>
#include <vector>

namespace loopyc {
namespace language {

// Literals are `flexible`: they take the type of what they meet. So is what
// stands for literals, and for nothing else: a rule's parameter or its value.
struct Value {
  Expr e;
  bool flexible = false;
  std::vector<Expr> literals; // that it stands for

  bool isForLiterals() const { return flexible && !literals.empty(); }
};

inline Value fixed(Expr e) { return {std::move(e), false, {}}; }
Value literal(int64_t value);
Value literal(double value);

// Of a variable that is still looked for: the other's type goes.
Type unknownType();
bool isUnknown(Type type);
Type promoteLikeNumPy(Type a, Type b);
// The type of a literal's operation with a value of that type.
Type metBy(const Value &literal, Type type);

// All throw UserError without a place, which says what does not fit.
void unify(Value &a, Value &b);
Value combine(Operator op, Value a, Value b);
Value negate(Value a);
Value bitNot(Value a);
// Throws UserError that names what is done with it.
void requireNoComplex(const Value &a, const std::string &what);
// To the left; to the right where `by` is negative, and zeros come in.
Value shift(Value a, Value by);
Value choose(Value condition, Value ifTrue, Value ifFalse);
Value castTo(const Value &a, Type type);
// sqrt, fmin, real, ...; an error where there is no such function, which may be
// one of `others` misspelled.
Value callOf(const std::string &function, std::vector<Value> arguments,
             const std::vector<std::string> &others = {});
std::vector<std::string> functionNames();
// The name of a function that is this intrinsic; "" if there is none.
// `ofReals`: fmin, not min, for operands that were made real numbers.
std::string functionNameOf(Intrinsic fn, bool ofReals);
// Of a function in C.
Value externalCall(const ExternalFunctionPtr &function,
                   std::vector<Value> arguments);
Value reductionOver(ReductionOp op, std::vector<std::string> inames, Value a);

// A condition: of a number, that it is not zero.
Expr condition(const Value &a);
Expr integerOf(const Value &a); // a subscript, say
// As an assignment converts it.
Expr assignable(const Value &a, Type type);

} // namespace language
} // namespace loopyc

#endif
