// Reductions in instructions and rules, for transformations of inames.
#ifndef LOOPYC_LIB_TRANSFORM_REDUCTIONS_H
#define LOOPYC_LIB_TRANSFORM_REDUCTIONS_H

#include "loopyc/Transform/Rules.h"

#include <map>
#include <set>
#include <string>

namespace loopyc {

// Inames that the reductions of instructions bind, also in rules that they use.
class ReducedInames {
public:
  explicit ReducedInames(const Kernel &kernel);
  std::set<std::string> operator()(const Instruction &insn);

private:
  void add(const Expr &e, std::set<std::string> &result);

  const Kernel &kernel;
  bool anyInRules; // otherwise calls need not be looked at
  std::map<std::string, std::set<std::string>> ofRules;
};

// UserError where the instruction has a reduction over an iname that it is
// within already: whose value would be meant?
void requireApart(const Instruction &insn);

// A kernel whose reductions are loops, as realize_reduction makes them: for
// transformations that need to know what is read, and when.
class ReductionLoops {
public:
  // What stays as it is: the calls of rules, and instructions.
  struct Kept {
    std::set<std::string> rules, instructions;
  };
  // All that has no use of this rule in a reduction.
  static Kept besideUsesOf(const std::string &rule, const Kernel &kernel);

  // Rules that have a reduction are expanded: the loop is in their uses.
  explicit ReductionLoops(const Kernel &before, const Kept &kept = {});

  // An instruction that was made of one that is meant is meant, too.
  InstructionFilter including(const InstructionFilter &filter) const;
  RuleUseFilter including(const RuleUseFilter &filter) const;

private:
  // What the instruction was made of; null for one that was there.
  const Instruction *origin(const Instruction &made) const;

  const Kernel &before;
  std::map<std::string, std::string> origins; // by the id of what was made

public:
  const Kernel kernel;
};

} // namespace loopyc

#endif
