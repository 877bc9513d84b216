#include "loopyc/IR/CallMark.h"

#include <cstdlib>

using namespace loopyc;

// " call 3 smooth"; tags in texts have no blanks.
static const std::string prefix = " call ";

std::string loopyc::spelled(const CallMark &mark) {
  return prefix + std::to_string(mark.number) + " " + mark.function;
}

bool loopyc::isCallMark(const std::string &tag) {
  return tag.compare(0, prefix.size(), prefix) == 0;
}

std::optional<CallMark> loopyc::callMark(const Instruction &insn) {
  for (const std::string &tag : insn.tags) {
    if (!isCallMark(tag))
      continue;
    size_t blank = tag.find(' ', prefix.size());
    return CallMark{std::atoi(tag.c_str() + prefix.size()),
                    tag.substr(blank + 1)};
  }
  return std::nullopt;
}

std::set<std::string> loopyc::visibleTags(const Instruction &insn) {
  std::set<std::string> result = insn.tags;
  std::erase_if(result,
                [](const std::string &tag) { return tag.front() == ' '; });
  return result;
}
