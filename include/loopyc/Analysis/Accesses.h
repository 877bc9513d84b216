// What each instruction reads and writes, and at which instances it runs: the
// raw material of dependence analysis.
#ifndef LOOPYC_ANALYSIS_ACCESSES_H
#define LOOPYC_ANALYSIS_ACCESSES_H

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Poly/Set.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

struct AccessInfo {
  int instruction = -1; // index in Kernel::instructions
  bool write = false;
  std::string variable;
  Expr reference; // VarRef or ArrayRef as written
  // Of the read and the write of an update.
  std::optional<ReductionOp> update;
  bool atomic = false; // of an update
  // Zero-based location: the subscripts, then coordinates that tell copies of
  // privatised storage apart. A null expression is "any".
  std::vector<Expr> location;
  // One instance accesses several locations: a reduction reads at all points of
  // its inames, anywhere along the axes that depend on them.
  bool several = false;
  // It happens only where these hold: conditions of selections around it.
  std::vector<Expr> conditions;
};

// Reads (of values, subscripts, predicates, and data in loop bounds and
// strides) and writes, in execution order: by instruction, reads before the
// write. Inames and size parameters that are never written are no accesses.
std::vector<AccessInfo> collectAccesses(const Kernel &kernel);

// Instance sets by instruction, computed once for each list of inames.
class InstanceSets {
public:
  // `constants`: scalars that the kernel computes, but that are no data, for
  // they have one value.
  explicit InstanceSets(const Kernel &kernel,
                        const std::set<std::string> &constants = {});

  // { inames : domains, affine predicates and assumptions hold }; flat.
  // Names in it that are data (a loop bound that the kernel computes) are
  // projected out: a superset, then.
  const poly::Set &of(int instruction);
  // With these data among its names, in place of their being projected out:
  // the instances that run, as far as conditions are affine.
  const poly::Set &withData(int instruction);
  const std::vector<std::string> &dataOf(int instruction);
  bool isData(const std::string &name) const { return data.count(name) > 0; }
  // Are these exactly the instances that run (no data in bounds or guards)?
  bool exact(int instruction);
  // Are they withData(), for the values that the data have then?
  bool exactWithData(int instruction);
  // Equal for instructions of equal inames, and equal affine guards.
  const std::string &key(int instruction);

private:
  struct Entry {
    poly::Set set, withData;
    std::vector<std::string> data;
    bool exact = true, exactWithData = true;
    std::string key;
  };
  const Entry &entry(int instruction);

  const Kernel &kernel;
  DomainIndex index;
  std::map<std::string, Entry> entries;    // by key
  std::vector<const Entry *> byInstruction;
  std::set<std::string> data;
};

} // namespace loopyc

#endif
