#include "TokenReader.h"

#include "SegmentedReductions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstdlib>

using namespace loopyc;
using namespace loopyc::language;

// --- tokens

bool TokenReader::take(const char *symbol) {
  if (!next().is(symbol))
    return false;
  ++pos;
  return true;
}

bool TokenReader::takeName(const char *name) {
  if (!next().isName(name))
    return false;
  ++pos;
  return true;
}

static std::string found(const Token &token) {
  switch (token.kind) {
  case TokenKind::Line:
    return "the line ends";
  case TokenKind::End:
    return "the text ends";
  default:
    return "'" + token.text + "' was found";
  }
}

Token TokenReader::expectName(const char *what) {
  if (next().kind != TokenKind::Name)
    fail(std::string(what) + " was expected, but " + found(next()));
  return takeAny();
}

void TokenReader::expect(const char *symbol, const char *where) {
  if (!take(symbol))
    fail(std::string("'") + symbol + "' was expected " + where + ", but " +
         found(next()));
}

void TokenReader::skipLines() {
  while (next().kind == TokenKind::Line)
    ++pos;
}

// --- expressions

NodePtr TokenReader::make(Node::Value value, size_t begin) const {
  return std::make_shared<const Node>(Node{std::move(value), since(begin)});
}

NodePtr TokenReader::infix(Operator op, NodePtr a, NodePtr b,
                           size_t begin) const {
  return make(InfixNode{op, std::move(a), std::move(b)}, begin);
}

std::optional<Operator> TokenReader::takeOperator(
    std::initializer_list<std::pair<const char *, Operator>> operators) {
  for (const auto &[symbol, op] : operators)
    if (take(symbol))
      return op;
  return std::nullopt;
}

NodePtr TokenReader::chain(
    Reader tighter,
    std::initializer_list<std::pair<const char *, Operator>> operators) {
  size_t begin = beginning();
  NodePtr a = (this->*tighter)();
  while (auto op = takeOperator(operators))
    a = infix(*op, a, (this->*tighter)(), begin);
  return a;
}

NodePtr TokenReader::expression() {
  size_t begin = beginning();
  NodePtr value = disjunction();
  if (!takeName("if"))
    return value;
  NodePtr condition = disjunction();
  if (!takeName("else"))
    fail("'else' was expected behind a condition in a value, as in 'x if c "
         "else y'");
  return make(ChoiceNode{condition, value, expression()}, begin);
}

NodePtr TokenReader::disjunction() {
  size_t begin = beginning();
  NodePtr a = conjunction();
  while (takeName("or") || take("||"))
    a = infix(Operator::Or, a, conjunction(), begin);
  return a;
}

NodePtr TokenReader::conjunction() {
  size_t begin = beginning();
  NodePtr a = negation();
  while (takeName("and") || take("&&"))
    a = infix(Operator::And, a, negation(), begin);
  return a;
}

NodePtr TokenReader::negation() {
  size_t begin = beginning();
  if (takeName("not") || take("!"))
    return make(PrefixNode{Prefix::Not, negation()}, begin);
  return comparison();
}

NodePtr TokenReader::comparison() {
  size_t begin = beginning();
  NodePtr a = bitOr(), result;
  while (auto op = takeOperator({{"==", Operator::Eq},
                                 {"!=", Operator::Ne},
                                 {"<=", Operator::Le},
                                 {">=", Operator::Ge},
                                 {"<", Operator::Lt},
                                 {">", Operator::Gt}})) {
    NodePtr b = bitOr();
    NodePtr one = infix(*op, a, b, begin);
    result = result ? infix(Operator::And, result, one, begin) : one;
    a = b;
  }
  return result ? result : a;
}

NodePtr TokenReader::bitOr() {
  return chain(&TokenReader::bitXor, {{"|", Operator::BitOr}});
}
NodePtr TokenReader::bitXor() {
  return chain(&TokenReader::bitAnd, {{"^", Operator::BitXor}});
}
NodePtr TokenReader::bitAnd() {
  return chain(&TokenReader::shift, {{"&", Operator::BitAnd}});
}
NodePtr TokenReader::shift() {
  return chain(&TokenReader::sum,
               {{"<<", Operator::ShiftLeft}, {">>", Operator::ShiftRight}});
}
NodePtr TokenReader::sum() {
  return chain(&TokenReader::product,
               {{"+", Operator::Add}, {"-", Operator::Sub}});
}
NodePtr TokenReader::product() {
  return chain(&TokenReader::sign, {{"*", Operator::Mul},
                                    {"//", Operator::FloorDivide},
                                    {"/", Operator::Divide},
                                    {"%", Operator::Modulo}});
}

NodePtr TokenReader::sign() {
  size_t begin = beginning();
  if (take("-"))
    return make(PrefixNode{Prefix::Minus, sign()}, begin);
  if (take("+"))
    return make(PrefixNode{Prefix::Plus, sign()}, begin);
  if (take("~"))
    return make(PrefixNode{Prefix::BitNot, sign()}, begin);
  return power();
}

