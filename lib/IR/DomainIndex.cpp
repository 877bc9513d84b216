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

poly::Set
DomainIndex::instances(const std::vector<std::string> &inames) const {
  std::set<int> relevant;
  for (const std::string &iname : inames)
    if (int d = of(iname); d >= 0)
      relevant.insert(d);
  poly::Set result = poly::Set::universe();
  for (int d : relevant) {
    poly::Names hidden;
    for (const std::string &dim : dims[d])
      if (std::find(inames.begin(), inames.end(), dim) == inames.end())
        hidden.push_back(dim);
    result = result.intersect(kernel.domains[d].project(hidden).flat());
  }
  return result.withDims(inames);
}
