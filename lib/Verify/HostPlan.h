// What the host runs, as a tree of one work-item: its loops, and in the place
// of each launch the whole kernel's instructions, one run for those of equal
// inames. A read-back stands there as a barrier of its variable's name; what
// the host computes, as a launch of that alone and its read-back.
#ifndef LOOPYC_LIB_VERIFY_HOSTPLAN_H
#define LOOPYC_LIB_VERIFY_HOSTPLAN_H

#include "loopyc/IR/HostCode.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace verify {

// A launch at one place of the host's code.
struct LaunchPlace {
  const Kernel *part = nullptr;
  std::vector<HostLoop> loops; // around it, without their bodies
  poly::Set iterations;        // { inames of the loops : it is launched }
};

class HostPlan {
public:
  // Throws InternalError where the host launches what there is not, or needs
  // what it does not know.
  HostPlan(const Kernel &whole, const std::vector<Kernel> &parts,
           const HostCode &host);

  const std::vector<LaunchPlace> &launches() const { return places; }
  const ScheduledKernel &tree() const { return image; }
  // By the numbers of statement runs in the tree.
  int launchOf(int run) const { return launchOfRun[run]; }
  const LaunchPlace &placeOf(int run) const { return places[launchOfRun[run]]; }
  // Does the variable's memory outlive a launch?
  bool outlives(const std::string &variable) const;

private:
  using Known = std::set<std::string>;
  std::vector<ScheduleNode> nodes(const std::vector<HostStep> &steps,
                                  std::vector<HostLoop> around, Known known);
  void addComputed(const ComputeStep &step, Known &known,
                   std::vector<ScheduleNode> &out);
  ScheduleNode loopNode(const HostLoop &loop, std::vector<HostLoop> around,
                        Known known);
  void requireGuards(const HostCondition &condition, const Known &known) const;
  bool staysInside(const Instruction &insn, const std::string &iname) const;
  void addLaunch(int number, const std::vector<HostLoop> &around,
                 const Known &known, std::vector<ScheduleNode> &out);
  void requireArguments(const Kernel &part, const Known &known) const;
  [[noreturn]] void fail(const std::string &what) const;

  const Kernel &whole;
  const std::vector<Kernel> &parts;
  const HostCode &host;
  std::deque<Kernel> computations; // of the host, each as a launch
  std::set<std::string> computed;  // their variables
  std::vector<LaunchPlace> places;
  std::vector<int> launchOfRun;
  ScheduledKernel image;
  // Conditions that stop a loop, with its iname.
  std::map<const HostCondition *, std::string> stops;
};

} // namespace verify
} // namespace loopyc

#endif
