// Transformations that are applied to a kernel and written down as lines of a
// script at once, so that both say the same.
#ifndef LOOPYC_LIB_LOWER_MAPPING_MAPPINGSCRIPT_H
#define LOOPYC_LIB_LOWER_MAPPING_MAPPINGSCRIPT_H

#include "Mapping/MappingPlan.h"
#include "loopyc/IR/Tags.h"

#include <string>
#include <vector>

namespace loopyc {

// As a script has it: "i".
std::string quoted(const std::string &name);

class MappingScript {
public:
  explicit MappingScript(Kernel kernel) : knl(std::move(kernel)) {}

  // The inames of what it leaves of the loop in a group, if that is a part.
  std::vector<std::string> map(const LoopMapping &mapping);
  // Of a tile of these inames, in rows of odd length in local memory.
  void stage(const std::string &array, const std::vector<std::string> &inames);
  void addBarrier(const LaunchEnd &end);
  // If dependences ask for any.
  void insertGlobalBarriers(DependenceMemo &memo);

  // Unless the script says of it what it wants.
  void fitGroups();

  const Kernel &kernel() const { return knl; }
  const std::vector<std::string> &lines() const { return text; }
  const std::vector<std::string> &remarks() const { return said; }

private:
  struct Parts {
    std::string outer, inner;
  };
  // A plain tag is none.
  Parts split(const std::string &iname, int64_t length, InameTag outer,
              InameTag inner, int64_t align = 0);
  void tag(const std::string &iname, InameTag tag);

  Kernel knl;
  std::vector<std::string> text, said;
};

} // namespace loopyc

#endif
