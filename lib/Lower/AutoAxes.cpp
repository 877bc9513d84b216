#include "AutoAxes.h"

#include "loopyc/Transform/Inames.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;
using poly::Set;

namespace {

class AutoAxes {
public:
  explicit AutoAxes(Kernel kernel) : kernel(std::move(kernel)) {}

  Kernel run() {
    std::vector<std::string> open;
    for (const std::string &iname : kernel.inames()) {
      InameTag tag = kernel.tagOf(iname);
      if (tag.isOpen())
        open.push_back(iname);
      else if (tag.isLocal())
        if (auto length = constantLength(iname))
          sizes[tag.axis] = std::max(sizes[tag.axis], *length);
    }
    for (const std::string &iname : open)
      assign(iname);
    return std::move(kernel);
  }

private:
  // The number of values of an iname over all iterations around it.
  std::optional<int64_t> constantLength(const std::string &iname) const {
    std::vector<std::string> around{iname};
    for (size_t i = 0; i < around.size(); ++i)
      if (int d = kernel.domainOf(around[i]); d >= 0)
        for (const std::string &name : kernel.domains[d].names())
          if (kernel.hasIname(name) &&
              std::find(around.begin(), around.end(), name) == around.end())
            around.push_back(name);
    Set range =
        domainOf(kernel, around).flat().intersect(kernel.assumptions);
    auto low = range.minConst(iname), high = range.maxConst(iname);
    if (!low || !high)
      return std::nullopt;
    return *high - *low + 1;
  }

  std::set<int> axesAround(const std::string &iname) const {
    std::set<int> taken;
    for (const InstructionPtr &insn : kernel.instructions)
      if (insn->within(iname))
        for (const std::string &other : insn->inames)
          if (InameTag tag = kernel.tagOf(other);
              tag.isLocal())
            taken.insert(tag.axis);
    return taken;
  }

  void assign(const std::string &iname) {
    kernel.inameTags.erase(iname);
    std::set<int> taken = axesAround(iname);
    for (const auto &[axis, size] : sizes) {
      if (taken.count(axis) || size < 2)
        continue;
      InameTag tag{InameTagKind::Local, axis};
      auto length = constantLength(iname);
      if (length && *length <= size) {
        kernel.inameTags[iname] = tag;
      } else {
        SplitOptions options;
        options.innerTag = tag;
        kernel = splitIname(kernel, iname, size, options);
      }
      return;
    }
  }

  Kernel kernel;
  std::map<int, int64_t> sizes; // of the local axes
};

} // namespace

Kernel loopyc::resolveAutoAxes(const Kernel &kernel) {
  return AutoAxes(kernel).run();
}
