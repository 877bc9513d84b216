//   { [i, j] : D(i, j) }  ->  { [u, v] : exists i, j : D(i, j), u = .., v = ..
//   }
// The equations must be one to one on D's integer points; then i and j are
// functions of u and v, which take their places in expressions.
#include "Dataflow.h"
#include "InameMap.h"
#include "Variables.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

static const char *const affineMapInamesName = "affine_map_inames";

// `iname` as a function of `of` on the set; UserError if several values share
// the others.
static PwAff solve(const Set &set, const std::string &iname, const Names &of,
                   const char *what) {
  std::optional<PwAff> low, high;
  try {
    low = set.minOf(iname, of);
    high = set.maxOf(iname, of);
  } catch (const UserError &) {
  }
  if (!low || !low->ne(*high).isEmpty())
    throw UserError(std::string(affineMapInamesName) +
                    ": the equations do not determine " + what + " iname '" +
                    iname + "'; they must map the loops' points one to one");
  return *low;
}

// Wherever the loops run, what the equations mention has a value, and one that
// stays.
static void requireKnown(const Kernel &kernel, const Set &equations,
                         const std::vector<std::string> &newInames,
                         const Selection &selection) {
  for (const std::string &id : equations.names()) {
    if (std::find(newInames.begin(), newInames.end(), id) != newInames.end())
      continue;
    if (readsWritten(kernel, Expr::var(id)))
      throw UserError(std::string(affineMapInamesName) +
                      ": the equations mention '" + id +
                      "', which the kernel computes; only inames and "
                      "parameters can place a loop's iterations");
    for (size_t i = 0; kernel.hasIname(id) && i < selection.chosen.size(); ++i)
      if (selection.chosen[i] && !kernel.instructions[i]->within(id))
        throw UserError(std::string(affineMapInamesName) +
                            ": the equations mention iname '" + id +
                            "', but instruction '" +
                            kernel.instructions[i]->id + "' is not within it",
                        kernel.instructions[i]->range);
  }
}

Kernel loopyc::affineMapInames(const Kernel &kernel,
                               const std::vector<std::string> &givenOld,
                               const std::vector<std::string> &newInames,
                               const Set &equations) {
  if (givenOld.empty() || newInames.empty())
    throw UserError(std::string(affineMapInamesName) +
                    " needs old inames, new inames and equations");
  InameMap map;
  map.transformation = affineMapInamesName;
  map.coupled = true;
  for (const std::string &given : givenOld) {
    map.olds.push_back(resolveIname(kernel, given, affineMapInamesName));
    requirePlainLoop(kernel, map.olds.back(), affineMapInamesName);
  }
  std::set<std::string> distinct;
  for (const std::string &iname : newInames) {
    newInameName(kernel, iname, "iname", affineMapInamesName);
    if (!distinct.insert(iname).second)
      throw UserError(std::string(affineMapInamesName) +
                      ": two new inames are named '" + iname + "'");
  }
  map.equations = equations.flat();

  // { olds, news, others : D(olds) and the equations }
  Set domain = domainOf(kernel, map.olds).flat().intersect(kernel.assumptions);
  Set graph = domain.intersect(map.equations);
  if (!domain.isSubset(graph.project(newInames)))
    throw UserError(std::string(affineMapInamesName) +
                    ": the equations give no integer point "
                    "to some of the loops' points; they must map them one to "
                    "one");
  auto othersOf = [&](const std::vector<std::string> &from) {
    Names of;
    for (const std::string &id : graph.names())
      if (std::find(from.begin(), from.end(), id) == from.end())
        of.push_back(id);
    return of;
  };
  for (const std::string &iname : newInames)
    solve(graph, iname, othersOf(newInames), "the new");
  for (const std::string &iname : map.olds) {
    PwAff value = solve(graph, iname, othersOf(map.olds), "the old");
    map.values[iname] =
        typedNames(kernel, fromAffine(value, graph.project(map.olds)));
    map.places[iname] = {};
  }
  map.places[map.olds.front()] = newInames;

  Selection selection = selectWithin(kernel, map.olds, {}, affineMapInamesName);
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    for (const std::string &iname : map.olds)
      if (selection.chosen[i] && !kernel.instructions[i]->within(iname))
        throw UserError(std::string(affineMapInamesName) + ": instruction '" +
                            kernel.instructions[i]->id + "' is not within '" +
                            iname + "'; all old inames must enclose it",
                        kernel.instructions[i]->range);
  requireKnown(kernel, map.equations, newInames, selection);
  return applyInameMap(kernel, map, selection);
}