NodePtr TokenReader::power() {
  size_t begin = beginning();
  NodePtr a = atom();
  return take("**") ? infix(Operator::Power, a, sign(), begin) : a;
}

NodePtr TokenReader::atom() {
  if (take("(")) {
    NodePtr value = expression();
    expect(")", "behind an expression");
    return value;
  }
  if (isAt("["))
    return view();
  switch (next().kind) {
  case TokenKind::Name:
    return named();
  case TokenKind::Integer:
  case TokenKind::Real:
  case TokenKind::Imaginary:
    return number();
  default:
    fail("an operand was expected, but " + found(next()));
  }
}

NodePtr TokenReader::number() {
  Token token = takeAny();
  llvm::StringRef digits = token.text;
  if (token.kind == TokenKind::Integer) {
    int64_t value = 0;
    bool hasBase = digits.size() > 1 && !llvm::isDigit(digits[1]);
    uint64_t large = 0;
    if (digits.getAsInteger(hasBase ? 0 : 10, value) &&
        !digits.getAsInteger(hasBase ? 0 : 10, large))
      return make(IntegerNode{static_cast<int64_t>(large), true},
                  token.span.begin);
    if (digits.getAsInteger(hasBase ? 0 : 10, value))
      text.fail(hasBase ? "'" + token.text +
                              "' is no integer of 64 bits; these are 31, 0x1f, "
                              "0o37 and 0b11111"
                        : "the number does not fit 64 bits",
                token.span);
    return make(IntegerNode{value}, token.span.begin);
  }
  // 1.5d0 is one in double precision, whatever it meets.
  std::string spelled = token.text;
  std::optional<Type> type;
  if (size_t d = spelled.find_first_of("dD"); d != std::string::npos) {
    spelled[d] = 'e';
    type = Type::real(8);
  }
  double value = std::strtod(spelled.c_str(), nullptr);
  if (std::isinf(value))
    text.fail("the number does not fit float64", token.span);
  if (token.kind == TokenKind::Imaginary) {
    NodePtr imaginary = make(ImaginaryNode{value}, token.span.begin);
    return digits.ends_with("f")
               ? make(CastNode{Type::complex(8), imaginary}, token.span.begin)
               : imaginary;
  }
  if (digits.ends_with("f"))
    type = Type::real(4);
  return make(RealNode{value, type}, token.span.begin);
}

// --- names

// np.inf, np.pi and np.e, which have the type of what they meet.
std::optional<double> TokenReader::constant() {
  const size_t start = pos, begin = beginning();
  if (takeName("np") && take(".")) {
    if (takeName("inf"))
      return INFINITY;
    if (takeName("pi"))
      return llvm::numbers::pi;
    if (takeName("e"))
      return llvm::numbers::e;
    if (takeName("nan"))
      text.fail("'np.nan' is no constant here; write 0.0/0.0, which has the "
                "type float64",
                since(begin));
  }
  goTo(start);
  return std::nullopt;
}

NodePtr TokenReader::named() {
  Token name = takeAny();
  if (name.text == "True" || name.text == "False")
    return make(TruthNode{name.text == "True"}, name.span.begin);
  if (name.text == "np" && isAt(".")) {
    goTo(pos - 1);
    if (std::optional<double> value = constant())
      return make(RealNode{*value, std::nullopt}, name.span.begin);
    Type type = typeName();
    expect("(", "behind a type");
    NodePtr value = expression();
    expect(")", "behind the value");
    return make(CastNode{type, value}, name.span.begin);
  }
  if (isAt("[") && next(1).is("["))
    fail("'" + name.text +
         "[[...]]' counts elements in memory, which no "
         "proof here knows; write a subscript for each axis, '" +
         name.text + "[i, j]'");
  if (take("[")) {
    NodeList inside = subscripts();
    return make(SubscriptNode{name.text, std::move(inside)}, name.span.begin);
  }
  if (take("("))
    return call(name);
  return make(NameNode{name.text}, name.span.begin);
}

NodeList TokenReader::list(const char *close) {
  NodeList result;
  while (!take(close)) {
    if (!result.empty()) {
      expect(",", "between operands");
      if (take(close))
        break;
    }
    result.push_back(expression());
  }
  return result;
}

Type TokenReader::typeName() {
  size_t begin = beginning();
  Token name = expectName("a type");
  if ((name.text == "np" || name.text == "numpy") && take("."))
    name = expectName("a type");
  std::optional<Type> type = Type::parse(name.text);
  if (name.text == "bool_" || name.text == "bool8")
    type = Type::logical(1);
  if (name.text == "float" || name.text == "double")
    type = Type::real(8);
  if (name.text == "int")
    type = Type::integer(4);
  if (!type)
    text.fail("'" + name.text +
                  "' is no type that kernels have; these are int8, int16, "
                  "int32, int64, uint8, uint16, uint32, uint64, float32, "
                  "float64, complex64, complex128 and bool",
              since(begin));
  return *type;
}

