// INCLUDE lines of fixed-form sources: a stub is in free form and cannot
// include what is not.
#include "loopyc/Source/Fortran/FreeForm.h"

#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/LinePlaces.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace loopyc;
using namespace loopyc::fortran;

// Files that include each other.
static constexpr int deepest = 50;

namespace {

class Inliner {
public:
  explicit Inliner(const std::vector<std::string> &folders)
      : folders(folders) {}

  // The line, or the file that it includes, behind a marker.
  std::string operator()(const std::string &line, const Line &scanned,
                         int depth = 0) const {
    std::optional<std::string> name = includedFile(line, scanned);
    if (!name || depth == deepest)
      return line;
    for (const std::string &folder : folders) {
      llvm::SmallString<128> path(folder);
      llvm::sys::path::append(path, *name);
      if (auto buffer = llvm::MemoryBuffer::getFile(path)) {
        source::LinePlace begin{std::string(path), 1};
        return lineMarker(begin) + "\n" +
               linesOf((*buffer)->getBuffer().str(), begin, depth + 1);
      }
    }
    return line;
  }

  // With a marker behind each file that one of them includes.
  std::string linesOf(const std::string &text, source::LinePlace here,
                      int depth) const {
    LineScanner scanner(Form::Fixed);
    std::string result;
    for (const std::string &line : source::splitLines(text)) {
      std::string inner = (*this)(line, scanner.next(line), depth);
      std::optional<source::LinePlace> named = readLineMarker(line, here);
      here = named ? *named : here.next();
      result += inner + "\n";
      if (inner != line)
        result += lineMarker(here) + "\n";
    }
    return result;
  }

private:
  const std::vector<std::string> &folders;
};

} // namespace

std::vector<std::string>
fortran::withIncludedLines(const std::vector<std::string> &fixed,
                           const std::vector<std::string> &folders) {
  const Inliner inliner(folders);
  LineScanner scanner(Form::Fixed);
  std::vector<std::string> out;
  for (const std::string &line : fixed) {
    const bool isFolded = line.find('\n') != std::string::npos;
    out.push_back(isFolded ? inliner.linesOf(line, {}, 1)
                           : inliner(line, scanner.next(line)));
  }
  return out;
}
