// Histograms with a copy of the bins for each work-group, or whatever shares
// one.
#ifndef LOOPYC_LOWER_PRIVATIZEUPDATES_H
#define LOOPYC_LOWER_PRIVATIZEUPDATES_H

#include "loopyc/Transform/Common.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

struct PrivateUpdates {
  // Of the copies; by default local where all inames are on work-groups, else
  // global.
  std::optional<AddressSpace> space;
  // How the copies become one.
  AcrossGroups across = AcrossGroups::Atomics;
};

//   i: h[ix[i]] = h[ix[i]] + e     b: h_copy[b; io] = 0
//                              ->  i: h_copy[ix[i]; io] = h_copy[ix[i]; io] + e
//                                  b: h[b] = h[b] + h_copy[b; io]
// All updates of the variable within the inames go to a copy for each of their
// values. They are atomic where other parallel inames share a copy. The loops
// over the elements run on the work-items that the updates run on.
Kernel privatizeUpdates(const Kernel &kernel, const std::string &variable,
                        const std::vector<std::string> &inames,
                        const PrivateUpdates &options = {},
                        Remarks *remarks = nullptr);

} // namespace loopyc

#endif
