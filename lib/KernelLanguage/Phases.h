// How often a loop opens: instructions of one phase share it, those of the next
// come when it has run. A phase ends where one instruction must be done in all
// iterations before another (SplitLoops.h, Barriers.h).
//
//   i: phase 0   <> s = a[i]         <> t[i] = 2*s
//      phase 1   b[i] = s + sum(k, t[k])
//
// A temporary that goes from one phase to a later one has a value for each
// iteration: s becomes s[i].
#ifndef LOOPYC_LIB_KERNELLANGUAGE_PHASES_H
#define LOOPYC_LIB_KERNELLANGUAGE_PHASES_H

#include "SplitLoops.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace language {

class Phases {
public:
  // Of a kernel that is sequential as it is written, all are one.
  Phases() = default;
  // Takes barriers out of loops, and gives temporaries their axes.
  Phases(Building &building, Kernel &kernel);

  bool areApart(size_t a, size_t b, const std::string &iname) const {
    auto it = byIname.find(iname);
    return it != byIname.end() && it->second[a] != it->second[b];
  }
  bool areOne() const { return byIname.empty(); }

private:
  // Of each statement.
  std::map<std::string, std::vector<int>> byIname;
};

} // namespace language
} // namespace loopyc

#endif
