// A place in the tokens of a text, and expressions that are read there.
//
// Operators, from loose to tight: x if c else y; or, and, not; comparisons
// (0 <= i < n is both); |; ^; &; << >>; + -; * / // %; signs and ~; **.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_TOKENREADER_H
#define LOOPYC_LIB_KERNELLANGUAGE_TOKENREADER_H

#include "Syntax.h"
#include "Tokens.h"

namespace loopyc {
namespace language {

class TokenReader {
public:
  TokenReader(const Text &text, const IsIname &isIname)
      : text(text), isIname(isIname), tokens(tokensOf(text)) {}

  // --- tokens
  const Token &next(size_t ahead = 0) const {
    return tokens[std::min(pos + ahead, tokens.size() - 1)];
  }
  bool isAt(const char *symbol) const { return next().is(symbol); }
  bool atEnd() const { return next().kind == TokenKind::End; }
  bool atLineEnd() const { return next().kind == TokenKind::Line || atEnd(); }
  Token takeAny() { return tokens[pos < tokens.size() - 1 ? pos++ : pos]; }
  bool take(const char *symbol);
  bool takeName(const char *name);
  Token expectName(const char *what);
  void expect(const char *symbol, const char *where);
  void skipLines();
  size_t place() const { return pos; }
  void goTo(size_t place) { pos = place; }
  // From there to the last token that was taken.
  Span since(size_t begin) const {
    return {begin, pos ? tokens[pos - 1].span.end : begin};
  }
  size_t beginning() const { return next().span.begin; }
  [[noreturn]] void fail(const std::string &message) const {
    text.fail(message, next().span);
  }

  // --- expressions
  NodePtr expression();
  // float32, np.float32
  Type typeName();

private:
  using Reader = NodePtr (TokenReader::*)();
  NodePtr make(Node::Value value, size_t begin) const;
  NodePtr infix(Operator op, NodePtr a, NodePtr b, size_t begin) const;
  std::optional<Operator> takeOperator(
      std::initializer_list<std::pair<const char *, Operator>> operators);
  NodePtr chain(Reader tighter,
                std::initializer_list<std::pair<const char *, Operator>> ops);
  NodePtr disjunction();
  NodePtr conjunction();
  NodePtr negation();
  NodePtr comparison();
  NodePtr bitOr();
  NodePtr bitXor();
  NodePtr bitAnd();
  NodePtr shift();
  NodePtr sum();
  NodePtr product();
  NodePtr sign();
  NodePtr power();
  NodePtr atom();
  NodePtr number();
  NodePtr named();
  std::optional<double> constant();
  std::string reductionOperation();
  NodePtr call(const Token &name);
  NodeList list(const char *close);
  // Views (ViewReader.cpp).
  NodePtr view();
  NodePtr subscript();
  NodeList subscripts();
  std::optional<std::vector<std::string>> reducedInames();
  std::vector<std::string> inamesOf(const std::string &reduction);
  NodePtr reduction(const std::string &name, size_t begin);
  // Does a list of inames come next, at least so many?
  bool isReduction(size_t fewest = 1);
  NodePtr fold(const std::string &name, size_t begin);
  NodePtr argExtremum(const std::string &name, size_t begin);

  const Text &text;
  const IsIname &isIname;
  std::vector<Token> tokens;
  size_t pos = 0;
};

} // namespace language
} // namespace loopyc

#endif
