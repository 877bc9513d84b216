// The statements of the source that instructions came from, for comments and
// #line.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_SOURCETEXT_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_SOURCETEXT_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

class SourceText {
public:
  explicit SourceText(const Kernel &kernel);

  // "file.f90:12: U1 = q(n,j,k,1,e)"; "" where the place is unknown. Folders
  // are left out, so that output does not depend on where the compiler ran.
  std::string comment(const SourceRange &range) const;

private:
  std::string statement(const SourceRange &range) const;

  struct File {
    std::vector<std::string> lines;
    std::shared_ptr<const source::Language> language;
  };
  std::map<std::string, File> files; // by name
};

std::string baseName(const std::string &path);

} // namespace codegen
} // namespace loopyc

#endif
