// Names that a script gives, in the kernel's own spelling.
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Common.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;

static bool equalButForCase(const std::string &a, const std::string &b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return std::tolower(static_cast<unsigned char>(x)) ==
                  std::tolower(static_cast<unsigned char>(y));
         });
}

// The candidate that is `name`, or the only one that is but for case; null if
// there is none.
static const std::string *find(const std::vector<std::string> &candidates,
                               const std::string &name) {
  const std::string *found = nullptr;
  int count = 0;
  for (const std::string &candidate : candidates) {
    if (candidate == name)
      return &candidate;
    if (equalButForCase(candidate, name)) {
      found = &candidate;
      ++count;
    }
  }
  return count == 1 ? found : nullptr;
}

static std::string resolve(const Kernel &kernel, const char *transformation,
                           const char *what, const std::string &name,
                           const std::vector<std::string> &candidates) {
  if (const std::string *found = find(candidates, name))
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
  return kernel.findVariable(
      resolve(kernel, transformation, "temporary", name, names));
}
