#include "loopyc/IR/DomainIndex.h"

#include <algorithm>
#include <set>

using namespace loopyc;

DomainIndex::DomainIndex(const Kernel &kernel) : kernel(kernel) {
  for (size_t d = 0; d < kernel.domains.size(); ++d) {
    dims.push_back(kernel.domains[d].dims());
    for (const std::string &dim : dims.back())
      at.emplace(dim, static_cast<int>(d));
  }
}

int DomainIndex::of(const std::string &iname) const {
  auto it = at.find(iname);
  return it == at.end() ? -1 : it->second;
}

static bool contains(const poly::Names &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

poly::Set DomainIndex::domain(const std::vector<std::string> &inames) const {
  std::set<int> relevant;
  for (const std::string &iname : inames)
    if (int d = of(iname); d >= 0)
      relevant.insert(d);
  poly::Set result = poly::Set::universe();
  for (int d : relevant) {
    poly::Names hidden;
    for (const std::string &dim : dims[d])
      if (!contains(inames, dim))
        hidden.push_back(dim);
    result = result.intersect(kernel.domains[d].project(hidden).flat());
  }
  return result.withDims(inames);
}

poly::Set
DomainIndex::instances(const std::vector<std::string> &inames) const {
  std::vector<std::string> all = inames;
  poly::Names around; // inames of loops that these do not stand in
  for (;;) {
    poly::Set result = domain(all);
    const size_t known = all.size();
    for (const std::string &name : result.params())
      if (hasIname(name) && result.involves(name) && !contains(all, name)) {
        all.push_back(name);
        around.push_back(name);
      }
    if (all.size() == known)
      return around.empty() ? result
                            : result.flat().project(around).withDims(inames);
  }
}
