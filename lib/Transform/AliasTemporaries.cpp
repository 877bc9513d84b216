//   s[64], t[64]  ->  one storage of 64 elements for both, s before t
#include "Names.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Storage.h"

#include <algorithm>
#include <set>

using namespace loopyc;

static const char *const aliasTemporariesName = "alias_temporaries";

static bool isPlaced(const VariablePtr &var) {
  return var->space != AddressSpace::Auto;
}

Kernel loopyc::aliasTemporaries(const Kernel &kernel,
                                const std::vector<std::string> &given,
                                const std::string &baseName) {
  std::vector<VariablePtr> members;
  VariablePtr placed; // where one is, the others are
  std::set<std::string> seen;
  for (const std::string &temporary : given) {
    VariablePtr var = resolveTemporary(kernel, temporary, aliasTemporariesName);
    if (!seen.insert(var->name).second)
      throw UserError(std::string(aliasTemporariesName) + ": '" + var->name +
                      "' is given twice");
    if (!var->baseStorage.empty())
      throw UserError(std::string(aliasTemporariesName) + ": '" + var->name +
                      "' shares storage already, that of '" + var->baseStorage +
                      "'");
    if (isPlaced(var) && placed && var->space != placed->space)
      throw UserError(std::string(aliasTemporariesName) + ": '" + var->name +
                      "' is " + addressSpaceName(var->space) + ", but '" +
                      placed->name + "' is " + addressSpaceName(placed->space) +
                      "; temporaries with one storage live in one memory");
    if (isPlaced(var) && !placed)
      placed = var;
    members.push_back(var);
  }
  if (members.size() < 2)
    throw UserError(std::string(aliasTemporariesName) +
                    ": two or more temporaries are wanted, to share storage");
  if (!baseName.empty())
    requireIdentifier(baseName, aliasTemporariesName);
  Kernel result = kernel;
  std::string base = result.freshName(
      baseName.empty() ? members.front()->name + "_storage" : baseName);
  // In the order given: that in which they use the storage.
  auto &list = result.temporaries;
  auto isMember = [&](const VariablePtr &var) {
    return seen.count(var->name) > 0;
  };
  size_t at = std::find_if(list.begin(), list.end(), isMember) - list.begin();
  list.erase(std::remove_if(list.begin(), list.end(), isMember), list.end());
  for (size_t m = 0; m < members.size(); ++m) {
    auto changed = std::make_shared<Variable>(*members[m]);
    changed->baseStorage = base;
    if (placed)
      changed->space = placed->space;
    list.insert(list.begin() + at + m, std::move(changed));
  }
  return result;
}
