// Expands rule calls; each rule's value is expanded once, before it is used.
#ifndef LOOPYC_LIB_TRANSFORM_RULEEXPANDER_H
#define LOOPYC_LIB_TRANSFORM_RULEEXPANDER_H

#include "loopyc/Transform/Common.h"

#include <map>
#include <set>
#include <string>

namespace loopyc {

class RuleExpander {
public:
  // `kept`: rules whose calls stay.
  explicit RuleExpander(const Kernel &kernel, std::set<std::string> kept = {})
      : kernel(kernel), kept(std::move(kept)) {}

  // UserError for a rule that uses itself.
  Expr operator()(const Expr &e);
  InstructionPtr operator()(const InstructionPtr &insn);
  // The expanded value of a rule, in its parameters.
  const Expr &valueOf(const SubstitutionRule &rule);

private:
  Expr expandCall(const RuleCall &call);

  const Kernel &kernel;
  std::set<std::string> kept;
  std::map<std::string, Expr> values; // null while being expanded
};

} // namespace loopyc

#endif
