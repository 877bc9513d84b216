#include "loopyc/Source/Fortran/ModuleDeclarations.h"

#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Fortran/Threads.h"
#include "loopyc/Source/Lines.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

using namespace loopyc;
using namespace loopyc::fortran;

std::string fortran::moduleAt(const std::vector<Statement> &statements,
                              int line) {
  static const llvm::Regex begin("^ *module +([a-z][a-z0-9_]*) *$"),
      end("^ *(contains|end *module.*) *$");
  std::string module;
  for (const Statement &statement : statements) {
    if (static_cast<int>(statement.position(0).line) + 1 >= line)
      break;
    llvm::SmallVector<llvm::StringRef> found;
    if (begin.match(statement.code, &found))
      module = found[1].str();
    else if (end.match(statement.code))
      module.clear();
  }
  return module;
}

bool fortran::isSharedOfModule(const std::string &variable,
                               const SourceRange &place) {
  if (!place.known())
    return false;
  auto buffer =
      llvm::MemoryBuffer::getFile(place.fileName(), /*IsText=*/true);
  if (!buffer)
    return false;
  const std::vector<std::string> lines =
      source::splitLines((*buffer)->getBuffer().str());
  const Form form = formOf(place.fileName());
  return !moduleAt(scanStatements(lines, form), place.line).empty() &&
         !isThreadPrivate(variable, DirectiveLines(lines, form));
}
