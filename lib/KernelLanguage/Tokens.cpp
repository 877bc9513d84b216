#include "Tokens.h"

#include "loopyc/Support/Nesting.h"

#include <cctype>
#include <string_view>

using namespace loopyc;
using namespace loopyc::language;

namespace {

// Longer ones first.
constexpr std::string_view symbols[] = {
    "...", ":=", "**", "//", "<=", ">=", "==", "!=", "<<", ">>",
    "&&",  "||", "<>", "+",  "-",  "*",  "/",  "%",  "<",  ">",
    "=",   "(",  ")",  "[",  "]",  "{",  "}",  ",",  ":",  "&",
    "|",   "^",  "~",  "@",  ".",  "!",  "?"};

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool beginsName(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool isNameChar(char c) { return beginsName(c) || isDigit(c); }

class Scanner {
public:
  explicit Scanner(const Text &text) : text(text), s(text.str()) {}

  std::vector<Token> run() {
    requireShallow(s, "the instructions");
    while (pos < s.size())
      step();
    if (!open.empty())
      text.fail("'" + open.back().text + "' has no partner", open.back().span);
    add(TokenKind::Line, pos);
    add(TokenKind::End, pos);
    return std::move(tokens);
  }

private:
  char at(size_t i) const { return i < s.size() ? s[i] : '\0'; }

  void add(TokenKind kind, size_t begin) {
    tokens.push_back({kind, s.substr(begin, pos - begin), {begin, pos}});
  }

  void step() {
    char c = s[pos];
    if (c == '\n') {
      size_t begin = pos++;
      if (open.empty())
        add(TokenKind::Line, begin);
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      ++pos;
    } else if (c == '{' && at(pos + 1) == '{') {
      code();
    } else if (c == '#') {
      while (pos < s.size() && s[pos] != '\n')
        ++pos;
    } else if (c == '\\') {
      continueLine();
    } else if (beginsName(c)) {
      size_t begin = pos;
      while (isNameChar(at(pos)))
        ++pos;
      if (at(pos) == '$')
        refuseTag(begin);
      add(TokenKind::Name, begin);
    } else if (isDigit(c) || (c == '.' && isDigit(at(pos + 1)))) {
      number();
    } else {
      symbol();
    }
  }

  // a$tag[i]
  [[noreturn]] void refuseTag(size_t begin) {
    const std::string name = s.substr(begin, pos - begin);
    do
      ++pos;
    while (isNameChar(at(pos)));
    text.fail(
        "'" + s.substr(begin, pos - begin) + "' is '" + name +
            "' with a tag, and accesses and uses of rules have no tags "
            "here; give one to the instruction, {tags=" +
            s.substr(begin + name.size() + 1, pos - begin - name.size() - 1) +
            "}, and match that",
        {begin, pos});
  }

  // Up to the braces that close it; those in strings and comments are none.
  void code() {
    size_t begin = pos, depth = 0;
    do {
      char c = at(pos);
      if (pos >= s.size())
        text.fail("'{{' begins code in C, and has no '}}'", {begin, begin + 2});
      depth += c == '{';
      depth -= c == '}';
      if (c == '"' || c == '\'')
        literal(c);
      else if (c == '/' && at(pos + 1) == '*')
        skipTo("*/");
      else if (c == '/' && at(pos + 1) == '/')
        skipTo("\n");
      else
        ++pos;
    } while (depth > 0);
    if (s[pos - 2] != '}' || pos - begin < 4)
      text.fail("'{{' begins code in C, which ends with '}}'", {begin, pos});
    tokens.push_back({TokenKind::Code, s.substr(begin + 2, pos - begin - 4),
                      {begin, pos}});
  }

  void literal(char quote) {
    for (++pos; pos < s.size() && s[pos] != quote && s[pos] != '\n'; ++pos)
      pos += s[pos] == '\\';
    ++pos;
  }

  void skipTo(const char *end) {
    size_t found = s.find(end, pos + 2);
    pos = found == std::string::npos ? s.size()
                                     : found + std::string(end).size();
  }

  void continueLine() {
    size_t begin = pos++;
    while (at(pos) == ' ' || at(pos) == '\t' || at(pos) == '\r')
      ++pos;
    if (pos < s.size() && s[pos] != '\n')
      text.fail("'\\' continues a line, and must be its last character",
                {begin, begin + 1});
    ++pos;
  }

  void digits() {
    while (isDigit(at(pos)))
      ++pos;
  }

  // 0x1f, 0o17, 0b101
  bool withBase() {
    const std::string bases = "xXoObB";
    if (at(pos) != '0' || bases.find(at(pos + 1)) == std::string::npos ||
        at(pos + 1) == '\0')
      return false;
    size_t begin = pos;
    while (isNameChar(at(pos)))
      ++pos;
    add(TokenKind::Integer, begin);
    return true;
  }

  // 1, 1.5, 1e-3, 1.5d0, 1.5f, 2j, 2jf
  void number() {
    if (withBase())
      return;
    size_t begin = pos;
    digits();
    bool isReal = at(pos) == '.' && at(pos + 1) != '.';
    if (isReal) {
      ++pos;
      digits();
    }
    char e = at(pos);
    size_t sign = at(pos + 1) == '+' || at(pos + 1) == '-' ? 1 : 0;
    if ((e == 'e' || e == 'E' || e == 'd' || e == 'D') &&
        isDigit(at(pos + 1 + sign))) {
      isReal = true;
      pos += 1 + sign;
      digits();
    }
    TokenKind kind = isReal ? TokenKind::Real : TokenKind::Integer;
    if (at(pos) == 'j' && !isNameChar(at(pos + 1))) {
      ++pos;
      kind = TokenKind::Imaginary;
    } else if (at(pos) == 'j' && at(pos + 1) == 'f' &&
               !isNameChar(at(pos + 2))) {
      pos += 2;
      kind = TokenKind::Imaginary;
    } else if (isReal && at(pos) == 'f' && !isNameChar(at(pos + 1))) {
      ++pos;
    }
    if (isNameChar(at(pos)))
      text.fail("a number ends with '" + std::string(1, at(pos)) +
                    "'; of its types, write np.float32(1.5) or 1.5f",
                {begin, pos + 1});
    add(kind, begin);
  }

  void symbol() {
    for (std::string_view symbol : symbols) {
      if (!std::string_view(s).substr(pos).starts_with(symbol))
        continue;
      size_t begin = pos;
      pos += symbol.size();
      add(TokenKind::Symbol, begin);
      match(symbol);
      return;
    }
    text.fail("'" + std::string(1, s[pos]) + "' has no meaning here",
              {pos, pos + 1});
  }

  void match(std::string_view symbol) {
    constexpr std::string_view opening = "([{", closing = ")]}";
    if (symbol.size() != 1)
      return;
    if (opening.find(symbol[0]) != opening.npos)
      open.push_back(tokens.back());
    size_t kind = closing.find(symbol[0]);
    if (kind == closing.npos)
      return;
    if (open.empty() || open.back().text[0] != opening[kind])
      text.fail("'" + tokens.back().text + "' has no partner",
                tokens.back().span);
    open.pop_back();
  }

  const Text &text;
  const std::string &s;
  size_t pos = 0;
  std::vector<Token> tokens, open;
};

} // namespace

std::vector<Token> language::tokensOf(const Text &text) {
  return Scanner(text).run();
}
