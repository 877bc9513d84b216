// Which call of another kernel an instruction came from. Analyses and
// transformations see the instruction where the call stood; code generation
// makes a function of all that one call became, where they are still together.
//
// A mark is one of the instruction's tags, so that copies of the instruction
// have it, too. It is spelled and read here alone; no text of a user can spell
// it, and dumps leave it out.
#ifndef LOOPYC_IR_CALLMARK_H
#define LOOPYC_IR_CALLMARK_H

#include "loopyc/IR/Instruction.h"

#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace loopyc {

struct CallMark {
  int number = 0; // of the call, in the kernel that calls
  std::string function;

  bool operator==(const CallMark &o) const {
    return number == o.number && function == o.function;
  }
  bool operator<(const CallMark &o) const {
    return std::tie(number, function) < std::tie(o.number, o.function);
  }
};

std::string spelled(const CallMark &mark);
bool isCallMark(const std::string &tag);
std::optional<CallMark> callMark(const Instruction &insn);
// Those that a user gave: marks begin with a blank.
std::set<std::string> visibleTags(const Instruction &insn);

} // namespace loopyc

#endif
