#include "loopyc/Support/WarningGroups.h"

#include <algorithm>

using namespace loopyc;

const std::vector<WarningGroup> &loopyc::warningGroups() {
  static const std::vector<WarningGroup> groups = {
      {"branches", "conditions that went only one way in all runs of --check"},
      {"clause", "what clauses of directives for threads say of a loop, and "
                 "its dependences do not; slips in such directives"},
      {"cut", "a subroutine that is cut into kernels around what only the host "
              "executes"},
      {"do-concurrent", "do concurrent whose iterations are not independent, "
                        "or whose clauses do not hold"},
      {"host-data", "what is called in a host_data region, and may launch "
                    "kernels"},
      {"local-memory", "arrays that the work-items of a group share, of a size "
                       "that local memory cannot have"},
      {"sentinel", "a comment that is nearly a directive"},
      {"serial", "what one work-item or one work-group runs, or the host in "
                 "launches"},
      {"slabs", "slabs of a loop over work-items or interleaved iterations"},
      {"stub", "a kernel that the stub runs on the host, a stub that is not "
               "preprocessed"},
      {"transform", "what a script asks for that has no effect, or that "
                    "changes results"},
      {"unordered", "conflicts of a kernel's instructions that its script "
                    "silences"},
      {"unset", "a temporary, or elements of it, that are read and never set"},
      {"vec", "instructions of a loop tagged vec that are no operation on "
              "short vectors"},
      {"untranslated", "subroutines and regions that stay on the host"},
      {"unused-region", "a tagged region without a statement"}};
  return groups;
}

bool loopyc::isWarningGroup(const std::string &name) {
  const auto &all = warningGroups();
  return std::any_of(all.begin(), all.end(), [&](const WarningGroup &group) {
    return name == group.name;
  });
}
