#include "ReachableVariables.h"

#include "loopyc/Frontend/PublicVariables.h"
#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Support/NoWarnings.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace loopyc;
using namespace loopyc::frontend;

// What is wrong with directives is told where that file is translated.
const ReachableVariables::Names &
ReachableVariables::namedIn(const std::string &file) {
  auto [known, isNew] = files.try_emplace(file);
  if (!isNew)
    return known->second;
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer || !(*buffer)->getBuffer().contains_insensitive("$loopy"))
    return known->second;
  NoWarnings quiet;
  try {
    for (const fortran::NamedVariable &named : namedPublicIn(
             source::splitLines((*buffer)->getBuffer().str()),
             *source::languageOf(file), fortran::formOf(file), file))
      known->second.emplace(named.module, named.name);
  } catch (const UserError &) {
  }
  return known->second;
}

bool ReachableVariables::isNamedIn(const SourceRange &place,
                                   const std::string &module,
                                   const std::string &path) {
  if (!place.known())
    return false;
  const Names &names = namedIn(place.fileName());
  const std::string all = lowerCase(path) + "%";
  for (size_t end = all.find('%'); end != std::string::npos;
       end = all.find('%', end + 1))
    if (names.count({lowerCase(module), all.substr(0, end)}))
      return true;
  return false;
}

bool ReachableVariables::has(const HiddenVariable &variable,
                             const Procedure &callee) {
  if (variable.value.path.size() > 1)
    return false; // a component
  const bool isHere = !callee.isElsewhere &&
                      equalButForCase(callee.module, variable.value.module);
  const std::string &module = variable.value.module,
                    &name = variable.value.nameInModule;
  return isHere || isNamedIn(variable.variable.range, module, name) ||
         isNamedIn(callee.range, module, name);
}
