// Names in kernels that are to be one: each keeps its own temporaries, rules
// and instructions apart from the others', but for what data flows through.
#ifndef LOOPYC_LIB_TRANSFORM_FUSENAMES_H
#define LOOPYC_LIB_TRANSFORM_FUSENAMES_H

#include "loopyc/Support/FreshNames.h"
#include "loopyc/Transform/FuseKernels.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {

// In messages.
inline constexpr const char *fuseKernelsName = "fuse_kernels";

class FuseNames {
public:
  // `suffixes`: one for each kernel, or none.
  FuseNames(const std::vector<Kernel> &kernels,
            const std::vector<std::string> &suffixes,
            const std::vector<DataFlow> &flow);

  // The kernel, which is number `index`, under names of its own. To be called
  // in the order in which the kernels are joined.
  Kernel apart(Kernel kernel, size_t index);
  // Of a variable of kernel `index` that data flows from or into.
  const std::string &sharedName(size_t index,
                                const std::string &variable) const {
    return sharedNames.at({index, variable});
  }

private:
  using Place = std::pair<size_t, std::string>; // a kernel, a variable of it
  using Connected = std::set<Place>;

  static std::vector<Connected> groupsOf(const std::vector<Kernel> &kernels,
                                         const std::vector<DataFlow> &flow);
  void share(const std::vector<Kernel> &kernels, const Connected &group);
  std::string plainOrFresh(const std::string &plain);
  std::string newName(const std::string &old, const std::string &suffix);
  void renameTemporaries(Kernel &kernel, size_t index,
                         const std::string &suffix);
  void renameRules(Kernel &kernel, const std::string &suffix);
  void renameInstructions(Kernel &kernel, const std::string &suffix);

  const std::vector<std::string> &suffixes;
  std::map<std::string, int> uses; // in how many kernels
  std::map<Place, std::string> sharedNames;
  std::set<std::string> fixed; // names of arguments and inames
  std::set<std::string> firstUse;
  FreshNames taken, ids;
};

} // namespace loopyc

#endif
