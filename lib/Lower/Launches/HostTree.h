// Which instructions one launch holds, and which loops the host runs: a global
// barrier ends a launch, and each sequential loop that it stands in is one of
// the host's.
#ifndef LOOPYC_LIB_LOWER_LAUNCHES_HOSTTREE_H
#define LOOPYC_LIB_LOWER_LAUNCHES_HOSTTREE_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

struct HostNode {
  std::string iname;              // of a loop; "": a launch
  std::vector<HostNode> children; // of a loop
  std::vector<int> instructions;  // of a launch
};

// Where the host comes by an instruction: the loops around, and for each, and
// at the end, the position among the steps there.
struct HostPlace {
  std::vector<std::string> loops;
  std::vector<int> positions; // one more than loops

  bool isOneLaunch(const HostPlace &other) const {
    return loops == other.loops && positions == other.positions;
  }
  // How many of the loops are around both.
  size_t commonLoops(const HostPlace &other) const;
  // In one iteration of the common loops.
  bool isBefore(const HostPlace &other) const {
    const size_t common = commonLoops(other);
    return positions[common] < other.positions[common];
  }
};

class HostTree {
public:
  // By the order in which the kernel's text has instructions and barriers.
  // Throws UserError where a loop around a barrier cannot be the host's.
  explicit HostTree(const Kernel &kernel);

  const std::vector<HostNode> &body() const { return nodes; }
  // Is it an instruction of a launch, and no global barrier?
  bool isPlaced(int instruction) const { return places.count(instruction); }
  const HostPlace &place(int instruction) const {
    return places.at(instruction);
  }

private:
  void findPlaces(const std::vector<HostNode> &body, HostPlace at);

  std::vector<HostNode> nodes;
  std::map<int, HostPlace> places;
};

// Positions in the text alone, outermost first: of the instruction's reference
// time, without the loops.
std::vector<int64_t> textPosition(const Instruction &insn);

bool isGlobalBarrier(const Instruction &insn);

// Must, or should, the loop over `a` be around the one over `b`? By its bounds,
// by what the script asks for; nullopt if neither says.
std::optional<bool> isAskedOutside(const Kernel &kernel, const std::string &a,
                                   const std::string &b);

} // namespace loopyc

#endif
