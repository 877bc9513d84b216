#include "loopyc/Analysis/StableValues.h"

#include "DependenceScan.h"

#include <algorithm>

using namespace loopyc;

StableValues::StableValues(const Kernel &kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      writers[name].push_back(insn.get());
}

bool StableValues::between(const Instruction &a, const Instruction &b,
                           int depth, const Expr &value) const {
  auto [first, last] =
      std::minmax({positionAt(a, depth), positionAt(b, depth)});
  std::set<std::string> read;
  collectNames(value, read, read);
  for (const std::string &name : read) {
    auto found = writers.find(name);
    if (found == writers.end())
      continue;
    for (const Instruction *writer : found->second) {
      int64_t at = positionAt(*writer, depth);
      if (samePath(*writer, a, depth) && first <= at && at <= last)
        return false;
    }
  }
  return true;
}
