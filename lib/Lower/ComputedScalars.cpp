#include "ComputedScalars.h"

#include "Launches/HostScalars.h"
#include "loopyc/Lower/Placement.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <vector>

using namespace loopyc;
using poly::Names;
using poly::Set;

Names loopyc::sizeParameters(const Kernel &kernel) {
  std::set<std::string> names;
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      names.insert(arg->name);
  return Names(names.begin(), names.end());
}

static std::vector<std::string> enclosing(const Kernel &kernel,
                                          const std::string &iname) {
  // The iname and those that its bounds mention, outermost last.
  std::vector<std::string> result{iname};
  for (size_t i = 0; i < result.size(); ++i) {
    int d = kernel.domainOf(result[i]);
    if (d < 0)
      continue;
    for (const Names &names :
         {kernel.domains[d].dims(), kernel.domains[d].params()})
      for (const std::string &name : names)
        if (kernel.hasIname(name) && kernel.domains[d].involves(name) &&
            std::find(result.begin(), result.end(), name) == result.end())
          result.push_back(name);
  }
  return result;
}

Set loopyc::rangeSet(const Kernel &kernel, const std::string &iname) {
  return domainOf(kernel, enclosing(kernel, iname))
      .flat()
      .intersect(kernel.assumptions);
}

// Has it ends in terms of these names alone?
static bool hasEnds(const Set &range, const std::string &iname,
                    const Names &known) {
  try {
    range.minOf(iname, known);
    range.maxOf(iname, known);
    return true;
  } catch (const UserError &) {
    return false;
  }
}

const std::set<std::string> &ComputedScalars::ofHost() {
  if (!hosts)
    hosts = hostScalarNames(kernel);
  return *hosts;
}

std::set<std::string> ComputedScalars::in(const Set &set) {
  std::set<std::string> found;
  for (const std::string &param : set.params())
    if (VariablePtr var = kernel.findVariable(param);
        var && !var->isValue() && set.involves(param) &&
        !ofHost().count(param))
      found.insert(param);
  return found;
}

std::set<std::string> ComputedScalars::endsOf(const std::string &iname) {
  std::set<std::string> computed = in(kernel.assumptions);
  for (const std::string &name : enclosing(kernel, iname))
    if (int d = kernel.domainOf(name); d >= 0)
      computed.merge(in(kernel.domains[d]));
  if (computed.empty())
    return {};
  Set range = rangeSet(kernel, iname);
  std::set<std::string> needed = computed;
  for (const std::string &name : computed) {
    needed.erase(name);
    Names known = sizeParameters(kernel);
    known.insert(known.end(), needed.begin(), needed.end());
    known.insert(known.end(), ofHost().begin(), ofHost().end());
    if (!hasEnds(range, iname, known))
      needed.insert(name);
  }
  return needed;
}

std::set<std::string> loopyc::computedEnds(const Kernel &kernel,
                                           const std::string &iname) {
  return ComputedScalars(kernel).endsOf(iname);
}

std::set<std::string> loopyc::computedAxisBounds(const Kernel &kernel) {
  ComputedScalars scalars(kernel);
  std::set<std::string> names, computed = scalars.in(kernel.assumptions);
  for (const Set &domain : kernel.domains)
    computed.merge(scalars.in(domain));
  if (computed.empty())
    return names;
  for (const std::string &iname : kernel.inames())
    if (kernel.tagOf(iname).nesting() == LoopNesting::Axis)
      names.merge(scalars.endsOf(iname));
  return names;
}
