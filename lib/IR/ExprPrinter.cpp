// Expressions as text in the seeds' notation; parseExpr reads it back.
#include "loopyc/IR/Expr.h"
#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Support/Match.h"

#include <charconv>
#include <cmath>

using namespace loopyc;

namespace {

// How tightly an operator binds; an operand that binds less gets parentheses.
enum Binding { OrB, AndB, NotB, CompareB, SumB, ProductB, SignB, PowerB, Atom };

struct Operator {
  const char *text;
  Binding binding;
};

} // namespace

static Operator operatorOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {" + ", SumB};
  case BinaryOp::Sub:
    return {" - ", SumB};
  case BinaryOp::Mul:
    return {"*", ProductB};
  case BinaryOp::Div:
    return {" / ", ProductB};
  case BinaryOp::FloorDiv:
    return {" // ", ProductB};
  case BinaryOp::FloorMod:
    return {" % ", ProductB};
  case BinaryOp::Rem:
    return {"mod", Atom};
  case BinaryOp::Pow:
    return {"**", PowerB};
  case BinaryOp::Eq:
    return {" == ", CompareB};
  case BinaryOp::Ne:
    return {" != ", CompareB};
  case BinaryOp::Lt:
    return {" < ", CompareB};
  case BinaryOp::Le:
    return {" <= ", CompareB};
  case BinaryOp::Gt:
    return {" > ", CompareB};
  case BinaryOp::Ge:
    return {" >= ", CompareB};
  case BinaryOp::And:
    return {" and ", AndB};
  case BinaryOp::Or:
    return {" or ", OrB};
  }
  return {"", Atom};
}

template <typename Number> static std::string shortest(Number value) {
  char buffer[64];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end.ptr);
}

// Shortest digits that read back as the same value: 1.4, 1.0e-30, 2.5d0.
static std::string realStr(double value, Type type) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  float narrow = static_cast<float>(value);
  bool isSingle = type.bytes == 4 && static_cast<double>(narrow) == value;
  std::string text = isSingle ? shortest(narrow) : shortest(value);
  size_t exponent = text.find('e');
  if (text.find('.') == std::string::npos)
    text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
  if (type.bytes == 8) {
    exponent = text.find('e');
    if (exponent == std::string::npos)
      text += "d0";
    else
      text[exponent] = 'd';
  }
  return text;
}

static void print(const Expr &e, Binding context, std::string &out);

static void printList(const std::vector<Expr> &list, std::string &out) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (i)
      out += ", ";
    print(list[i], OrB, out);
  }
}

static void printCall(const std::string &name, const std::vector<Expr> &args,
                      std::string &out) {
  out += name + "(";
  printList(args, out);
  out += ")";
}

// sum(k, a[k]); of the names that intrinsics have, too, min([k], a[k]).
static void printReduction(const Reduction &n, std::string &out) {
  const char *name = reductionName(n.op);
  bool isPlain = n.inames.size() == 1 && !intrinsicByName(name);
  out += std::string(name) + (isPlain ? "(" : "([");
  for (size_t i = 0; i < n.inames.size(); ++i)
    out += (i ? ", " : "") + n.inames[i];
  out += isPlain ? ", " : "], ";
  print(n.value, OrB, out);
  out += ")";
}

static Binding tighter(Binding b) { return static_cast<Binding>(b + 1); }

static void printBinary(const Binary &n, Binding context, std::string &out) {
  Operator op = operatorOf(n.op);
  if (op.binding == Atom)
    return printCall(op.text, {n.a, n.b}, out);
  bool parens = op.binding < context;
  if (parens)
    out += "(";
  bool rightAssociative = n.op == BinaryOp::Pow;
  bool chains = op.binding != CompareB;
  print(n.a, rightAssociative || !chains ? tighter(op.binding) : op.binding,
        out);
  out += op.text;
  // a - (b + c), and also a + (b + c): the tree stays visible.
  print(n.b, rightAssociative ? SignB : tighter(op.binding), out);
  if (parens)
    out += ")";
}

static void printSigned(const std::string &literal, Binding context,
                        std::string &out) {
  bool parens = literal[0] == '-' && context > SumB;
  out += parens ? "(" + literal + ")" : literal;
}

// Does a sign in front of the product belong to what is divided and rounded?
static bool beginsWithQuotient(const Expr &e) {
  const auto *product = e.getIf<Binary>();
  if (!product || operatorOf(product->op).binding != ProductB)
    return false;
  return product->op == BinaryOp::FloorDiv ||
         product->op == BinaryOp::FloorMod ||
         (product->op == BinaryOp::Div && e.type().isAnyInteger()) ||
         beginsWithQuotient(product->a);
}

// -a*b, but -(a // b), as a sign belongs to a.
static Binding bindingUnderSign(const Expr &e) {
  return beginsWithQuotient(e) ? SignB : ProductB;
}

static void print(const Expr &e, Binding context, std::string &out) {
  if (!e) {
    out += "?";
    return;
  }
  match(
      e->value,
      [&](const IntLit &n) {
        printSigned(e.type().isUnsigned()
                        ? std::to_string(static_cast<uint64_t>(n.value))
                        : std::to_string(n.value),
                    context, out);
      },
      [&](const RealLit &n) {
        printSigned(realStr(n.value, e.type()), context, out);
      },
      [&](const LogicalLit &n) { out += n.value ? "True" : "False"; },
      [&](const ComplexLit &n) {
        out += "cmplx(" + realStr(n.re, e.type().part()) + ", " +
               realStr(n.im, e.type().part()) + ")";
      },
      [&](const VarRef &n) {
        if (n.mark == Mark::None)
          out += n.name;
        else
          out += n.str();
      },
      [&](const AxisRef &n) { out += n.axis.str(); },
      [&](const ArrayRef &n) {
        out += n.name + "[";
        printList(n.subscripts, out);
        out += "]";
      },
      [&](const Unary &n) {
        Binding own = n.op == UnaryOp::Neg ? SignB : NotB;
        // a sign may start a sum, but not follow an operator
        bool parens = n.op == UnaryOp::Neg ? context > SumB : own < context;
        out += parens ? "(" : "";
        out += n.op == UnaryOp::Neg ? "-" : "not ";
        print(n.a, n.op == UnaryOp::Neg ? bindingUnderSign(n.a) : own, out);
        out += parens ? ")" : "";
      },
      [&](const Binary &n) { printBinary(n, context, out); },
      [&](const Call &n) { printCall(intrinsicName(n.fn), n.args, out); },
      [&](const Cast &n) {
        if (isOpen(e.type())) // it is not known yet whether there is one
          return print(n.a, context, out);
        printCall(e.type().str(), {n.a}, out);
      },
      [&](const Select &n) {
        printCall("if", {n.condition, n.ifTrue, n.ifFalse}, out);
      },
      [&](const RuleCall &n) { printCall(n.rule, n.args, out); },
      [&](const Reduction &n) { printReduction(n, out); },
      [&](const ExternalCall &n) { printCall(n.function->name, n.args, out); });
}

std::string Expr::str() const {
  std::string out;
  print(*this, OrB, out);
  return out;
}
