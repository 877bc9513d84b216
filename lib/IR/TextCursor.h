// A place in a text that is being parsed, and the symbols, words and numbers
// that are taken there.
#ifndef LOOPYC_LIB_IR_TEXTCURSOR_H
#define LOOPYC_LIB_IR_TEXTCURSOR_H

#include "ParsedValue.h"

#include <string>

namespace loopyc {

// What is taken may stand behind blanks.
class TextCursor {
public:
  explicit TextCursor(const std::string &text) : text(text) {}

  // Throws UserError that quotes the text and the place.
  // `remedy`: "; do this", behind the place.
  [[noreturn]] void fail(const std::string &what,
                         const std::string &remedy = "") const;

  bool atEnd();
  // The next character, 0 at the end.
  char next();
  bool take(const std::string &symbol);
  // An operator that must not be the start of a longer one.
  bool take(const std::string &symbol, const char *notBefore);
  bool takeWord(const std::string &word);
  std::string takeName(); // "" if there is none
  ParsedValue takeNumber();
  void expect(const char *symbol);

  // To come back to.
  size_t place() const { return pos; }
  void goTo(size_t place) { pos = place; }

private:
  void skip();
  bool takeDigits();
  // One of these characters?
  bool isAt(const char *characters) const;

  const std::string &text;
  size_t pos = 0;
};

} // namespace loopyc

#endif
