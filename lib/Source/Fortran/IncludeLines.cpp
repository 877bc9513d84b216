// INCLUDE lines of fixed-form sources: a stub is in free form and cannot
// include what is not.
#include "loopyc/Source/Fortran/FreeForm.h"

#include "loopyc/Source/Fortran/Scanner.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace loopyc;
using namespace loopyc::fortran;

// Files that include each other.
static constexpr int deepest = 50;

static std::string inlined(const std::string &line, const Line &scanned,
                           const std::vector<std::string> &folders, int depth) {
  std::optional<std::string> name = includedFile(line, scanned);
  if (!name || depth == deepest)
    return line;
  for (const std::string &folder : folders) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, *name);
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      continue;
    std::string text;
    LineScanner scanner(Form::Fixed);
    for (const std::string &inner :
         source::splitLines((*buffer)->getBuffer().str()))
      text += inlined(inner, scanner.next(inner), folders, depth + 1) + "\n";
    return text;
  }
  return line;
}

std::vector<std::string>
fortran::withIncludedLines(const std::vector<std::string> &fixed,
                           const std::vector<std::string> &folders) {
  LineScanner scanner(Form::Fixed);
  std::vector<std::string> out;
  for (const std::string &line : fixed)
    out.push_back(inlined(line, scanner.next(line), folders, 0));
  return out;
}
