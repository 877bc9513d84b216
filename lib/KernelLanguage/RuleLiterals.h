// Parameters of rules that stand for literals in all uses: f(2), f(0.5). They
// take the type of what they meet, as the literals would in the rule's text.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_RULELITERALS_H
#define LOOPYC_LIB_KERNELLANGUAGE_RULELITERALS_H

#include "loopyc/IR/Kernel.h"

#include <functional>
#include <set>
#include <string>
#include <utility>

namespace loopyc {
namespace language {

using ParameterSet = std::set<std::pair<std::string, size_t>>; // rule, number

// Each use, with the rule that it is a part of; null: it is in an instruction.
void eachRuleUse(const Kernel &kernel,
                 const std::function<void(const RuleCall &,
                                          const SubstitutionRule *)> &visit);

// Those that stand for something else in a use.
ParameterSet parametersOfOthers(const Kernel &kernel);

} // namespace language
} // namespace loopyc

#endif
