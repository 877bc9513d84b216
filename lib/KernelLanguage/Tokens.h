// Words, numbers and symbols of a text. Lines end instructions, but for those
// that end inside of brackets or with a backslash; # begins a comment.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_TOKENS_H
#define LOOPYC_LIB_KERNELLANGUAGE_TOKENS_H

#include "Text.h"

#include <string>
#include <vector>

namespace loopyc {
namespace language {

// Code: what stands between {{ and }}, in C.
enum class TokenKind {
  Name,
  Integer,
  Real,
  Imaginary,
  Symbol,
  Code,
  Line,
  End
};

struct Token {
  TokenKind kind;
  std::string text;
  Span span;

  bool is(const char *symbol) const {
    return kind == TokenKind::Symbol && text == symbol;
  }
  bool isName(const char *name) const {
    return kind == TokenKind::Name && text == name;
  }
};

// The last is the End. Throws UserError where a character has no meaning, or a
// bracket no partner.
std::vector<Token> tokensOf(const Text &text);

} // namespace language
} // namespace loopyc

#endif
