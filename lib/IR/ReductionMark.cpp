#include "loopyc/IR/ReductionMark.h"

#include <sstream>

using namespace loopyc;

// " reduction 0 1 2 1 insn_acc welford": role, result, associative, commutative
static const std::string prefix = " reduction ";

std::string loopyc::spelled(const ReductionMark &mark) {
  std::ostringstream out;
  out << prefix << mark.role << " " << mark.result << " " << mark.isAssociative
      << " " << mark.isCommutative << " " << mark.id << " " << mark.operation;
  return out.str();
}

std::optional<ReductionMark>
loopyc::readReductionMark(const std::string &tag) {
  if (tag.compare(0, prefix.size(), prefix) != 0)
    return std::nullopt;
  std::istringstream in(tag.substr(prefix.size()));
  ReductionMark mark;
  int role = 0;
  in >> role >> mark.result >> mark.isAssociative >> mark.isCommutative >>
      mark.id >> mark.operation;
  mark.role = static_cast<ReductionMark::Role>(role);
  return in ? std::optional(mark) : std::nullopt;
}

std::optional<ReductionMark> loopyc::reductionMark(const Instruction &insn) {
  for (const std::string &tag : insn.tags)
    if (auto mark = readReductionMark(tag))
      return mark;
  return std::nullopt;
}
