#include "AlignSpelling.h"

#include "Variables.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Transform/Parameters.h"

using namespace loopyc;

namespace {

class Spellings {
public:
  void add(const std::string &name) {
    exact.insert(name);
    first.emplace(lowerCase(name), name);
  }

  // The name as it was spelled first. One that stands beside another which
  // differs by case alone keeps its spelling.
  std::string of(const std::string &name, const Kernel &kernel) const {
    auto known = first.find(lowerCase(name));
    bool keep = known == first.end() || exact.count(name) ||
                kernel.isNameTaken(known->second);
    return keep ? name : known->second;
  }

private:
  std::set<std::string> exact;
  std::map<std::string, std::string> first; // by lower case
};

} // namespace

static Kernel spelled(Kernel kernel, const Spellings &inames,
                      const Spellings &variables,
                      const std::set<std::string> &shared) {
  for (const std::string &iname : kernel.inames())
    if (std::string other = inames.of(iname, kernel); other != iname)
      kernel = renameIname(kernel, iname, other);
  for (const VariablePtr &var : std::vector<VariablePtr>(kernel.arguments))
    if (std::string other = variables.of(var->name, kernel); other != var->name)
      kernel = renameArgument(kernel, var->name, other);
  for (const VariablePtr &var : std::vector<VariablePtr>(kernel.temporaries)) {
    std::string other = variables.of(var->name, kernel);
    if (other != var->name && shared.count(lowerCase(var->name)))
      renameVariables(kernel, {{var->name, other}});
  }
  return kernel;
}

std::vector<Kernel>
loopyc::alignSpelling(std::vector<Kernel> kernels,
                      const std::set<std::string> &shared) {
  Spellings inames, variables;
  for (Kernel &kernel : kernels) {
    kernel = spelled(std::move(kernel), inames, variables, shared);
    for (const std::string &iname : kernel.inames())
      inames.add(iname);
    for (const VariablePtr &var : kernel.arguments)
      variables.add(var->name);
    for (const VariablePtr &var : kernel.temporaries)
      if (shared.count(lowerCase(var->name)))
        variables.add(var->name);
  }
  return kernels;
}
