// Domains by iname, looked up once: for whoever asks about many instructions
// of one kernel.
#ifndef LOOPYC_IR_DOMAININDEX_H
#define LOOPYC_IR_DOMAININDEX_H

#include "loopyc/IR/Kernel.h"

#include <map>
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

private:
  const Kernel &kernel;
  std::map<std::string, int> at;
  std::vector<poly::Names> dims;
};

} // namespace loopyc

#endif
