#include "ConstantProducts.h"

using namespace loopyc;
using namespace loopyc::frontend;

Expr ConstantProducts::find(const Polynomial &value) const {
  auto found = scalars.find(value);
  return found == scalars.end() ? Expr() : found->second;
}

void ConstantProducts::add(const Polynomial &value, const Expr &scalar,
                           Instruction assignment) {
  assignment.time = {Expr::integer(static_cast<int64_t>(assignments.size()))};
  scalars.emplace(value, scalar);
  assignments.push_back(std::move(assignment));
}

void ConstantProducts::putFirst(
    std::vector<InstructionPtr> &instructions) const {
  if (assignments.empty())
    return;
  const auto count = static_cast<int64_t>(assignments.size());
  std::vector<InstructionPtr> result;
  for (const Instruction &assignment : assignments)
    result.push_back(std::make_shared<const Instruction>(assignment));
  for (const InstructionPtr &insn : instructions) {
    Instruction later = *insn;
    later.time.front() = later.time.front() + count;
    result.push_back(std::make_shared<const Instruction>(std::move(later)));
  }
  instructions = std::move(result);
}
