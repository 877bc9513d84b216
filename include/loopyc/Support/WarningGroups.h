// The names behind -W: every warning belongs to one of these groups.
#ifndef LOOPYC_SUPPORT_WARNINGGROUPS_H
#define LOOPYC_SUPPORT_WARNINGGROUPS_H

#include <string>
#include <vector>

namespace loopyc {

struct WarningGroup {
  const char *name;    // "serial" of -Wserial
  const char *meaning; // of --help: what such a warning says
};

const std::vector<WarningGroup> &warningGroups();
bool isWarningGroup(const std::string &name);

} // namespace loopyc

#endif
