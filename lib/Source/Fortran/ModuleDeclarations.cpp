#include "loopyc/Source/Fortran/ModuleDeclarations.h"

#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Fortran/Threads.h"
#include "loopyc/Source/Lines.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

#include <algorithm>

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

static int lineOf(const Statement &statement) {
  return static_cast<int>(statement.position(0).line) + 1;
}

static bool isDeclaredOn(const Statement &statement, int line) {
  const size_t size = statement.code.size();
  return size > 0 && lineOf(statement) <= line &&
         static_cast<int>(statement.position(size - 1).line) + 1 >= line;
}

// The statements of the program unit that has a declaration on the line, those
// of interfaces left out.
static std::vector<const Statement *>
unitAround(const std::vector<Statement> &statements, int line) {
  static const llvm::Regex boundary(
      "^ *((end *)?(submodule|block *data|program|module +[a-z0-9_]+ *$)|"
      "end *(module|procedure)?( +[a-z0-9_]+)? *$|contains *$|"
      "([a-z].*[ )])?(end *)?(subroutine|function)( +[a-z]| *$))"),
      interface("^ *(abstract +)?interface( |$)"),
      endOfInterface("^ *end *interface"), ofType("^ *end +(type|enum)");
  std::vector<const Statement *> result;
  bool inInterface = false;
  for (const Statement &statement : statements) {
    inInterface = inInterface ? !endOfInterface.match(statement.code)
                              : interface.match(statement.code);
    if (inInterface || endOfInterface.match(statement.code))
      continue;
    if (!boundary.match(statement.code) || ofType.match(statement.code))
      result.push_back(&statement);
    else if (lineOf(statement) > line)
      break;
    else
      result.clear();
  }
  return result;
}

// The common block, "/coef/", that one of the statements has the variable in;
// "" for none.
static std::string
commonBlockOf(const std::string &variable,
              const std::vector<const Statement *> &statements) {
  static const llvm::Regex common("^ *common *(/[^/]*/)(.*)$"),
      next("^([^/]*)(/[^/]*/)(.*)$");
  const llvm::Regex member("(^|,) *" + variable + " *([(,]|$)");
  for (const Statement *statement : statements) {
    llvm::SmallVector<llvm::StringRef> found;
    if (!common.match(statement->code, &found))
      continue;
    std::string block = found[1].str(), rest = found[2].str();
    while (next.match(rest, &found)) {
      if (member.match(found[1]))
        return block;
      block = found[2].str();
      rest = found[3].str();
    }
    if (member.match(rest))
      return block;
  }
  return "";
}

// Behind a declaration's colons: "a, t(2) = 0" gives t a value.
static bool isInitialised(const std::string &variable, llvm::StringRef list) {
  const llvm::Regex entity("^ *" + variable + " *(\\*[^,=]*)?(=|$)");
  int depth = 0;
  std::string item; // without what stands in brackets
  for (char c : (list + ",").str()) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c != ',' || depth > 0) {
      if (depth == 0 && c != ')' && c != ']')
        item += c;
      continue;
    }
    llvm::SmallVector<llvm::StringRef> found;
    if (entity.match(item, &found))
      return found[2] == "=";
    item.clear();
  }
  return false;
}

// Does a local variable of a procedure keep its value, by these statements?
static bool isSaved(const std::string &variable, int line,
                    const std::vector<const Statement *> &statements) {
  static const llvm::Regex all("^ *save *$"),
      attribute("^[^:]*, *save *(,[^:]*)?::");
  const llvm::Regex named("^ *save[ :]([^a-z0-9_]|.*[ ,:])?" + variable +
                          " *(,|$)"),
      data("^ *data (.*[ ,/(])?" + variable + " *[(,/]");
  return std::any_of(
      statements.begin(), statements.end(), [&](const Statement *statement) {
        const llvm::StringRef code = statement->code;
        const llvm::StringRef list = code.split("::").second;
        const bool declares =
            isDeclaredOn(*statement, line) && code.contains("::");
        return all.match(code) || named.match(code) || data.match(code) ||
               (declares &&
                (attribute.match(code) || isInitialised(variable, list)));
      });
}

Sharing fortran::sharingOf(const SourceRange &place) {
  if (!place.known())
    return Sharing::Unsaid;
  auto buffer =
      llvm::MemoryBuffer::getFile(place.fileName(), /*IsText=*/true);
  if (!buffer)
    return Sharing::Unsaid;
  const std::vector<std::string> lines =
      source::splitLines((*buffer)->getBuffer().str());
  const Form form = formOf(place.fileName());
  const std::vector<Statement> statements = scanStatements(lines, form);
  if (place.line > static_cast<int>(lines.size()))
    return Sharing::Unsaid;
  // Where it is used it may have another name.
  const llvm::StringRef text = lines[place.line - 1];
  const std::string name =
      lowerCase(text.drop_front(std::min<size_t>(place.column - 1, text.size()))
                    .take_while([](char c) {
                      return llvm::isAlnum(c) || c == '_';
                    }));
  const DirectiveLines directives(lines, form);
  const std::vector<const Statement *> unit =
      unitAround(statements, place.line);
  const std::string block = commonBlockOf(name, unit);
  if (block.empty() && moduleAt(statements, place.line).empty() &&
      !isSaved(name, place.line, unit))
    return Sharing::Unsaid;
  return isThreadPrivate(name, directives) ||
                 (!block.empty() && isThreadPrivate(block, directives))
             ? Sharing::OfEach
             : Sharing::OfAll;
}
