#include "Program.h"

using namespace loopyc;
using namespace loopyc::frontend;

std::vector<size_t> frontend::branchesTaken(const IfStatement &conditional) {
  std::vector<size_t> result;
  for (size_t b = 0; b < conditional.branches.size(); ++b) {
    const LogicalLit *literal =
        conditional.branches[b].condition.getIf<LogicalLit>();
    if (literal && !literal->value)
      continue;
    result.push_back(b);
    if (literal)
      break;
  }
  return result;
}
