#include "loopyc/IR/PartMark.h"

#include <sstream>

using namespace loopyc;

// " part 3 j k"
static const std::string prefix = " part ";

std::string loopyc::spelled(const PartMark &mark) {
  std::string text = prefix + std::to_string(mark.of);
  for (const std::string &loop : mark.loops)
    text += " " + loop;
  return text;
}

std::optional<PartMark> loopyc::readPartMark(const std::string &tag) {
  if (tag.compare(0, prefix.size(), prefix) != 0)
    return std::nullopt;
  std::istringstream in(tag.substr(prefix.size()));
  PartMark mark;
  if (!(in >> mark.of))
    return std::nullopt;
  for (std::string loop; in >> loop;)
    mark.loops.insert(loop);
  return mark;
}
