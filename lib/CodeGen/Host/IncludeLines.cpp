// INCLUDE lines of fixed-form sources: a stub is in free form and cannot
// include what is not.
#include "loopyc/CodeGen/FreeForm.h"

#include "Host/FixedForm.h"

#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>

using namespace loopyc;
using namespace loopyc::codegen;

// Files that include each other.
static constexpr int deepest = 50;

// "      INCLUDE 'dims.h'"
static std::optional<std::string> includedFile(const std::string &line) {
  FixedLine read = readFixedLine(line);
  size_t word = read.text.find_first_not_of(" \t");
  if (read.kind != FixedLine::Kind::Initial || word == std::string::npos ||
      lowerCase(read.text.substr(word, 7)) != "include")
    return std::nullopt;
  size_t open = read.text.find_first_not_of(" \t", word + 7);
  if (open == std::string::npos ||
      (read.text[open] != '\'' && read.text[open] != '"'))
    return std::nullopt;
  size_t close = read.text.find(read.text[open], open + 1);
  if (close == std::string::npos)
    return std::nullopt;
  return read.text.substr(open + 1, close - open - 1);
}

static std::string inlined(const std::string &line,
                           const std::vector<std::string> &folders, int depth) {
  std::optional<std::string> name = includedFile(line);
  if (!name || depth == deepest)
    return line;
  for (const std::string &folder : folders) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, *name);
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      continue;
    std::string text;
    for (const std::string &inner :
         splitSourceLines((*buffer)->getBuffer().str()))
      text += inlined(inner, folders, depth + 1) + "\n";
    return text;
  }
  return line;
}

std::vector<std::string>
codegen::withIncludedLines(const std::vector<std::string> &fixed,
                           const std::vector<std::string> &folders) {
  std::vector<std::string> out;
  for (const std::string &line : fixed)
    out.push_back(inlined(line, folders, 0));
  return out;
}
