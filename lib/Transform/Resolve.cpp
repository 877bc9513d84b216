// Names that a script gives, in the kernel's own spelling.
#include "loopyc/Source/NameCase.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Transform/Common.h"

using namespace loopyc;

static std::string resolve(const Kernel &kernel, const char *transformation,
                           const char *what, const std::string &name,
                           const std::vector<std::string> &candidates) {
  if (const std::string *found = findName(candidates, name);
      found && (*found == name || source::hasNamesInAnyCase(kernel)))
    return *found;
  throw UserError(std::string(transformation) + ": kernel '" + kernel.name +
                  "' has no " + what + " '" + name + "'" +
                  suggestion(name, candidates));
}

static void append(std::vector<std::string> &names,
                   const std::vector<VariablePtr> &variables) {
  for (const VariablePtr &var : variables)
    names.push_back(var->name);
}

std::string loopyc::resolveIname(const Kernel &kernel, const std::string &name,
                                 const char *transformation) {
  return resolve(kernel, transformation, "iname", name, kernel.inames());
}

VariablePtr loopyc::resolveVariable(const Kernel &kernel,
                                    const std::string &name,
                                    const char *transformation) {
  std::vector<std::string> names;
  append(names, kernel.arguments);
  append(names, kernel.temporaries);
  return kernel.findVariable(
      resolve(kernel, transformation, "argument or temporary", name, names));
}

VariablePtr loopyc::resolveArgument(const Kernel &kernel,
                                    const std::string &name,
                                    const char *transformation) {
  std::vector<std::string> names;
  append(names, kernel.arguments);
  return kernel.findVariable(
      resolve(kernel, transformation, "argument", name, names));
}

VariablePtr loopyc::resolveTemporary(const Kernel &kernel,
                                     const std::string &name,
                                     const char *transformation) {
  std::vector<std::string> names;
  append(names, kernel.temporaries);
  VariablePtr var = kernel.findVariable(
      resolve(kernel, transformation, "temporary", name, names));
  if (var->isTable())
    throw UserError(std::string(transformation) + ": '" + var->name +
                        "' is a table of constants, which has its place in the "
                        "code; make the kernel with a temporary that is not "
                        "read_only",
                    var->range);
  return var;
}
