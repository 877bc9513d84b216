// Which instructions were one in a text of the kernel language, argmin say, and
// the loops that these share, whose iterations come in ascending order. Who
// makes a kernel anew from its instructions says so again.
//
// A mark is one of the instruction's tags, as a CallMark is: spelled and read
// here alone.
#ifndef LOOPYC_IR_PARTMARK_H
#define LOOPYC_IR_PARTMARK_H

#include <optional>
#include <set>
#include <string>

namespace loopyc {

struct PartMark {
  size_t of = 0; // the same of all that were one
  std::set<std::string> loops;
};

std::string spelled(const PartMark &mark);
std::optional<PartMark> readPartMark(const std::string &tag);

} // namespace loopyc

#endif
