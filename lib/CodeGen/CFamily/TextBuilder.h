// Lines of generated text: indentation, line breaks in long lines.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_TEXTBUILDER_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_TEXTBUILDER_H

#include <llvm/ADT/STLFunctionalExtras.h>

#include <string>

namespace loopyc {
namespace codegen {

class TextBuilder {
public:
  // A line at the current indentation, broken at blanks if it is long.
  void line(const std::string &text);
  // Text as it is, without indentation: directives, ready-made functions.
  void raw(const std::string &text) { out += text; }
  void blank();
  // "text {", deeper; and back: "}".
  void open(const std::string &text);
  void close(const std::string &after = "");
  // Deeper without a brace: after `close(" else {")`.
  void deepen() { ++depth; }
  void comment(const std::string &text);

  // A declaration for what `body` writes, in front of it, if that mentions the
  // name.
  void declareForUse(const std::string &declaration, const std::string &name,
                     llvm::function_ref<void()> body);

  const std::string &str() const { return out; }
  // Without blank lines at the beginning and the end.
  std::string trimmed() const;

private:
  std::string out;
  int depth = 0;
};

// The text with whatever would end or open a C comment made harmless.
std::string commentSafe(const std::string &text);
// The text between the quotes of a C string literal.
std::string escapedForC(const std::string &text);
// The text as a C array of strings, a line each:
//   static const char *const NAME[] = {"...\n", ...};
std::string embeddedInC(const std::string &name, const std::string &text);
// Does the identifier occur in the text, as a whole?
bool mentionsIdentifier(const std::string &text, const std::string &name);

} // namespace codegen
} // namespace loopyc

#endif
