// Axes of the grid on which a kernel runs: of its work-groups, and of the
// work-items in each.
#ifndef LOOPYC_IR_GRIDAXIS_H
#define LOOPYC_IR_GRIDAXIS_H

#include <string>
#include <tuple>

namespace loopyc {

enum class AxisKind { Group, Local };

struct GridAxis {
  AxisKind kind = AxisKind::Group;
  int number = 0;

  bool isGroup() const { return kind == AxisKind::Group; }
  bool isLocal() const { return kind == AxisKind::Local; }
  // "gid(0)", "lid(1)": in dumps, in messages, and as the name in sets of the
  // position on the axis (SetNames.h).
  std::string str() const;
};

inline bool operator==(const GridAxis &a, const GridAxis &b) {
  return a.kind == b.kind && a.number == b.number;
}
// Groups before work-items.
inline bool operator<(const GridAxis &a, const GridAxis &b) {
  return std::tie(a.kind, a.number) < std::tie(b.kind, b.number);
}

} // namespace loopyc

#endif
