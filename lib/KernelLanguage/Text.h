// A text of the kernel language: what it is called in messages, and places in
// it. Where the text stands in a file as it is, say in a script between quotes,
// places are those in the file.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_TEXT_H
#define LOOPYC_LIB_KERNELLANGUAGE_TEXT_H

#include "loopyc/KernelLanguage/MakeKernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <memory>
#include <string>
#include <vector>

namespace loopyc {
namespace language {

// Characters of a text: from `begin` to before `end`.
struct Span {
  size_t begin = 0, end = 0;
};

class Text {
public:
  explicit Text(const SourcePart &part);

  const std::string &str() const { return text; }
  std::string str(Span span) const {
    return text.substr(span.begin, span.end - span.begin);
  }
  SourceRange range(Span span) const;
  [[noreturn]] void fail(const std::string &message, Span span) const {
    throw UserError(message, range(span));
  }

private:
  std::string text;
  std::shared_ptr<const std::string> file;
  int firstLine, firstColumn;
  std::vector<size_t> lineStarts;
};

} // namespace language
} // namespace loopyc

#endif
