// Places in source text. Every instruction, diagnostic and generated comment
// carries one; it survives all transformations.
#ifndef LOOPYC_SUPPORT_SOURCELOCATION_H
#define LOOPYC_SUPPORT_SOURCELOCATION_H

#include <memory>
#include <string>

namespace loopyc {

// A range of characters in a file. Lines and columns count from 1; line 0 is
// "unknown". The end is inclusive; endLine 0 means "a point".
struct SourceRange {
  std::shared_ptr<const std::string> file;
  int line = 0, column = 0;
  int endLine = 0, endColumn = 0;

  bool known() const { return file && line > 0; }
  std::string fileName() const { return file ? *file : std::string(); }
  // "file:line:column", or "" where unknown.
  std::string str() const;
};

} // namespace loopyc

#endif
