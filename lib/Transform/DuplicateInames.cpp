//   { [i] : D(i) }  ->  { [i] : D(i) } and { [i_0] : D(i_0) }
#include "InameMap.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static const char *const duplicateInamesName = "duplicate_inames";

// The name of the k-th copy: as given, else with the suffix, else fresh and
// not among those chosen before.
static std::string copyName(const Kernel &kernel, const std::string &iname,
                            const std::string &given, const std::string &suffix,
                            const std::set<std::string> &chosen) {
  std::string wanted =
      given.empty() && !suffix.empty() ? iname + suffix : given;
  std::string copy = newInameName(kernel, wanted, iname, duplicateInamesName);
  if (chosen.count(copy))
    throw UserError(std::string(duplicateInamesName) +
                    ": two new inames are named '" + copy + "'");
  return copy;
}

// Those whose bounds have to do with each other: of one domain, or parameters
// of it.
static std::vector<std::vector<std::string>>
related(const Kernel &kernel, const std::vector<std::string> &inames) {
  std::vector<std::vector<std::string>> groups;
  for (const std::string &iname : inames) {
    std::vector<std::string> own;
    std::vector<std::vector<std::string>> others;
    for (std::vector<std::string> &group : groups) {
      bool isRelated = std::any_of(
          group.begin(), group.end(), [&](const std::string &other) {
            const Set &mine = kernel.domains[kernel.domainOf(iname)],
                      &theirs = kernel.domains[kernel.domainOf(other)];
            return mine.involves(other) || theirs.involves(iname);
          });
      if (isRelated)
        own.insert(own.end(), group.begin(), group.end());
      else
        others.push_back(std::move(group));
    }
    own.push_back(iname);
    others.push_back(std::move(own));
    groups = std::move(others);
  }
  return groups;
}

// Throughout what `within` selects among the instructions in the inames.
static Kernel duplicated(Kernel kernel, const std::vector<std::string> &inames,
                         const std::map<std::string, std::string> &copies,
                         const InstructionFilter &within) {
  InameMap map;
  map.transformation = duplicateInamesName;
  map.equations = Set::universe();
  for (const std::string &iname : inames) {
    const std::string &copy = copies.at(iname);
    map.olds.push_back(iname);
    map.places[iname] = {copy};
    map.values[iname] = Expr::var(copy);
    map.equations =
        map.equations.intersect(PwAff::name(iname).eq(PwAff::name(copy)));
  }
  Selection selection = select(kernel, inames, within);
  return selection.any() ? applyInameMap(kernel, map, selection) : kernel;
}

// What it selects of the kernel as it is: a copy's name may be in the query.
static InstructionFilter asNow(const Kernel &kernel,
                               const InstructionFilter &within) {
  if (!within)
    return within;
  std::set<std::string> ids;
  for (const InstructionPtr &insn : kernel.instructions)
    if (within(kernel, *insn))
      ids.insert(insn->id);
  return [ids](const Kernel &, const Instruction &insn) {
    return ids.count(insn.id) > 0;
  };
}

Kernel loopyc::duplicateInames(const Kernel &kernel,
                               const std::vector<std::string> &given,
                               const InstructionFilter &within,
                               const std::vector<std::string> &newInames,
                               const std::string &suffix,
                               const std::map<std::string, InameTag> &tags) {
  if (given.empty())
    throw UserError(std::string(duplicateInamesName) +
                    " needs at least one iname");
  if (!newInames.empty() && newInames.size() != given.size())
    throw UserError(std::string(duplicateInamesName) +
                    ": there must be one new iname for "
                    "each iname, but there are " +
                    std::to_string(newInames.size()) + " for " +
                    std::to_string(given.size()));
  std::map<std::string, std::string> copies;
  std::set<std::string> chosen;
  std::vector<std::string> inames;
  for (size_t k = 0; k < given.size(); ++k) {
    std::string iname = resolveIname(kernel, given[k], duplicateInamesName);
    std::string copy = copyName(
        kernel, iname, newInames.empty() ? "" : newInames[k], suffix, chosen);
    chosen.insert(copy);
    if (copies.emplace(iname, copy).second)
      inames.push_back(iname);
  }
  std::map<std::string, InameTag> copyTags;
  for (const auto &[givenName, tag] : tags) {
    std::string iname = resolveIname(kernel, givenName, duplicateInamesName);
    if (!copies.count(iname))
      throw UserError(std::string(duplicateInamesName) +
                      ": a tag is given for '" + iname +
                      "', which is not duplicated");
    copyTags[copies[iname]] = tag;
  }
  selectWithin(kernel, inames, within,
               duplicateInamesName); // is there an instruction at all?
  const InstructionFilter meant = asNow(kernel, within);
  Kernel result = kernel;
  for (const std::vector<std::string> &group : related(kernel, inames))
    result = duplicated(std::move(result), group, copies, meant);
  for (const auto &[copy, tag] : copyTags)
    setInameTag(result, copy, tag);
  return result;
}
