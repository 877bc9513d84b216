// Where a loop of the host may stop early.
#ifndef LOOPYC_IR_HOSTSTOPS_H
#define LOOPYC_IR_HOSTSTOPS_H

#include "loopyc/IR/HostCode.h"

namespace loopyc {

// for t: read f back; if (f): ...
// The condition, in a loop of this form: once it does not hold nothing is
// launched, so nothing makes it hold again. Null for another loop.
inline const HostCondition *stopOf(const HostLoop &loop) {
  if (loop.body.size() != 2)
    return nullptr;
  const auto *read = std::get_if<ReadBackStep>(&loop.body.front().value);
  const auto *condition = std::get_if<HostCondition>(&loop.body.back().value);
  if (!read || !condition || condition->conditions.size() != 1)
    return nullptr;
  const auto *flag = condition->conditions.front().getIf<VarRef>();
  return flag && flag->name == read->variable->name ? condition : nullptr;
}

} // namespace loopyc

#endif
