// Substitution rules: made from assignments and expressions, found, expanded
// (seed 000, level 4; seed 001, 2.4.4).
#ifndef LOOPYC_TRANSFORM_RULES_H
#define LOOPYC_TRANSFORM_RULES_H

#include "loopyc/Transform/Common.h"

#include <functional>
#include <string>
#include <vector>

namespace loopyc {

// Which uses of a rule: the rules between the instruction and the use, from
// the instruction inwards, the rule itself last. Empty: all.
using RuleUseFilter = std::function<bool(
    const Kernel &, const Instruction &,
    const std::vector<const SubstitutionRule *> &)>;

//   t = f(i);  a[i] = t*t   ->   t_subst := f(i);  a[i] = t_subst()*t_subst()
// Each definition of the variable becomes a rule (v_subst, v_subst_0, ...),
// each read the rule of the definition that reaches it. Refused where two
// definitions reach a read, or none does, or where what a definition reads is
// overwritten before its value is used. With `within`, only these
// instructions use rules; what others still read stays assigned.
struct AssignmentToSubstOptions {
  InstructionFilter within;
  bool forceRetain = false; // keep the assignments even if nothing reads them
};
Kernel assignmentToSubst(const Kernel &kernel, const std::string &variable,
                         const AssignmentToSubstOptions &options = {});

//   a[i] = sin(x[i])**2; b[i] = sin(x[i] + 1)**2
//     ->  s(t) := sin(t)**2;  a[i] = s(x[i]); b[i] = s(x[i] + 1)
// Each expression that has the template's form, with any expression for a
// parameter, becomes a use of the rule.
struct RuleTemplate {
  std::vector<std::string> parameters;
  // Parameters are variables of it. Types of literals and parameters are open:
  // they are those of what they meet.
  Expr form;
  std::string text; // how messages show it
};
Kernel extractSubst(const Kernel &kernel, const std::string &rule,
                    const RuleTemplate &pattern,
                    const InstructionFilter &within = {});

// The inverse: the rule's uses that the filter selects become its value.
Kernel expandSubst(const Kernel &kernel, const RuleUseFilter &uses = {});

// Names of the rules that the glob matches, in order.
std::vector<std::string> findRulesMatching(const Kernel &kernel,
                                           const std::string &pattern);
// The only one; UserError if there is none or more than one.
std::string findOneRuleMatching(const Kernel &kernel,
                                const std::string &pattern);

} // namespace loopyc

#endif
