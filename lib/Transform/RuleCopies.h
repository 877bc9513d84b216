// Substitution rules under a change of inames in a part of the instructions:
// rules that mention the inames and that other instructions use are copied.
#ifndef LOOPYC_LIB_TRANSFORM_RULECOPIES_H
#define LOOPYC_LIB_TRANSFORM_RULECOPIES_H

#include "loopyc/Transform/Common.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {

// Rewrites, in the rules that `chosen` instructions use, the names in `by`
// (free ones: not a rule's parameters). Returns, for the chosen instructions,
// the rules that go by another name now.
std::map<std::string, std::string>
substituteInRules(Kernel &kernel, const Substitution &by,
                  const std::vector<bool> &chosen);

// The expression with its rule calls renamed.
Expr renameRuleCalls(const Expr &e,
                     const std::map<std::string, std::string> &names);

} // namespace loopyc

#endif
