// IR expressions as C, with Fortran's meaning.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_EXPRPRINTER_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_EXPRPRINTER_H

#include "CFamily/Helpers.h"
#include "CFamily/KernelData.h"
#include "loopyc/IR/FastMath.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace codegen {

// C's operator precedences, as far as they matter for parentheses.
enum class Precedence {
  Conditional,
  Or,
  And,
  Equality,
  Relational,
  Additive,
  Multiplicative,
  Unary,
  Postfix
};

class ExprPrinter {
public:
  ExprPrinter(KernelData &data, Helpers &helpers)
      : data(data), dialect(data.dialect), helpers(helpers),
        fast(fastMathOf(data.scheduled.kernel)) {}
  ExprPrinter(const ExprPrinter &) = delete;
  // Without a kernel's data: names stand for themselves (launchers).
  ExprPrinter(KernelData &data, Helpers &helpers, const Dialect &dialect)
      : data(data), dialect(dialect), helpers(helpers), plainNames(true) {}

  std::string print(const Expr &e,
                    Precedence context = Precedence::Conditional);
  // A condition, with the outer parentheses of an `if` left out.
  std::string condition(const Expr &e);
  // The left side of an assignment.
  std::string assignee(const Expr &e) { return print(e); }
  // "&h[i]"; what is no element by itself, a component of a short vector, too.
  std::string address(const Expr &assignee);
  // Its array, and the place in it: "h", "i".
  std::pair<std::string, std::string> place(const Expr &element);
  // A number of elements, as wide as places in arrays are.
  std::string numberOfElements(const Expr &e);
  // The right side: logicals as 0 or 1.
  std::string stored(const Expr &value);

  // A literal, among those that a table is declared with.
  std::string constant(const Expr &literal);

  // Print what is equal to the expression as a name, which has its value; ""
  // ends it.
  void setName(const Expr &e, const std::string &name);

  // What is printed until the loop ends is inside of it.
  void enterLoop(const LoopVariable &variable) { loops.push_back(variable); }
  void leaveLoop() { loops.pop_back(); }
  // Strides have the names that the kernel's data says.
  void nameStrides(bool have) { strides = have; }

  // Print references along this iname as whole short vectors; "" ends it.
  void setVectorIname(std::string iname) { vectorIname = std::move(iname); }

  // Where the shift of a slot of rows is (RowCopies.h): in which word, and how
  // far up ("": not at all).
  std::pair<std::string, std::string> shiftBits(const RowStorage &rows,
                                                const Expr &slot);

private:
  struct Text {
    std::string text;
    Precedence precedence = Precedence::Postfix;
  };

  Text text(const Expr &e);
  Text integerLiteral(int64_t value, Type type);
  Text realLiteral(double value, Type type);
  Text variable(const VarRef &var, Type type);
  Text position(const GridAxis &axis, Type type);
  Text reference(const ArrayRef &ref, Type type);
  Text imageElement(const Storage &storage, const ArrayRef &ref);
  Text unary(const Unary &e, Type type);
  Text binary(const Binary &e, Type type);
  Text unsignedBinary(const Binary &e, Type type);
  Text wrapped(Text value, Type type);
  Text arithmetic(const char *op, Precedence own, const Expr &a, const Expr &b);
  Text complexBinary(const Binary &e, Type type);
  Text comparison(const Binary &e);
  Text power(const Binary &e, Type type);
  Text realPower(const Binary &e, Type type);
  Text rootPower(const Expr &base, int sixths, Type type);
  std::string rootPowerText(int sixths, Type type);
  // What fast math makes of sums, differences and quotients.
  std::optional<Text> fastBinary(const Binary &e, Type type);
  std::string fusedFunction(Type type);
  Text call(const Call &e, Type type);
  Text complexCall(const Call &e, Type type);
  Text bessel(const Call &e, Type type);
  Text realCall(const Call &e, Type type);
  Text extremum(const Call &e, Type type);
  Text cast(const Expr &from, Type type);
  Text select(const Select &e);
  Text castText(const std::string &typeName, const Expr &operand);

  std::string callText(const std::string &function,
                       const std::vector<Expr> &args);
  std::string math(const std::string &name, Type type,
                   const std::vector<Expr> &args);
  Text logicalOperand(const Expr &e);

  // --- addresses
  std::string identifier(const Storage &storage, const ArrayRef &ref);
  std::string pointerSpace(const Storage &storage) const;
  Expr linearIndex(const Storage &storage, const ArrayRef &ref);
  const LoopsAround *loopsAround() const;
  std::string rowShift(const Storage &storage, const ArrayRef &ref);
  Expr widened(const Expr &index);

  KernelData &data;
  const Dialect &dialect;
  Helpers &helpers;
  bool plainNames = false;
  bool wholeElements = false;          // components are printed as elements
  const ArrayRef *addressed = nullptr; // is printed as an element of memory
  std::string vectorIname;
  bool strides = false;
  std::vector<LoopVariable> loops; // around, from the outermost inward
  const LoopsAround around{
      [this](const Expr &subscript) {
        return std::any_of(loops.begin(), loops.end(),
                           [&](const LoopVariable &variable) {
                             return mentions(subscript, variable);
                           });
      },
      [this](const Expr &product) {
        for (const auto &[stride, name] : data.strides())
          if (stride == product)
            return Expr::var(name,
                             Type::integer(data.isWideName(name) ? 8 : 4));
        return Expr();
      }};
  FastMath fast;
  std::vector<std::pair<Expr, std::string>> names;
};

} // namespace codegen
} // namespace loopyc

#endif
