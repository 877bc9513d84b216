// Uses of substitution rules one by one, each with the path that leads to it
// from the instruction.
#ifndef LOOPYC_LIB_TRANSFORM_RULEUSES_H
#define LOOPYC_LIB_TRANSFORM_RULEUSES_H

#include "RuleBook.h"
#include "loopyc/Transform/Rules.h"

#include <functional>
#include <vector>

namespace loopyc {

class RuleUses {
public:
  // What stands in the place of a use of the rule, whose value has its own
  // uses replaced; null leaves the use.
  using Replace = std::function<Expr(const SubstitutionRule &rule,
                                     const RuleCall &call, Type type)>;

  // `kernel` is the one before; `book` that of the kernel that changes.
  RuleUses(const Kernel &kernel, RuleBook &book, const RuleUseFilter &filter,
           Replace replace)
      : kernel(kernel), book(book), filter(filter),
        replace(std::move(replace)) {}

  InstructionPtr operator()(const InstructionPtr &insn);

private:
  Expr inside(const Expr &e, const Instruction &insn);
  Expr use(const Expr &node, const RuleCall &call, const Instruction &insn);

  const Kernel &kernel;
  RuleBook &book;
  const RuleUseFilter &filter;
  Replace replace;
  std::vector<const SubstitutionRule *> path;
};

} // namespace loopyc

#endif
