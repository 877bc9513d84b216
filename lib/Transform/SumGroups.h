// The sums that a temporary gathers, for collect_common_factors_on_increment:
//   t[k] = 0;  t[k] = t[k] + f*u;  t[k] = t[k] - f*v
// in groups of increments that meet in one element.
#ifndef LOOPYC_LIB_TRANSFORM_SUMGROUPS_H
#define LOOPYC_LIB_TRANSFORM_SUMGROUPS_H

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/Kernel.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {

struct SumGroup {
  std::vector<Expr> indices;   // of the axes that factors vary by
  std::vector<int> increments; // instructions
};

class SumGroups {
public:
  using Key = std::vector<std::string>; // the indices' texts

  // Throws UserError where the variable is no temporary, or something else than
  // zero is assigned to it.
  SumGroups(const Kernel &kernel, const std::string &variable,
            const std::vector<std::string> &varyByAxes, const char *name);
  SumGroups(const SumGroups &) = delete;

  const Kernel &kernel;  // with rules
  const Kernel expanded; // without
  const VariablePtr variable;
  const char *const name; // of the transformation

  const std::map<Key, SumGroup> &groups() const { return list; }
  Key keyOf(const Expr &reference) const;
  bool isIncrement(int instruction) const {
    return increments.count(instruction) > 0;
  }
  const Instruction &insn(int i) const { return *expanded.instructions[i]; }

  // Dependences between accesses to the variable.
  DependenceGraph &graph() const { return *accesses; }
  // From an increment of the group to the next access that reads the sum.
  bool passesOn(const DependenceEdge &edge, const SumGroup &group) const;
  bool isEqualAlong(const DependenceEdge &edge, const std::string &iname) const;

  // May the reference be to a sum of the group, and if so under which
  // condition? Null: always.
  std::pair<bool, Expr> meeting(const Expr &reference,
                                const SumGroup &group) const;

  [[noreturn]] void refuse(const std::string &what,
                           const Instruction &insn) const;

private:
  void classify();
  void checkIncrement(const Instruction &increment) const;
  void checkKeys() const;
  std::vector<Expr> varyingIndices(const Expr &reference) const;

  std::vector<size_t> varying; // axes
  std::map<Key, SumGroup> list;
  std::set<int> increments;
  std::unique_ptr<DependenceGraph> accesses;
};

// Both conditions; null is one that always holds.
Expr both(const Expr &a, const Expr &b);

} // namespace loopyc

#endif
