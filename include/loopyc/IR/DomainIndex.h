// Domains by iname, looked up once: for whoever asks about many instructions
// of one kernel.
#ifndef LOOPYC_IR_DOMAININDEX_H
#define LOOPYC_IR_DOMAININDEX_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// Valid as long as the kernel's domains do not change.
class DomainIndex {
public:
  explicit DomainIndex(const Kernel &kernel);

  bool hasIname(const std::string &name) const { return at.count(name) > 0; }
  // The index of the iname's domain; -1 if it is no iname.
  int of(const std::string &iname) const;
  // As loopyc::domainOf(kernel, inames).
  poly::Set domain(const std::vector<std::string> &inames) const;
  // The iterations in which an instruction within just these inames runs:
  // others that their bounds mention take any of their values.
  poly::Set instances(const std::vector<std::string> &inames) const;
  // The names beside these that their ranges depend on.
  std::set<std::string>
  rangeNames(const std::vector<std::string> &inames) const;

private:
  const Kernel &kernel;
  std::map<std::string, int> at;
  std::vector<poly::Names> dims;
};

// What the ranges of reductions in the expression depend on: parameters, and
// inames that none of them is over.
std::set<std::string> rangeNames(const Kernel &kernel, const Expr &e);

} // namespace loopyc

#endif
