// What an instruction is in a reduction by an operation of the script's:
//
//   acc = neutral          Neutral
//   for k
//     value = a[i, k]      Value
//     next = C(acc, value) Combine
//     acc = next           Keep      (of one result, Combine assigns acc)
//   end
//
// A mark is one of the instruction's tags, as a CallMark is: spelled and read
// here alone. What is marked is looked at again where it is used, for much may
// have happened to it.
#ifndef LOOPYC_IR_REDUCTIONMARK_H
#define LOOPYC_IR_REDUCTIONMARK_H

#include "loopyc/IR/Instruction.h"

#include <optional>
#include <string>

namespace loopyc {

struct ReductionMark {
  enum Role { Neutral, Value, Combine, Keep };
  std::string id; // the same of all instructions of one reduction
  std::string operation;
  // As the script says.
  bool isAssociative = false, isCommutative = false;
  Role role = Neutral;
  size_t result = 0; // of several
};

std::string spelled(const ReductionMark &mark);
std::optional<ReductionMark> readReductionMark(const std::string &tag);
std::optional<ReductionMark> reductionMark(const Instruction &insn);

} // namespace loopyc

#endif
