#include "loopyc/Script/Match.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Nesting.h"

#include <cctype>

using namespace loopyc;
using namespace loopyc::script;

namespace {

struct Token {
  enum Kind { Word, Colon, Open, Close, Arrow, Dots, End } kind = End;
  std::string text;
  size_t begin = 0;
};

bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '*' ||
         c == '?' || c == '.' || c == '$' || c == '@' || c == '#';
}

class QueryParser {
public:
  explicit QueryParser(const std::string &query) : query(query) {
    requireShallow(query, "match query");
    advance();
  }

  Match parseWhole() {
    Match result = parseOr();
    if (token.kind != Token::End)
      fail("'and', 'or' or the end of the query");
    return result;
  }

  std::vector<std::optional<Match>> parsePath() {
    std::vector<std::optional<Match>> path;
    for (;;) {
      if (token.kind == Token::Dots) {
        path.push_back(std::nullopt);
        advance();
      } else {
        path.push_back(parseOr());
      }
      if (token.kind == Token::End)
        return path;
      if (token.kind != Token::Arrow)
        fail("'and', 'or', '>' or the end of the query");
      advance();
    }
  }

  bool atEnd() const { return token.kind == Token::End; }

private:
  void advance() {
    while (next < query.size() &&
           std::isspace(static_cast<unsigned char>(query[next])))
      ++next;
    token = Token();
    token.begin = next;
    if (next == query.size())
      return;
    switch (query[next]) {
    case ':': return single(Token::Colon);
    case '(': return single(Token::Open);
    case ')': return single(Token::Close);
    case '>': return single(Token::Arrow);
    default: break;
    }
    if (query.compare(next, 3, "...") == 0) {
      token.kind = Token::Dots;
      token.text = "...";
      next += 3;
      return;
    }
    if (!isWordChar(query[next]))
      fail("a word, ':', '(' or ')'");
    token.kind = Token::Word;
    while (next < query.size() && isWordChar(query[next]))
      token.text += query[next++];
  }

  void single(Token::Kind kind) {
    token.kind = kind;
    token.text = query[next++];
  }

  bool atWord(const char *word) const {
    return token.kind == Token::Word && token.text == word;
  }

  Match parseOr() {
    MatchOr any{{parseAnd()}};
    while (atWord("or")) {
      advance();
      any.operands.push_back(parseAnd());
    }
    return any.operands.size() == 1 ? any.operands.front() : Match(any);
  }

  Match parseAnd() {
    MatchAnd all{{parseNot()}};
    while (atWord("and")) {
      advance();
      all.operands.push_back(parseNot());
    }
    return all.operands.size() == 1 ? all.operands.front() : Match(all);
  }

  Match parseNot() {
    if (!atWord("not"))
      return parsePrimary();
    advance();
    return Match(MatchNot{std::make_shared<Match>(parseNot())});
  }

  Match parsePrimary() {
    if (token.kind == Token::Open) {
      advance();
      Match inner = parseOr();
      if (token.kind != Token::Close)
        fail("')'");
      advance();
      return inner;
    }
    if (token.kind != Token::Word || atWord("and") || atWord("or"))
      fail("id:, tag:, reads:, writes:, iname:, in_kernel:, 'not' or '('");
    Token kind = token;
    advance();
    if (token.kind != Token::Colon)
      failAt(kind, "id:, tag:, reads:, writes:, iname: or in_kernel:",
             "; for the instruction of that name write id:" + kind.text);
    if (!isKind(kind.text)) {
      auto close = closeMatches(
          kind.text, {"id", "tag", "reads", "writes", "iname", "in_kernel"});
      failAt(kind, "one of id, tag, reads, writes, iname, in_kernel",
             close.empty() ? "" : "; did you mean '" + close.front() + ":'?");
    }
    advance();
    if (token.kind != Token::Word)
      fail("a name or a glob");
    std::string glob = token.text;
    advance();
    return make(kind.text, glob);
  }

  static bool isKind(const std::string &word) {
    return word == "id" || word == "tag" || word == "reads" ||
           word == "writes" || word == "iname" || word == "in_kernel";
  }

  static Match make(const std::string &kind, const std::string &glob) {
    if (kind == "id")
      return Match(MatchId{glob});
    if (kind == "tag")
      return Match(MatchTagged{glob});
    if (kind == "reads")
      return Match(MatchReads{glob});
    if (kind == "writes")
      return Match(MatchWrites{glob});
    if (kind == "iname")
      return Match(MatchIname{glob});
    return Match(MatchInKernel{glob});
  }

  [[noreturn]] void fail(const std::string &expected) const {
    failAt(token, expected, "");
  }

  [[noreturn]] void failAt(const Token &at, const std::string &expected,
                           const std::string &remedy) const {
    std::string found =
        at.begin >= query.size() ? "the end"
        : at.text.empty()        ? std::string("'") + query[at.begin] + "'"
                                 : "'" + at.text + "'";
    throw UserError("match query: expected " + expected + ", found " + found +
                    remedy + "\n  " + query + "\n  " +
                    std::string(at.begin, ' ') + "^");
  }

  const std::string &query;
  size_t next = 0;
  Token token;
};

} // namespace

Match Match::parse(const std::string &query) {
  QueryParser parser(query);
  return parser.atEnd() ? Match() : parser.parseWhole();
}

StackMatch::StackMatch(Match instruction) {
  path.push_back(std::move(instruction));
  path.push_back(std::nullopt);
}

StackMatch StackMatch::parse(const std::string &query) {
  QueryParser parser(query);
  StackMatch result;
  if (parser.atEnd())
    return result;
  result.path = parser.parsePath();
  if (result.path.size() == 1 && result.path.front())
    result.path.push_back(std::nullopt);
  return result;
}
