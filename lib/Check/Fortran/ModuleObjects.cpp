#include "ModuleObjects.h"

#include "loopyc/Source/Fortran/ModuleDeclarations.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <set>

using namespace loopyc;
using namespace loopyc::check;

static int firstLineOf(const fortran::Statement &statement) {
  return static_cast<int>(statement.position(0).line) + 1;
}

// "type(grid), save :: g, h(3)" declares both.
static bool declaresObject(const fortran::Statement &statement,
                           const std::string &name) {
  const llvm::Regex list("^ *(type|class) *\\([^:]*::(.*[ ,])?" + name +
                         " *([(,=]|$)");
  return list.match(statement.code);
}

static bool isInElements(const HiddenArgument &argument) {
  return llvm::any_of(argument.value.path, [](const std::string &part) {
    return part.find('(') != std::string::npos;
  });
}

static bool boundsArray(const Variable &array, const std::string &name) {
  for (const auto *list :
       {&array.declared.extents, &array.declared.lowerBounds})
    for (const Expr &e : *list)
      if (e && mentions(e, name))
        return true;
  return false;
}

static bool boundsArray(const Origin &origin, const HiddenArgument &argument) {
  const auto isBounded = [&](const VariablePtr &array) {
    return boundsArray(*array, argument.variable->name);
  };
  return llvm::any_of(origin.variables, isBounded) ||
         llvm::any_of(origin.locals, isBounded) ||
         llvm::any_of(origin.hidden, [&](const HiddenArgument &other) {
           return isBounded(other.variable);
         });
}

std::map<std::string, std::string>
check::moduleObjects(const Origin &origin,
                     const std::vector<std::string> &lines) {
  std::set<std::string> bases;
  if (!origin.constants || origin.constants->inlined.empty())
    return {};
  for (const HiddenArgument &argument : origin.hidden)
    if (argument.value.isComponent() && !argument.value.isOfModule() &&
        !isInElements(argument))
      bases.insert(lowerCase(argument.value.path.front()));
  // What bounds arrays of the wrapper is one of its arguments.
  for (const HiddenArgument &argument : origin.hidden)
    if (argument.value.isComponent() && boundsArray(origin, argument))
      bases.erase(lowerCase(argument.value.path.front()));
  std::map<std::string, std::string> result;
  if (bases.empty())
    return result;
  const auto statements = fortran::scanStatements(lines, fortran::Form::Free);
  for (const std::string &base : bases) {
    std::string module;
    bool isHidden = false; // by one of a procedure
    for (const fortran::Statement &statement : statements) {
      if (!declaresObject(statement, base))
        continue;
      const std::string here =
          fortran::moduleAt(statements, firstLineOf(statement));
      isHidden |= here.empty() || !module.empty();
      module = here;
    }
    if (!module.empty() && !isHidden)
      result[base] = module;
  }
  return result;
}
