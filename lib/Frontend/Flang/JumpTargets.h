// What the jumps of a body go to: the constructs around a statement, by the
// numbers that they have in a Program, and labels.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_JUMPTARGETS_H
#define LOOPYC_LIB_FRONTEND_FLANG_JUMPTARGETS_H

#include "Labels.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class JumpTargets {
  using Name = Fortran::parser::Name;

public:
  explicit JumpTargets(std::set<Fortran::parser::Label> labels)
      : labels(std::move(labels)) {}

  bool isTarget(Fortran::parser::Label label) const {
    return labels.count(label) != 0;
  }

  // The number of the construct that now is the innermost.
  int open(const std::optional<Name> &name, bool isLoop) {
    constructs.push_back({++count, name ? name->ToString() : "", isLoop});
    return count;
  }
  void close() { constructs.pop_back(); }
  bool isInLoop() const {
    for (const Construct &construct : constructs)
      if (construct.isLoop)
        return true;
    return false;
  }

  // What `exit` or `cycle` means, with the name of a construct or without; 0
  // where that is not among those around.
  int meant(const std::optional<Name> &name) const {
    for (auto it = constructs.rbegin(); it != constructs.rend(); ++it)
      if (name ? it->name == name->ToString() : it->isLoop)
        return it->number;
    return 0;
  }

private:
  struct Construct {
    int number;
    std::string name;
    bool isLoop;
  };
  std::set<Fortran::parser::Label> labels;
  std::vector<Construct> constructs;
  int count = 0;
};

} // namespace frontend
} // namespace loopyc

#endif
