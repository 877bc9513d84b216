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

// Of the names that `others` lists, those that the range of `own` differs with:
// { [i, k] : 0 <= k <= i } for k, but not { [i, k] : 0 <= i, k < n }.
static poly::Names differingWith(const poly::Set &domain,
                                 const poly::Names &own,
                                 const poly::Names &others) {
  if (others.empty())
    return {};
  const poly::Set range = domain.project(others);
  auto isProduct = [&](const poly::Names &with) {
    poly::Names hidden;
    for (const std::string &other : others)
      if (!contains(with, other))
        hidden.push_back(other);
    poly::Set both = domain.project(hidden);
    return both.isEqual(range.intersect(both.project(own)));
  };
  if (isProduct(others))
    return {};
  poly::Names result;
  for (const std::string &other : others)
    if (!isProduct({other}))
      result.push_back(other);
  return result.empty() ? others : result;
}

std::set<std::string>
DomainIndex::rangeNames(const std::vector<std::string> &inames) const {
  std::set<int> relevant;
  for (const std::string &iname : inames)
    if (int d = of(iname); d >= 0)
      relevant.insert(d);
  std::set<std::string> names;
  for (int d : relevant) {
    const poly::Set &domain = kernel.domains[d];
    poly::Names own, others;
    for (const std::string &dim : domain.dims())
      (contains(inames, dim) ? own : others).push_back(dim);
    for (const std::string &param : domain.params())
      if (contains(inames, param))
        own.push_back(param);
      else if (hasIname(param))
        others.push_back(param);
      else if (domain.involves(param))
        names.insert(param);
    const poly::Set assumed = domain.flat().intersect(kernel.assumptions);
    for (const std::string &name : differingWith(assumed, own, others))
      names.insert(name);
  }
  return names;
}

static void addRangeNames(const DomainIndex &domains, const Expr &e,
                          std::vector<std::string> bound,
                          std::set<std::string> &names) {
  if (const auto *reduction = e.getIf<Reduction>()) {
    bound.insert(bound.end(), reduction->inames.begin(),
                 reduction->inames.end());
    names.merge(domains.rangeNames(bound));
  }
  for (const Expr &operand : operands(e))
    addRangeNames(domains, operand, bound, names);
}

std::set<std::string> loopyc::rangeNames(const Kernel &kernel, const Expr &e) {
  std::set<std::string> names;
  if (!reducedInames(e).empty())
    addRangeNames(DomainIndex(kernel), e, {}, names);
  return names;
}
