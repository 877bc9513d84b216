// The guards of a kernel's instructions, numbered: equal ones have one number,
// so that the guards of two instructions are compared as sorted lists.
#ifndef LOOPYC_LIB_ANALYSIS_GUARDTABLE_H
#define LOOPYC_LIB_ANALYSIS_GUARDTABLE_H

#include "loopyc/Analysis/StableValues.h"
#include "loopyc/IR/Kernel.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace loopyc {

// Conditions that all hold, in ascending order.
using Guards = std::vector<int>;

class GuardTable {
public:
  explicit GuardTable(const Kernel &kernel);

  const Guards &of(const Instruction &insn) const {
    return entries.at(&insn).guards;
  }
  // The inames that its guards mention.
  const std::set<std::string> &inames(const Instruction &insn) const {
    return entries.at(&insn).inames;
  }
  // Guards of which exactly one holds, if this one or the other.
  const std::vector<int> &opposites(int guard) const { return opposite[guard]; }
  // Do all guards of `a` have the values at `b` that they have at `a`, as far
  // as data are concerned, within one iteration of the first `depth` loops,
  // which both have in common?
  bool areStable(const Instruction &a, const Instruction &b, int depth);

private:
  struct Entry {
    Guards guards;
    std::set<std::string> inames;
    std::set<std::string> reads;
    // By depth: where, in the same loops, what they read is written; sorted.
    std::map<int, std::vector<int64_t>> written;
  };
  int numberOf(const Expr &guard);
  void noteOpposites(int guard);
  const std::vector<int64_t> &writtenAt(const Instruction &insn, int depth);

  std::vector<Expr> guards; // by number
  std::vector<std::vector<int>> opposite;
  std::unordered_map<const ExprNode *, int> byHandle;
  std::map<std::string, std::vector<int>> byText;
  std::unordered_map<const Instruction *, Entry> entries;
  std::map<std::string, std::vector<const Instruction *>> writers;
};

} // namespace loopyc

#endif
