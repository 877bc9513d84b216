// Variables that modules keep to themselves, for which their stubs have
// functions that point to them: those that `!$loopy public` names in the file
// of the module, and all of modules in the file that is translated.
#ifndef LOOPYC_LIB_FRONTEND_REACHABLEVARIABLES_H
#define LOOPYC_LIB_FRONTEND_REACHABLEVARIABLES_H

#include "Program.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace loopyc {
namespace frontend {

class ReachableVariables {
public:
  // `callee` is a procedure that mentions it.
  bool has(const HiddenVariable &variable, const Procedure &callee);
  // Is it named in the file of the place? A component is, too, where what it is
  // of is named: "s%grid%h".
  bool isNamedIn(const SourceRange &place, const std::string &module,
                 const std::string &path);

private:
  using Names = std::set<std::pair<std::string, std::string>>;
  const Names &namedIn(const std::string &file);

  std::map<std::string, Names> files; // modules and variables, in lower case
};

} // namespace frontend
} // namespace loopyc

#endif
