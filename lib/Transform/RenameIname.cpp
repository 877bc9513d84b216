//   { [i] : D(i) }  ->  { [j] : D(j) }
#include "InameMap.h"
#include "Names.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

static const char *const renameInameName = "rename_iname";

static InameMap renaming(const std::string &from, const std::string &to) {
  InameMap map;
  map.transformation = renameInameName;
  map.olds = {from};
  map.places[from] = {to};
  map.values[from] = Expr::var(to);
  map.equations = PwAff::name(from).eq(PwAff::name(to));
  return map;
}

// Inames that bound either.
static std::vector<std::string> loopsAround(const Kernel &kernel,
                                            const std::string &a,
                                            const std::string &b) {
  std::vector<std::string> result;
  for (const std::string &iname : {a, b}) {
    const Set &domain = kernel.domains[kernel.domainOf(iname)];
    for (const std::string &name : domain.params())
      if (kernel.hasIname(name) && domain.involves(name) && name != a &&
          name != b)
        result.push_back(name);
  }
  return result;
}

// The values of one iname in each iteration of these loops.
static Set rangeOf(const Kernel &kernel, const std::string &iname,
                   std::vector<std::string> around) {
  around.push_back(iname);
  return domainOf(kernel, around).flat();
}

// The new iname exists: the instructions move into its loop.
static Kernel moveInto(const Kernel &kernel, const std::string &from,
                       const std::string &to, const Selection &selection) {
  const std::vector<std::string> around = loopsAround(kernel, from, to);
  Set expected = rangeOf(kernel, from, around).rename({{from, to}});
  Set found = rangeOf(kernel, to, around);
  if (!expected.intersect(kernel.assumptions)
           .isEqual(found.intersect(kernel.assumptions)))
    throw UserError(std::string(renameInameName) + ": iname '" + to +
                    "' must have the range of '" + from + "', " +
                    expected.withDims({to}).str() + ", but it has " +
                    found.withDims({to}).str());
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (selection.chosen[i] && kernel.instructions[i]->within(to))
      throw UserError(std::string(renameInameName) + ": instruction '" +
                          kernel.instructions[i]->id + "' is within both '" +
                          from + "' and '" + to + "'",
                      kernel.instructions[i]->range);
  InameMap map = renaming(from, to);
  map.existing = true;
  return applyInameMap(kernel, map, selection);
}

Kernel loopyc::renameIname(const Kernel &kernel, const std::string &given,
                           const std::string &newIname, bool existingOk,
                           const InstructionFilter &within) {
  std::string iname = resolveIname(kernel, given, renameInameName);
  Selection selection = selectWithin(kernel, {iname}, within, renameInameName);
  if (kernel.hasIname(newIname)) {
    if (newIname == iname)
      return kernel;
    if (existingOk)
      return moveInto(kernel, iname, newIname, selection);
    throw UserError(std::string(renameInameName) + ": iname '" + newIname +
                    "' exists already; pass existing_ok=True to move the "
                    "instructions into its loop");
  }
  requireIdentifier(newIname, renameInameName);
  newInameName(kernel, newIname, "", renameInameName);
  Kernel result = applyInameMap(kernel, renaming(iname, newIname), selection);
  if (!selection.complete)
    return result;
  if (auto tag = kernel.inameTags.find(iname); tag != kernel.inameTags.end())
    result.inameTags[newIname] = tag->second;
  if (auto slab = kernel.slabs.find(iname); slab != kernel.slabs.end())
    result.slabs[newIname] = slab->second;
  return result;
}
