//   { [i] : D(i) }  ->  { [i] : D(i) } and { [i_0] : D(i_0) }
#include "InameMap.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"

#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static const char *const name = "duplicate_inames";

// The name of the k-th copy: as given, else with the suffix, else fresh and
// not among those chosen before.
static std::string copyName(const Kernel &kernel, const std::string &iname,
                            const std::string &given, const std::string &suffix,
                            const std::set<std::string> &chosen) {
  std::string wanted =
      given.empty() && !suffix.empty() ? iname + suffix : given;
  std::string copy = newInameName(kernel, wanted, iname, name);
  if (chosen.count(copy))
    throw UserError(std::string(name) + ": two new inames are named '" + copy +
                    "'");
  return copy;
}

Kernel loopyc::duplicateInames(const Kernel &kernel,
                               const std::vector<std::string> &given,
                               const InstructionFilter &within,
                               const std::vector<std::string> &newInames,
                               const std::string &suffix,
                               const std::map<std::string, InameTag> &tags) {
  if (given.empty())
    throw UserError(std::string(name) + " needs at least one iname");
  if (!newInames.empty() && newInames.size() != given.size())
    throw UserError(std::string(name) +
                    ": there must be one new iname for "
                    "each iname, but there are " +
                    std::to_string(newInames.size()) + " for " +
                    std::to_string(given.size()));
  InameMap map;
  map.transformation = name;
  map.equations = Set::universe();
  std::set<std::string> chosen;
  for (size_t k = 0; k < given.size(); ++k) {
    std::string iname = resolveIname(kernel, given[k], name);
    std::string copy = copyName(
        kernel, iname, newInames.empty() ? "" : newInames[k], suffix, chosen);
    chosen.insert(copy);
    map.olds.push_back(iname);
    map.places[iname] = {copy};
    map.values[iname] = Expr::var(copy);
    map.equations =
        map.equations.intersect(PwAff::name(iname).eq(PwAff::name(copy)));
  }
  std::map<std::string, InameTag> copyTags;
  for (const auto &[givenName, tag] : tags) {
    std::string iname = resolveIname(kernel, givenName, name);
    if (!map.places.count(iname))
      throw UserError(std::string(name) + ": a tag is given for '" + iname +
                      "', which is not duplicated");
    copyTags[map.places[iname][0]] = tag;
  }
  Kernel result =
      applyInameMap(kernel, map, selectWithin(kernel, map.olds, within, name));
  for (const auto &[copy, tag] : copyTags)
    setInameTag(result, copy, tag);
  return result;
}