// A name, or several in brackets, if all are inames.
std::optional<std::vector<std::string>> TokenReader::reducedInames() {
  size_t start = pos;
  const char *close = take("[") ? "]" : take("(") ? ")" : nullptr;
  std::vector<std::string> inames;
  do {
    if (close && !inames.empty() && isAt(close))
      break; // (k,)
    if (next().kind != TokenKind::Name || !isIname(next().text)) {
      goTo(start);
      return std::nullopt;
    }
    inames.push_back(takeAny().text);
  } while (close && take(","));
  if ((close && !take(close)) || !isAt(",")) {
    goTo(start);
    return std::nullopt;
  }
  return inames;
}

// Of reduce(...): a name, or segmented(sum).
std::string TokenReader::reductionOperation() {
  std::string op = expectName("the operation of the reduction").text;
  if (op != "segmented" || !take("("))
    return op;
  size_t begin = beginning();
  op = segmentedOperation(
      expectName("the operation within segments: sum or product").text);
  if (!builtInOperation(op))
    text.fail("segments are reduced by sum or product", since(begin));
  expect(")", "behind the operation within segments");
  return op;
}

// The parenthesis is behind.
NodePtr TokenReader::call(const Token &name) {
  size_t begin = name.span.begin;
  if (name.text == "reduce" || name.text == "simul_reduce") {
    std::string op = reductionOperation();
    if (op == "argmin" || op == "argmax" || reductionByName(op)) {
      expect(",", "behind the operation of a reduction");
      return reduction(op, begin);
    }
    expect(",", "behind the operation of a reduction");
    return fold(op, begin);
  }
  if (name.text == "argmin" || name.text == "argmax")
    return reduction(name.text, begin);
  if (auto op = reductionByName(name.text)) {
    bool isOfTwo = *op == ReductionOp::Min || *op == ReductionOp::Max ||
                   isBitwise(*op);
    if (isReduction() || !isOfTwo)
      return reduction(name.text, begin);
  }
  if (name.text == "cast") {
    Type type = typeName();
    expect(",", "behind the type of a cast");
    NodePtr value = expression();
    expect(")", "behind the value of a cast");
    return make(CastNode{type, value}, begin);
  }
  if (Type::parse(name.text)) {
    goTo(pos - 2);
    Type type = typeName();
    expect("(", "behind a type");
    NodePtr value = expression();
    expect(")", "behind the value");
    return make(CastNode{type, value}, begin);
  }
  if (name.text == "if") {
    NodeList parts = list(")");
    if (parts.size() != 3)
      text.fail("if(condition, x, y) has three operands, not " +
                    std::to_string(parts.size()),
                since(begin));
    return make(ChoiceNode{parts[0], parts[1], parts[2]}, begin);
  }
  if (isAt("[") && isReduction())
    return fold(name.text, begin);
  if (isAt("(") && isReduction(2)) // f((i), x) is a call
    return fold(name.text, begin);
  return make(CallNode{name.text, list(")")}, begin);
}

bool TokenReader::isReduction(size_t fewest) {
  size_t start = pos;
  auto inames = reducedInames();
  goTo(start);
  return inames && inames->size() >= fewest;
}

// NAME((k, l), x, y), by an operation that a script is to define.
NodePtr TokenReader::fold(const std::string &name, size_t begin) {
  std::vector<std::string> inames = inamesOf(name);
  return make(FoldNode{name, inames, list(")")}, begin);
}

NodePtr TokenReader::reduction(const std::string &name, size_t begin) {
  if (name == "argmin" || name == "argmax")
    return argExtremum(name, begin);
  auto op = reductionByName(name);
  std::vector<std::string> inames = inamesOf(name);
  NodePtr value = expression();
  expect(")", "behind the value of a reduction");
  return make(ReductionNode{*op, inames, value}, begin);
}

// And the comma behind.
std::vector<std::string> TokenReader::inamesOf(const std::string &reduction) {
  auto inames = reducedInames();
  if (!inames)
    fail("an iname to reduce over, or several in brackets, and a comma were "
         "expected behind '" +
         reduction + "('; inames are those of the domains");
  expect(",", "behind inames of a reduction");
  return *inames;
}

// argmin(k, a[k], k)
NodePtr TokenReader::argExtremum(const std::string &name, size_t begin) {
  std::vector<std::string> inames = inamesOf(name);
  NodePtr value = expression();
  if (!isAt(","))
    fail("',' and the place were expected behind the value, as in '" + name +
         "(k, a[k], k)'");
  takeAny();
  NodePtr place = expression();
  expect(")", "behind the place");
  return make(ArgExtremumNode{name == "argmax", inames, value, place}, begin);
}

NodePtr language::readExpression(const Text &text, const IsIname &isIname) {
  TokenReader reader(text, isIname);
  reader.skipLines();
  NodePtr value = reader.expression();
  reader.skipLines();
  if (!reader.atEnd())
    reader.fail("an operator or the end was expected");
  return value;
}
